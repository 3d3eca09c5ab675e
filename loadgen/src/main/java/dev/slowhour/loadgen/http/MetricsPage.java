package dev.slowhour.loadgen.http;

import io.prometheus.client.Collector;
import io.prometheus.client.Collector.MetricFamilySamples;
import io.prometheus.client.Collector.MetricFamilySamples.Sample;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/**
 * Writes families as Python's prometheus_client 0.26 does, which is what scrapers of vLLM meet:
 * labels in alphabetical order, each family's {@code _created} as a gauge behind it, numbers as
 * Python writes them.
 */
final class MetricsPage {

  /** What vLLM's {@code /metrics} says, whatever is asked for. */
  static final String CONTENT_TYPE = "text/plain; version=1.0.0; charset=utf-8";

  private static final String CREATED = "_created";

  private MetricsPage() {}

  static String of(List<? extends Collector> collectors) {
    StringBuilder page = new StringBuilder(1 << 16);
    for (Collector collector : collectors) {
      for (MetricFamilySamples family : collector.collect()) {
        append(page, family);
      }
    }
    return page.toString();
  }

  private static void append(StringBuilder page, MetricFamilySamples family) {
    boolean isCounter = family.type == Collector.Type.COUNTER;
    String name = isCounter ? family.name + "_total" : family.name;
    head(page, name, family.help, family.type.name().toLowerCase(Locale.ROOT));
    List<Sample> created = new ArrayList<>();
    for (Sample sample : family.samples) {
      if (sample.name.endsWith(CREATED)) {
        created.add(sample);
      } else {
        append(page, sample);
      }
    }
    if (!created.isEmpty()) {
      head(page, family.name + CREATED, family.help, "gauge");
      created.forEach(sample -> append(page, sample));
    }
  }

  private static void head(StringBuilder page, String name, String help, String type) {
    page.append("# HELP ").append(name).append(' ').append(help).append('\n');
    page.append("# TYPE ").append(name).append(' ').append(type).append('\n');
  }

  private static void append(StringBuilder page, Sample sample) {
    page.append(sample.name);
    TreeMap<String, String> labels = new TreeMap<>();
    for (int i = 0; i < sample.labelNames.size(); i++) {
      labels.put(sample.labelNames.get(i), sample.labelValues.get(i));
    }
    char separator = '{';
    for (var label : labels.entrySet()) {
      page.append(separator)
          .append(label.getKey())
          .append("=\"")
          .append(escaped(label.getValue()))
          .append('"');
      separator = ',';
    }
    page.append(labels.isEmpty() ? " " : "} ").append(number(sample.value)).append('\n');
  }

  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\n", "\\n").replace("\"", "\\\"");
  }

  /** Python's shortest form, with an exponent from a million on as Go has it. */
  static String number(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "+Inf" : "-Inf";
    }
    BigDecimal decimal = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    int exponent = decimal.precision() - decimal.scale() - 1;
    if (value == 0 || (exponent >= -4 && exponent < 6)) {
      String plain = decimal.toPlainString();
      return plain.contains(".") ? plain : plain + ".0";
    }
    String digits = decimal.unscaledValue().abs().toString();
    String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
    String sign = exponent < 0 ? "-" : "+";
    return (value < 0 ? "-" : "")
        + mantissa
        + "e"
        + sign
        + String.format(Locale.ROOT, "%02d", Math.abs(exponent));
  }
}
