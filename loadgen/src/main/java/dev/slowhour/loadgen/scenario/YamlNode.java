package dev.slowhour.loadgen.scenario;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.utils.JsonNodes;
import dev.slowhour.core.read.InputException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A value of a scenario, with where it stands. That it has the form which the schema asks for has
 * been checked.
 *
 * @param file as messages name it
 * @param path of names and indexes from the top, such as {@code pools[0].engine}
 */
record YamlNode(String file, String path, JsonNode json) {

  static String place(String file, JsonNode json) {
    JsonLocation location = JsonNodes.tokenStreamLocationOf(json);
    return location == null ? file : file + ":" + location.getLineNr();
  }

  YamlNode get(String name) {
    return new YamlNode(file, path.isEmpty() ? name : path + "." + name, json.get(name));
  }

  Optional<YamlNode> find(String name) {
    return json.has(name) ? Optional.of(get(name)) : Optional.empty();
  }

  List<YamlNode> items() {
    List<YamlNode> items = new ArrayList<>();
    for (int i = 0; i < json.size(); i++) {
      items.add(new YamlNode(file, path + "[" + i + "]", json.get(i)));
    }
    return items;
  }

  List<YamlNode> items(String name) {
    return find(name).map(YamlNode::items).orElse(List.of());
  }

  String text() {
    return json.textValue();
  }

  String text(String name) {
    return get(name).text();
  }

  int integer(String name) throws InputException {
    YamlNode node = get(name);
    if (!node.json.canConvertToExactIntegral() || !node.json.canConvertToInt()) {
      throw node.fault(node.json + " (expected: an integer that fits in 32 bits)");
    }
    return node.json.intValue();
  }

  int integer(String name, int otherwise) throws InputException {
    return json.has(name) ? integer(name) : otherwise;
  }

  long longInteger(String name) {
    return get(name).json.longValue();
  }

  double number(String name) {
    return get(name).json.doubleValue();
  }

  double number(String name, double otherwise) {
    return json.has(name) ? number(name) : otherwise;
  }

  boolean flag(String name) {
    return json.has(name) && json.get(name).booleanValue();
  }

  Duration duration(String name, Duration otherwise) {
    return json.has(name) ? get(name).duration() : otherwise;
  }

  Duration duration() {
    String text = text();
    int unit = text.endsWith("ms") ? 2 : 1;
    long amount = Long.parseLong(text.substring(0, text.length() - unit));
    return switch (text.substring(text.length() - unit)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      default -> Duration.ofHours(amount);
    };
  }

  /** What is wrong with this value: {@code file:line: path: message}. */
  InputException fault(String message) {
    return new InputException(place(file, json) + ": " + path + ": " + message);
  }
}
