package dev.slowhour.grafana;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What Grafana reads: the files that are committed, not what would be written. */
final class Committed {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  private Committed() {}

  /** A dashboard and where it is. */
  record File(Path path, JsonNode json) {
    String uid() {
      return json.get("uid").asText();
    }

    /** shared, operations or joint: who gets it. */
    String audience() {
      return path.getParent().getFileName().toString();
    }

    List<JsonNode> panels() {
      return list(json.get("panels"));
    }

    List<JsonNode> variables() {
      return list(json.get("templating").get("list"));
    }

    @Override
    public String toString() {
      return uid();
    }
  }

  static List<File> dashboards() {
    return read("dashboards", ".json").stream().map(path -> new File(path, json(path))).toList();
  }

  static List<JsonNode> alertRules() {
    List<JsonNode> rules = new ArrayList<>();
    for (JsonNode file : alerting()) {
      for (JsonNode group : list(file.path("groups"))) {
        rules.addAll(list(group.get("rules")));
      }
    }
    return rules;
  }

  static List<JsonNode> alerting() {
    return read("provisioning/alerting", ".yaml").stream().map(Committed::yaml).toList();
  }

  static JsonNode yaml(Path path) {
    return tree(YAML, path);
  }

  private static JsonNode json(Path path) {
    return tree(JSON, path);
  }

  private static JsonNode tree(ObjectMapper mapper, Path path) {
    try {
      return mapper.readTree(Files.readString(path));
    } catch (IOException e) {
      throw new UncheckedIOException(path.toString(), e);
    }
  }

  static List<Path> read(String folder, String ending) {
    try (Stream<Path> paths = Files.walk(Path.of(folder))) {
      return paths.filter(path -> path.toString().endsWith(ending)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<JsonNode> list(JsonNode array) {
    List<JsonNode> elements = new ArrayList<>();
    array.forEach(elements::add);
    return elements;
  }
}
