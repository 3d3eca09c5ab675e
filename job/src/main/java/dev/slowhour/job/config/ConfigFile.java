package dev.slowhour.job.config;

import dev.slowhour.core.read.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * Reads the file. A value is the text that was written, whatever type YAML would make of it: {@code
 * 9092}, {@code "9092"} and {@code '9092'} are the same.
 */
final class ConfigFile {

  private final Path file;
  private final Map<String, Given> values = new LinkedHashMap<>();

  private ConfigFile(Path file) {
    this.file = file;
  }

  /**
   * The values of the file by their paths.
   *
   * @throws InputException when it is no YAML, or holds what is no setting; the message says where
   * @throws IOException when it cannot be read
   */
  static Map<String, Given> read(Path file) throws InputException, IOException {
    ConfigFile reading = new ConfigFile(file);
    try (InputStream bytes = Files.newInputStream(file)) {
      Optional<Node> root =
          new Compose(LoadSettings.builder().setLabel(file.toString()).build())
              .composeInputStream(bytes);
      if (root.isPresent() && !isNothing(root.get())) {
        reading.readSection("", root.get());
      }
    } catch (MarkedYamlEngineException e) {
      // Not its message: that quotes the lines around, and there may be a password.
      throw new InputException(
          reading.origin(e.getProblemMark()) + ": no YAML: " + e.getProblem(), e);
    } catch (YamlEngineException e) {
      throw new InputException(file + ": no YAML, or not in UTF-8", e);
    }
    return reading.values;
  }

  private void readSection(String path, Node node) throws InputException {
    if (!(node instanceof MappingNode section)) {
      throw new InputException(
          origin(node)
              + (path.isEmpty() ? "" : ": " + path)
              + ": no section (expected: lines of NAME: VALUE)");
    }
    Set<String> names = new HashSet<>();
    for (NodeTuple entry : section.getValue()) {
      if (!(entry.getKeyNode() instanceof ScalarNode name)) {
        throw new InputException(origin(entry.getKeyNode()) + ": a name is missing");
      }
      String entryPath = path.isEmpty() ? name.getValue() : path + "." + name.getValue();
      if (!names.add(name.getValue())) {
        throw new InputException(origin(name) + ": " + entryPath + ": given twice");
      }
      if (name.getValue().contains(".")
          && !path.equals(Setting.KAFKA_CLIENT)
          && KnownPaths.isValue(entryPath)) {
        throw new InputException(
            origin(name)
                + ": "
                + entryPath
                + ": a dot in a name (expected: the section on a line of its own, the name under"
                + " it)");
      }
      readEntry(entryPath, name, entry.getValueNode());
    }
  }

  private void readEntry(String path, Node name, Node value) throws InputException {
    if (KnownPaths.isSection(path)) {
      // A section whose lines are all commented out holds nothing.
      if (!isNothing(value)) {
        readSection(path, value);
      }
    } else if (!KnownPaths.isValue(path)) {
      throw KnownPaths.unknown(path, origin(name));
    } else if (isNothing(value)) {
      throw new InputException(
          origin(name) + ": " + path + ": no value (leave the line out to leave it unset)");
    } else if (value instanceof ScalarNode scalar) {
      values.put(path, new Given(scalar.getValue(), origin(name)));
    } else {
      throw new InputException(
          origin(name)
              + ": "
              + path
              + ": a list or section (expected: one value"
              + (KnownPaths.isKafkaProperty(path)
                  ? "; properties of Kafka are written in full, such as ssl.keystore.location"
                  : "")
              + ")");
    }
  }

  private static boolean isNothing(Node node) {
    return node instanceof ScalarNode scalar && scalar.getTag().equals(Tag.NULL);
  }

  private String origin(Node node) {
    return origin(node.getStartMark());
  }

  private String origin(Optional<Mark> mark) {
    return file + mark.map(place -> ":" + (place.getLine() + 1)).orElse("");
  }
}
