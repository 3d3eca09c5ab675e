package dev.slowhour.job.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Writes a configuration as the file that would give it, but for its secrets. */
final class ConfigText {

  private static final DumpSettings QUOTED =
      DumpSettings.builder()
          .setDefaultScalarStyle(ScalarStyle.DOUBLE_QUOTED)
          .setSplitLines(false)
          .build();

  private final List<String> lines = new ArrayList<>();
  private List<String> section = List.of();

  private ConfigText() {}

  static List<String> lines(EffectiveConfig config) {
    ConfigText text = new ConfigText();
    for (Map.Entry<String, Given> property : config.kafkaClient().entrySet()) {
      text.add(
          List.of("kafka", "client"),
          property.getKey(),
          Setting.kafkaClient(property.getKey()),
          Optional.of(property.getValue()));
    }
    for (Setting setting : Setting.values()) {
      List<String> names = List.of(setting.path().split("\\."));
      text.add(
          names.subList(0, names.size() - 1),
          names.get(names.size() - 1),
          setting.path(),
          config.get(setting));
    }
    return text.lines;
  }

  private void add(List<String> itsSection, String name, String path, Optional<Given> given) {
    enter(itsSection);
    String indent = "  ".repeat(itsSection.size());
    lines.add(
        given
            .map(
                found ->
                    indent
                        + scalar(name)
                        + ": "
                        + scalar(Secrets.shown(path, found.value()))
                        + "  # "
                        + found.origin())
            .orElse(indent + "# " + name + ": not set"));
  }

  /** Writes the heads of the sections that differ from those of the line before. */
  private void enter(List<String> next) {
    int depth = 0;
    while (depth < Math.min(section.size(), next.size())
        && section.get(depth).equals(next.get(depth))) {
      depth++;
    }
    for (; depth < next.size(); depth++) {
      lines.add("  ".repeat(depth) + next.get(depth) + ":");
    }
    section = next;
  }

  /** The text as YAML: as it is where that reads as the same text, else in quotes. */
  private static String scalar(String text) {
    return isPlain(text) ? text : new Dump(QUOTED).dumpToString(text).strip();
  }

  private static boolean isPlain(String text) {
    try {
      return new Compose(LoadSettings.builder().build())
          .composeString("name: " + text + "  # origin")
          .filter(MappingNode.class::isInstance)
          .map(MappingNode.class::cast)
          .filter(mapping -> mapping.getValue().size() == 1)
          .map(mapping -> mapping.getValue().get(0).getValueNode())
          .filter(ScalarNode.class::isInstance)
          .map(ScalarNode.class::cast)
          .filter(value -> value.isPlain() && !value.getTag().equals(Tag.NULL))
          .filter(value -> value.getValue().equals(text))
          .isPresent();
    } catch (YamlEngineException e) {
      return false;
    }
  }
}
