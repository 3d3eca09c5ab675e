package dev.slowhour.core.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.Table;
import dev.slowhour.core.time.ReportZone;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reading holds no more of a million lines that cannot be read than of one. */
class ConstantMemoryTest {

  private static final int LINES = 1_000_000;

  /** What a JVM needs by itself, and two buffers of two mebibytes. */
  private static final String HEAP = "-Xmx24m";

  @TempDir private Path folder;

  private String scan(String name, String header, String... lines) throws Exception {
    Path file = folder.resolve(name);
    try (BufferedWriter writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      writer.write(header);
      for (int i = 0; i < LINES; i++) {
        writer.write(lines[i % lines.length]);
        writer.write('\n');
      }
    }
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                HEAP,
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                CountNotices.class.getName(),
                file.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return said.strip();
  }

  @Test
  void ofAMillionLinesOfJsonThatCannotBeRead() throws Exception {
    assertThat(
            scan(
                "request_logs.jsonl",
                "",
                "x",
                "{}",
                Lines.request("ttft_ms", "0"),
                "[[[[[[[[[[[[[",
                Lines.request("tenant_id", "\"" + "x".repeat(300) + "\"")))
        .isEqualTo("0 rows, 1000000 notices, 0 blank, 1000000 lines");
  }

  @Test
  void ofAMillionLinesOfCsvThatCannotBeRead() throws Exception {
    assertThat(
            scan(
                "request_logs.csv",
                CsvLines.header(Table.REQUEST_LOGS) + "\n",
                "x",
                "a\"b",
                CsvLines.request("ttft_ms", "0"),
                "\"a\"b,",
                ",,,,,,,,"))
        .isEqualTo("0 rows, 1000000 notices, 0 blank, 1000001 lines");
  }

  /** Runs in a JVM of its own. */
  static final class CountNotices {

    private CountNotices() {}

    public static void main(String[] arguments) throws IOException {
      Path file = Path.of(arguments[0]);
      InputFile input = new InputFile(Table.REQUEST_LOGS, file, "any");
      long rows = 0;
      long notices = 0;
      try (var scanner =
          RowScanner.ofRequests(input, 0, ReportZone.of("Asia/Seoul"), Duration.ofHours(1))) {
        while (scanner.next()) {
          rows += scanner.row().isPresent() ? 1 : 0;
          notices += scanner.notice().isPresent() ? 1 : 0;
        }
        System.out.println(
            rows
                + " rows, "
                + notices
                + " notices, "
                + scanner.blankLines()
                + " blank, "
                + scanner.linesRead()
                + " lines");
      }
    }
  }
}
