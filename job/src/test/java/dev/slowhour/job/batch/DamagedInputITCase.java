package dev.slowhour.job.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.job.testing.Contracts;
import dev.slowhour.job.testing.Request;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Every kind of damage in one judged folder, with the very notice that it gets. */
class DamagedInputITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = Judging.cluster(2);

  private static final String GOOD = Request.at("2026-10-13T10:00+09:00").json();
  private static final String HEADER =
      "request_id,tenant_id,endpoint_id,accel_pool,arrived_at,input_tokens,output_tokens,ttft_ms,"
          + "tpot_ms\n";
  private static final String GOOD_CSV = "r-1,tenant,endpoint,pool,2026-10-13T01:00:00Z,10,1,100,0";
  private static final String MALFORMED_JSON = "JSON 객체 하나로 읽을 수 없는 줄이라 세지 않았습니다.";
  private static final String MALFORMED_CSV = "CSV 한 줄로 읽을 수 없어 세지 않았습니다.";
  private static final String TRUNCATED = "압축 파일이 이 줄부터 손상되어 앞줄까지만 읽었습니다.";
  private static final String POSITIVE = "1 이상의 정수";
  private static final String ID = "1~200자, 제어 문자와 '·' 없이, 앞뒤 공백 없이";

  @TempDir private static Path folder;
  private static List<String> notices;
  private static int rows;

  @BeforeAll
  static void judge() throws Exception {
    put("empty.jsonl", "");
    put("blank.jsonl", "\n \t\r\n\r\n   ");
    put("no-newline.jsonl", good(1) + "x");
    put("crlf.jsonl", good(1).replace("\n", "\r\n") + "x\r\n" + good(1).replace("\n", "\r\n"));
    put("lone-cr.jsonl", good(1).replace(",", ",\r") + "x\r" + good(1));
    put("mark.jsonl", "\uFEFF" + good(1) + "\uFEFFx\n" + good(1));
    put("utf8.jsonl", concat(good(1), new byte[] {'"', (byte) 0xC1, (byte) 0x81, '"', '\n'}));
    put("long.jsonl", good(1) + "y".repeat(10_000_000) + "\n" + good(1));
    put("cut.jsonl.gz", cut(gzip(good(1) + "x\n\n" + good(1))));
    put("members.jsonl.gz", concat(gzip(good(2)), gzip("x\n"), gzip(good(1))));
    put("trailing.jsonl.gz", concat(gzip(good(2)), "no gzip".getBytes(StandardCharsets.UTF_8)));
    put(
        "numbers.jsonl",
        with("ttft_ms", "18446744073709551616")
            + with("ttft_ms", "-99999999999999999999999999999999")
            + with("tpot_ms", "1e999999999")
            + with("tpot_ms", "1e-999999999")
            + with("tpot_ms", "NaN"));
    put(
        "deep.jsonl",
        with("x", "[".repeat(499) + "]".repeat(499))
            + with("x", "[".repeat(500) + "]".repeat(500)));
    put(
        "wide.jsonl",
        good(1).replace("{", "{" + "\"x\":[1,{}],".repeat(10_000))
            + "{"
            + "\"x\":0,".repeat(10_000));
    put("control.jsonl", with("request_id", "\"\\u0000\\u001b\"") + "\"\u001B[2J\u0000\"\n");
    put("empty.csv", "");
    put("blank.csv", "\n \t\r\n\r\n   ");
    put("header.csv", HEADER);
    put(
        "damaged.csv",
        "\uFEFF" + HEADER.replace("\n", "\r\n") + GOOD_CSV + "\r\n\"x\na,b\n\n" + csv("ttft_ms"));
    put("cells.csv", HEADER + GOOD_CSV + ",\n" + "r\"-1" + GOOD_CSV.substring(3) + "\n" + GOOD_CSV);
    put("control.csv", HEADER + GOOD_CSV.replace("r-1", "\u001B[2J\u0000\r") + "\n");
    put("long.csv", HEADER + "z".repeat(10_000_000) + "\n" + GOOD_CSV);
    put("utf8.csv", concat(HEADER, new byte[] {(byte) 0xFF, '\n'}, GOOD_CSV.replace("r-1", "c-0")));
    put("cut.csv.gz", cut(gzip(HEADER + GOOD_CSV + "\n" + GOOD_CSV)));
    Files.writeString(
        folder.resolve("in/tenant_contracts.jsonl"),
        Contracts.json(Contracts.of("tenant", "endpoint", 800))
            + "\n{}\n"
            + Contracts.json(Contracts.of("tenant", "endpoint-2", 0))
            + "\n");
    Judging.judge(folder.resolve("in"), folder.resolve("out"), JudgeSettings.defaults(), 2);
    notices = Files.readAllLines(folder.resolve("out/notices.jsonl"));
    rows =
        Integer.parseInt(
            Files.readString(folder.resolve("out/run.json"))
                .replaceAll("(?s).*\"request_logs\" : \\{\\s*\"rows\" : (\\d+).*", "$1"));
  }

  private static int nextId = 100;

  /** So many good lines, each with its own id. */
  private static String good(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> GOOD.replace("r-1", "r-" + nextId++) + "\n")
        .reduce("", String::concat);
  }

  private static String with(String field, String json) {
    String line = good(1);
    String with = line.replaceAll("\"" + field + "\":[^,}]*", "\"" + field + "\":\0");
    return (with.equals(line) ? line.replace("}", ",\"" + field + "\":\0}") : with)
        .replace("\0", json);
  }

  private static String csv(String columnAtFault) {
    assertThat(columnAtFault).isEqualTo("ttft_ms");
    return GOOD_CSV.replace(",100,", ",100ms,") + "\n";
  }

  private static void put(String name, byte[] content) throws IOException {
    Path file = folder.resolve("in/request_logs").resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, content);
  }

  private static void put(String name, String content) throws IOException {
    String unique = content;
    while (unique.contains("r-1,tenant")) {
      unique = unique.replaceFirst("r-1,tenant", "c-" + nextId++ + ",tenant");
    }
    put(name, unique.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] gzip(String content) throws IOException {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(compressed)) {
      gzip.write(content.getBytes(StandardCharsets.UTF_8));
    }
    return compressed.toByteArray();
  }

  private static byte[] cut(byte[] whole) {
    return Arrays.copyOf(whole, whole.length - 8);
  }

  private static byte[] concat(Object... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (Object part : parts) {
      all.writeBytes(
          part instanceof byte[] bytes ? bytes : ((String) part).getBytes(StandardCharsets.UTF_8));
    }
    return all.toByteArray();
  }

  /** What is said about a file, with ids that tests do not ask for replaced by r. */
  private static Stream<String> said(String file) {
    return notices.stream()
        .filter(notice -> notice.contains("\"file\":\"request_logs/" + file + "\""))
        .map(
            notice ->
                notice.replaceAll("(\\\\\"request_id\\\\\":\\\\\"r|\"raw_line\":\"c)-\\d+", "$1"));
  }

  private static String notice(
      String file, int line, String code, String fields, String message, String rawLine) {
    return notice(
        file, line, code, fields, "null", "null", "\"2026-10-13T10:00+09:00\"", message, rawLine);
  }

  private static String notice(
      String file,
      int line,
      String code,
      String fields,
      String tenant,
      String endpoint,
      String window,
      String message,
      String rawLine) {
    return String.format(
        Locale.ROOT,
        "{\"table\":\"request_logs\",\"file\":\"request_logs/%s\",\"line\":%d,\"code\":\"%s\","
            + "\"fields\":[%s],\"tenant_id\":%s,\"endpoint_id\":%s,\"window_start\":%s,"
            + "\"message\":\"%s\",\"raw_line\":\"%s\"}",
        file,
        line,
        code,
        fields,
        tenant,
        endpoint,
        window,
        message,
        rawLine);
  }

  private static String malformed(String file, int line, String rawLine) {
    boolean isCsv = file.contains(".csv");
    return notice(
        file,
        line,
        isCsv ? "malformed_csv" : "malformed_json",
        "",
        isCsv ? MALFORMED_CSV : MALFORMED_JSON,
        rawLine);
  }

  private static String firstMalformed(String file, int line, String rawLine) {
    return malformed(file, line, rawLine).replace("\"2026-10-13T10:00+09:00\"", "null");
  }

  private static String invalid(String file, int line, String field, String expected, String raw) {
    return notice(
        file,
        line,
        "invalid_field",
        "\"" + field + "\"",
        "\"tenant\"",
        "\"endpoint\"",
        "\"2026-10-13T10:00+09:00\"",
        "형식에 맞지 않는 값이 있습니다: " + field + "(" + expected + "). 이 줄은 세지 않았습니다.",
        raw);
  }

  private static String truncated(String file, int line) {
    return notice(file, line, "truncated_input", "", TRUNCATED, "");
  }

  /** The good line as a notice quotes it, with a field as JSON. */
  private static String raw(String field, String json) {
    return GOOD.replaceAll(
            "\"" + field + "\":[^,}]*", "\"" + field + "\":" + json.replace("\\", "\\\\"))
        .replace("r-1", "r")
        .replace("\\", "\\\\")
        .replace("\"", "\\\"");
  }

  @Test
  void filesWithNothingInThemSayNothing() {
    for (String file :
        List.of("empty.jsonl", "blank.jsonl", "empty.csv", "blank.csv", "header.csv")) {
      assertThat(said(file)).as(file).isEmpty();
    }
  }

  @Test
  void everyGoodLineOfADamagedFileCounts() {
    assertThat(notices).noneMatch(notice -> notice.contains("duplicate_request_id"));
    assertThat(rows).isEqualTo(23);
  }

  @Test
  void linesAreCutAtLineFeedsAlone() {
    assertThat(said("no-newline.jsonl")).containsExactly(malformed("no-newline.jsonl", 2, "x"));
    assertThat(said("crlf.jsonl")).containsExactly(malformed("crlf.jsonl", 2, "x"));
    assertThat(said("lone-cr.jsonl"))
        .containsExactly(malformed("lone-cr.jsonl", 2, "x\uFFFD" + raw("tpot_ms", "0")));
    assertThat(said("mark.jsonl")).containsExactly(malformed("mark.jsonl", 2, "\uFEFFx"));
  }

  @Test
  void bytesThatAreNoUtf8AndLinesThatAreTooLong() {
    assertThat(said("utf8.jsonl"))
        .containsExactly(malformed("utf8.jsonl", 2, "\\\"\uFFFD\uFFFD\\\""));
    assertThat(said("long.jsonl")).containsExactly(malformed("long.jsonl", 2, "y".repeat(500)));
    assertThat(said("long.csv")).containsExactly(firstMalformed("long.csv", 2, "z".repeat(500)));
    assertThat(said("utf8.csv")).containsExactly(firstMalformed("utf8.csv", 2, "\uFFFD"));
  }

  @Test
  void compressedFiles() {
    assertThat(said("cut.jsonl.gz"))
        .containsExactly(malformed("cut.jsonl.gz", 2, "x"), truncated("cut.jsonl.gz", 5));
    assertThat(said("members.jsonl.gz")).containsExactly(malformed("members.jsonl.gz", 3, "x"));
    assertThat(said("trailing.jsonl.gz")).containsExactly(truncated("trailing.jsonl.gz", 3));
    assertThat(said("cut.csv.gz")).containsExactly(truncated("cut.csv.gz", 3));
  }

  @Test
  void numbersThatAreTooLarge() {
    String tpot = "0 이상의 수, 소수점 앞 15자리 뒤 30자리까지";
    String file = "numbers.jsonl";
    assertThat(said(file))
        .containsExactly(
            invalid(file, 1, "ttft_ms", POSITIVE, raw("ttft_ms", "18446744073709551616")),
            invalid(
                file, 2, "ttft_ms", POSITIVE, raw("ttft_ms", "-99999999999999999999999999999999")),
            invalid(file, 3, "tpot_ms", tpot, raw("tpot_ms", "1e999999999")),
            invalid(file, 4, "tpot_ms", tpot, raw("tpot_ms", "1e-999999999")),
            malformed(file, 5, raw("tpot_ms", "NaN")));
  }

  @Test
  void depthAndWidth() {
    assertThat(said("deep.jsonl"))
        .singleElement()
        .asString()
        .startsWith(
            "{\"table\":\"request_logs\",\"file\":\"request_logs/deep.jsonl\",\"line\":2,"
                + "\"code\":\"malformed_json\",\"fields\":[]");
    assertThat(said("wide.jsonl"))
        .containsExactly(
            malformed(
                "wide.jsonl",
                2,
                ("{" + "\"x\":0,".repeat(100)).substring(0, 500).replace("\"", "\\\"")));
  }

  @Test
  void nulAndEscapeCharactersAreShownAsReplacement() {
    assertThat(said("control.jsonl"))
        .containsExactly(
            invalid("control.jsonl", 1, "request_id", ID, raw("request_id", "\"\\u0000\\u001b\"")),
            malformed("control.jsonl", 2, "\\\"\uFFFD[2J\uFFFD\\\""));
    assertThat(said("control.csv"))
        .containsExactly(
            invalid(
                "control.csv",
                2,
                "request_id",
                ID,
                GOOD_CSV.replace("r-1", "\uFFFD[2J\uFFFD\uFFFD")));
    assertThat(notices)
        .allMatch(
            notice ->
                notice.codePoints().noneMatch(c -> Character.getType(c) == Character.CONTROL));
  }

  @Test
  void recordsOfCsv() {
    assertThat(said("damaged.csv"))
        .containsExactly(
            malformed("damaged.csv", 3, "\\\"x"),
            malformed("damaged.csv", 4, "a,b"),
            invalid(
                "damaged.csv",
                6,
                "ttft_ms",
                POSITIVE,
                GOOD_CSV.replace("r-1", "c").replace(",100,", ",100ms,")));
    assertThat(said("cells.csv"))
        .containsExactly(
            firstMalformed("cells.csv", 2, GOOD_CSV.replace("r-1", "c") + ","),
            firstMalformed("cells.csv", 3, "r\\\"-1" + GOOD_CSV.substring(3)));
  }

  @Test
  void contractsThatCannotBeReadDoNotStopTheOthers() {
    assertThat(notices.stream().filter(notice -> notice.contains("tenant_contracts")))
        .containsExactly(
            "{\"table\":\"tenant_contracts\",\"file\":\"tenant_contracts.jsonl\",\"line\":2,"
                + "\"code\":\"invalid_field\",\"fields\":[\"tenant_id\",\"tenant_name\","
                + "\"endpoint_id\",\"model\",\"ttft_slo_ms\",\"tpot_slo_ms\",\"max_concurrency\","
                + "\"max_input_tokens\"],\"tenant_id\":null,\"endpoint_id\":null,"
                + "\"window_start\":null,\"message\":\"형식에 맞지 않는 값이 있습니다: tenant_id("
                + ID
                + ", '/' 없이), tenant_name(1~200자, 제어 문자 없이), endpoint_id("
                + ID
                + "), model(1~200자, 제어 문자 없이), ttft_slo_ms(1 이상의 정수), tpot_slo_ms(1 이상의"
                + " 정수), max_concurrency(1 이상의 정수), max_input_tokens(1 이상의 정수). 이 계약은"
                + " 적용하지 않았습니다.\",\"raw_line\":\"{}\"}",
            "{\"table\":\"tenant_contracts\",\"file\":\"tenant_contracts.jsonl\",\"line\":3,"
                + "\"code\":\"invalid_field\",\"fields\":[\"ttft_slo_ms\"],\"tenant_id\":\"tenant\",\"endpoint_id\":\"endpoint-2\",\"window_start\":null,\"message\":\"형식에"
                + " 맞지 않는 값이 있습니다: ttft_slo_ms(1 이상의 정수). 이 계약은 적용하지 않았습니다.\",\"raw_line\":\""
                + Contracts.json(Contracts.of("tenant", "endpoint-2", 0)).replace("\"", "\\\"")
                + "\"}");
  }
}
