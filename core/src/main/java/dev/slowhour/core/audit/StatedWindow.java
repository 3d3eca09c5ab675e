package dev.slowhour.core.audit;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.read.InstantText;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A window as the judged output states it. Anything may be missing or of another type: what is not
 * as it should be is empty here, and failed by the check that is about it.
 */
final class StatedWindow {

  private static final Set<String> KNOWN =
      Arrays.stream(Field.values()).map(Field::fieldName).collect(Collectors.toUnmodifiableSet());

  private final Map<?, ?> fields;

  StatedWindow(Map<?, ?> fields) {
    this.fields = fields;
  }

  boolean has(Field field) {
    return fields.containsKey(field.fieldName());
  }

  /** What stands there; null is JSON's null, or nothing at all. */
  Object valueOrNull(Field field) {
    return fields.get(field.fieldName());
  }

  boolean isNull(Field field) {
    return has(field) && valueOrNull(field) == null;
  }

  boolean isOfItsType(Field field) {
    return has(field) && field.type().holds(valueOrNull(field));
  }

  Optional<String> text(Field field) {
    return valueOrNull(field) instanceof String text ? Optional.of(text) : Optional.empty();
  }

  /** The number, if it is one of the field's type. */
  Optional<BigDecimal> number(Field field) {
    return isOfItsType(field) && valueOrNull(field) instanceof BigDecimal number
        ? Optional.of(number)
        : Optional.empty();
  }

  Optional<VerdictName> verdict(Field field) {
    return text(field).flatMap(VerdictName::of);
  }

  /** The list, if it is one. */
  Optional<List<?>> list(Field field) {
    return valueOrNull(field) instanceof List<?> list ? Optional.of(list) : Optional.empty();
  }

  /** The texts of a list, without what is none. */
  List<String> texts(Field field) {
    return list(field).stream()
        .flatMap(List::stream)
        .filter(String.class::isInstance)
        .map(String.class::cast)
        .toList();
  }

  /** Names of fields that no window has. */
  Set<String> unknownFields() {
    return fields.keySet().stream()
        .map(String::valueOf)
        .filter(name -> !KNOWN.contains(name))
        .collect(Collectors.toSet());
  }

  /** Which window it is about, when that can be read. */
  Optional<WindowId> id() {
    return text(Field.TENANT_ID)
        .flatMap(
            tenant ->
                text(Field.ENDPOINT_ID)
                    .flatMap(
                        endpoint ->
                            text(Field.WINDOW_START)
                                .flatMap(InstantText::parseShown)
                                .map(
                                    start ->
                                        new WindowId(new EndpointId(tenant, endpoint), start))));
  }

  WindowLabel label() {
    return new WindowLabel(
        text(Field.WINDOW_KEY).orElse(WindowLabel.UNKNOWN),
        text(Field.TENANT_ID).orElse(WindowLabel.UNKNOWN),
        text(Field.ENDPOINT_ID).orElse(WindowLabel.UNKNOWN),
        text(Field.WINDOW_START).orElse(WindowLabel.UNKNOWN));
  }
}
