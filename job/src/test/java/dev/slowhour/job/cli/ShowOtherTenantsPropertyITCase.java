package dev.slowhour.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random input, judged, and every window of it as a page: other tenants are on none of them. */
class ShowOtherTenantsPropertyITCase {

  private static final int TENANTS = 4;
  private static final int REQUESTS = 400;

  /** Parts of ids that a page could trip over. */
  private static final List<String> HOSTILE =
      List.of("<b>", "&amp;", "\"", "'", "가나", "@|red", "{{x}}", "/", "1", "😀", "${y}", "=");

  private static final Pattern NAME =
      Pattern.compile(
          "\"tenant_id\":\"((?:[^\"\\\\]|\\\\.)*)\",\"endpoint_id\":\"((?:[^\"\\\\]|\\\\.)*)\","
              + "\"accel_pool\":\"pool-1\",\"window_start\":\"([^\"]*)\"");

  @TempDir private Path folder;

  private record Tenant(String tenantId, String name, String endpointId) {}

  /** New names every run; a failure names its seed. */
  static LongStream seeds() {
    Long seed = Long.getLong("slowhour.names-seed");
    return seed != null ? LongStream.of(seed) : new Random().longs(4);
  }

  @ParameterizedTest(name = "-Dslowhour.names-seed={0}")
  @MethodSource("seeds")
  void noPageHoldsAnIdOrANameOfAnotherTenant(long seed) throws Exception {
    Random random = new Random(seed);
    List<Tenant> tenants = new ArrayList<>();
    for (int i = 0; i < TENANTS; i++) {
      // Each with letters that no page and no other tenant has.
      tenants.add(
          new Tenant(
              "Ŧ" + i + hostile(random).replace("/", "") + "Ŧ" + i,
              "Ň" + i + hostile(random) + "Ň" + i,
              "Ē" + i + hostile(random) + "Ē" + i));
    }
    writeInput(tenants, random);
    Path judged = folder.resolve("judged");
    run("judge", "--in", folder.resolve("in").toString(), "--out", judged.toString());

    int windows = 0;
    Matcher window = NAME.matcher(Files.readString(judged.resolve("verdicts.json")));
    while (window.find()) {
      String tenantId = unescaped(window.group(1));
      String endpointId = unescaped(window.group(2));
      Path page = folder.resolve("page.html");
      run(
          "show",
          tenantId + "/" + endpointId + "/" + window.group(3),
          "--out",
          judged.toString(),
          "--html",
          page.toString());
      String html = unescapedHtml(Files.readString(page));
      assertThat(html).contains(tenantId, endpointId);
      for (Tenant tenant : tenants) {
        if (!tenant.tenantId().equals(tenantId)) {
          assertThat(html).doesNotContain(tenant.tenantId(), tenant.endpointId(), tenant.name());
        }
      }
      assertThat(html).doesNotContain("Ň");
      windows++;
    }
    assertThat(windows).isGreaterThanOrEqualTo(TENANTS);
  }

  private static String hostile(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      text.append(HOSTILE.get(random.nextInt(HOSTILE.size())));
    }
    return text.toString();
  }

  private void writeInput(List<Tenant> tenants, Random random) throws IOException {
    Path in = Files.createDirectory(folder.resolve("in"));
    JsonFactory json = new JsonFactory();
    try (Writer file = Files.newBufferedWriter(in.resolve("tenant_contracts.jsonl"));
        JsonGenerator line = lines(json, file)) {
      for (Tenant tenant : tenants) {
        line.writeStartObject();
        line.writeStringField("tenant_id", tenant.tenantId());
        line.writeStringField("tenant_name", tenant.name());
        line.writeStringField("endpoint_id", tenant.endpointId());
        line.writeStringField("model", "m");
        line.writeNumberField("ttft_slo_ms", 800);
        line.writeNumberField("tpot_slo_ms", 60);
        line.writeNumberField("max_concurrency", 1 + random.nextInt(4));
        line.writeNumberField("max_input_tokens", 1000);
        line.writeEndObject();
      }
    }
    try (Writer file = Files.newBufferedWriter(in.resolve("request_logs.jsonl"));
        JsonGenerator line = lines(json, file)) {
      for (int i = 0; i < REQUESTS; i++) {
        Tenant tenant = tenants.get(random.nextInt(TENANTS));
        line.writeStartObject();
        line.writeStringField("request_id", "req-" + i);
        line.writeStringField("tenant_id", tenant.tenantId());
        line.writeStringField("endpoint_id", tenant.endpointId());
        line.writeStringField("accel_pool", "pool-1");
        line.writeStringField(
            "arrived_at",
            String.format(
                "2026-10-13T1%d:%02d:%02dZ", random.nextInt(2), random.nextInt(60), i % 60));
        line.writeNumberField("input_tokens", 1 + random.nextInt(2000));
        line.writeNumberField("output_tokens", random.nextInt(40));
        line.writeNumberField("ttft_ms", 1 + random.nextInt(20_000));
        line.writeNumberField("tpot_ms", random.nextInt(200));
        line.writeEndObject();
      }
    }
  }

  private static JsonGenerator lines(JsonFactory json, Writer file) throws IOException {
    return json.createGenerator(file)
        .setRootValueSeparator(new com.fasterxml.jackson.core.io.SerializedString("\n"));
  }

  private static void run(String... arguments) {
    StringWriter err = new StringWriter();
    int exitCode =
        Main.run(
            arguments,
            new PrintWriter(new StringWriter(), true),
            new PrintWriter(err, true),
            Path.of(""));
    assertThat(exitCode).as(err.toString()).isZero();
  }

  private static String unescaped(String json) {
    return json.replace("\\\"", "\"").replace("\\\\", "\\");
  }

  private static String unescapedHtml(String html) {
    return html.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&#x3D;", "=")
        .replace("&#x60;", "`")
        .replace("&amp;", "&");
  }
}
