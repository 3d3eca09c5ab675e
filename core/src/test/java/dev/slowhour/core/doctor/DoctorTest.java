package dev.slowhour.core.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.PoolMetric;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.read.InputFiles;
import dev.slowhour.core.time.ReportZone;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {

  private static final String HEADER =
      "request_id,tenant_id,endpoint_id,accel_pool,arrived_at,input_tokens,output_tokens,ttft_ms,"
          + "tpot_ms\n";

  @TempDir private Path folder;

  private Report examine() throws InputException {
    return Doctor.examine(
        InputFiles.list(List.of(folder.toString())),
        ReportZone.of("Asia/Seoul"),
        Duration.ofHours(1));
  }

  private DoctorTest file(String name, String content) throws IOException {
    Files.writeString(folder.resolve(name), content);
    return this;
  }

  private static String request(
      String endpoint, String time, String input, String output, String ttft, String tpot) {
    return String.join(
            ",",
            "r",
            "tnt",
            endpoint,
            "pool",
            "2026-10-13T" + time + "Z",
            input,
            output,
            ttft,
            tpot)
        + "\n";
  }

  private static String tenRequests(String input, String output, String ttft, String tpot) {
    return HEADER + request("ep", "10:00", input, output, ttft, tpot).repeat(10);
  }

  private List<String> suspicions(String content) throws IOException, InputException {
    return file("request_logs.csv", content).examine().files().get(0).suspicions();
  }

  @Test
  void aFolderOfNothingMissesItsTables() throws Exception {
    Report report = examine();
    assertThat(report.isReadable()).isFalse();
    assertThat(report.missing())
        .containsExactly(Table.REQUEST_LOGS, Table.TENANT_CONTRACTS, Table.POOL_METRICS);
  }

  @Test
  void aFileThatCannotBeReadDoesNotStopTheOthers() throws Exception {
    Report report =
        file("request_logs-1.csv", "request_id\n")
            .file("request_logs-2.csv", HEADER + request("ep", "10:00", "10", "2", "100", "5"))
            .file("tenant_contracts.json", "[")
            .examine();
    assertThat(report.files())
        .extracting(
            file -> file.failure().map(why -> why.replaceAll(" \\(expected.*", "")).orElse("-"))
        .containsExactly(
            "cannot be read: line 1: no column tenant_id, endpoint_id, accel_pool, arrived_at,"
                + " input_tokens, output_tokens, ttft_ms, tpot_ms",
            "-",
            "no JSON array at line 1, column 2");
    assertThat(report.isReadable()).isTrue();
  }

  @Test
  void theFirstThreeOfEachCodeAreShown() throws Exception {
    FileReport report =
        file("request_logs.jsonl", "x\n{}\n".repeat(5) + "\n").examine().files().get(0);
    assertThat(report.faults())
        .extracting(Faults::code, Faults::count)
        .containsExactly(tuple(NoticeCode.MALFORMED_JSON, 5L), tuple(NoticeCode.INVALID_FIELD, 5L));
    assertThat(report.faults().get(1).examples())
        .extracting(notice -> notice.place().line())
        .containsExactly(2L, 4L, 6L);
    assertThat(report.lines()).contains(11L);
    assertThat(report.blankLines()).contains(1L);
    assertThat(report.unreadable()).isEqualTo(10);
    assertThat(report.order()).contains(new CompletionOrder(0, Duration.ZERO, 0));
  }

  @Test
  void disorderIsHowFarARowCompletedBeforeOneAboveIt() throws Exception {
    // Of 10 s, of exactly 60 s, of 61 s and of 100 ms.
    String rows =
        request("ep", "10:02", "10", "1", "100", "0")
            + request("ep", "10:01:50", "10", "1", "100", "0")
            + request("ep", "10:01", "10", "1", "100", "0")
            + request("ep", "10:00:59", "10", "1", "100", "0")
            + request("ep", "10:00", "10", "12", "0100", "0")
            + request("ep", "10:01", "10", "12", "60000", "0");
    FileReport report = file("request_logs.csv", HEADER + rows).examine().files().get(0);
    assertThat(report.order()).contains(new CompletionOrder(1, Duration.ofSeconds(61), 5));
  }

  @Test
  void valuesThatLookLikeAnotherUnitAreTold() throws Exception {
    assertThat(suspicions(tenRequests("10", "2", "31", "0.1"))).isEmpty();
    assertThat(suspicions(tenRequests("10", "2", "30", "0.1")))
        .containsExactly("ttft_ms is at most 30 in all rows: seconds? (expected: milliseconds)");
    assertThat(suspicions(tenRequests("10", "2", "1.85", "0.1")))
        .containsExactly(
            "ttft_ms is no integer and at most 1000 in 10 lines: seconds? (expected:"
                + " milliseconds)");
    assertThat(suspicions(tenRequests("10", "2", "1850.5", "0.1"))).isEmpty();
    assertThat(suspicions(tenRequests("1", "1", "100", "0")))
        .containsExactly(
            "tpot_ms is 0 in all rows: not measured?",
            "input_tokens is 1 in all rows: not measured?",
            "output_tokens is 1 in all rows: chunks or answers counted, not tokens?");
    assertThat(suspicions(HEADER + request("ep", "10:00", "1", "1", "9", "0"))).isEmpty();
    file(
        "pool_metrics.csv",
        """
        accel_pool,minute,kv_cache_util,queued_requests
        p,2026-10-13T10:00Z,93,0
        p,2026-10-13T10:01Z,1,0
        p,2026-10-13T10:02Z,101,0
        p,2026-10-13T10:03Z,1.5,0
        """);
    assertThat(examine().files().get(1).suspicions())
        .containsExactly(
            "kv_cache_util is above 1 and at most 100 in 2 lines: percent? (expected: 0 to 1)");
  }

  @Test
  void minutesThatAreMissingAndNullsAreCountedOverAllFiles() throws Exception {
    Report report =
        file(
                "pool_metrics-1.csv",
                """
                accel_pool,minute,kv_cache_util,queued_requests
                b,2026-10-13T23:58Z,0.5,
                b,2026-10-13T23:58Z,,
                a,2026-10-13T10:00Z,0,0
                """)
            .file(
                "pool_metrics-2.csv",
                """
                accel_pool,minute,kv_cache_util,queued_requests
                b,2026-10-14T00:01Z,0.5,1
                """)
            .examine();
    assertThat(report.gapsAreKnown()).isTrue();
    assertThat(report.gaps())
        .containsExactly(
            new PoolGaps(
                "a",
                Instant.parse("2026-10-13T10:00:00Z"),
                Instant.parse("2026-10-13T10:00:00Z"),
                1,
                0,
                0,
                0),
            new PoolGaps(
                "b",
                Instant.parse("2026-10-13T23:58:00Z"),
                Instant.parse("2026-10-14T00:01:00Z"),
                4,
                2,
                1,
                2));
  }

  @Test
  void contractsAndRowsAreComparedOverAllFiles() throws Exception {
    String contract =
        "{\"tenant_id\":\"tnt\",\"tenant_name\":\"T\",\"endpoint_id\":\"%s\",\"model\":\"m\","
            + "\"ttft_slo_ms\":1,\"tpot_slo_ms\":1,\"max_concurrency\":1,\"max_input_tokens\":1}\n";
    Report report =
        file("request_logs-1.csv", HEADER + request("both", "10:00", "9", "2", "99", "5"))
            .file("request_logs-2.csv", HEADER + request("rows", "10:00", "9", "2", "99", "5"))
            .file("tenant_contracts-1.jsonl", contract.formatted("both").repeat(2))
            .file("tenant_contracts-2.jsonl", contract.formatted("contract"))
            .examine();
    assertThat(report.withoutRows()).isEqualTo(new Names(List.of("tnt/contract"), true));
    assertThat(report.withoutContract()).isEqualTo(new Names(List.of("tnt/rows"), true));
    assertThat(report.files().get(2).rows()).as("the replaced one can be read").isEqualTo(2);
    assertThat(report.files().get(2).unreadable()).isZero();
  }

  @Test
  void ofVeryManyEndpointsTheFirstAreHeld() throws Exception {
    String rows =
        IntStream.range(0, 12_000)
            .mapToObj(i -> request("ep-" + i, "10:00", "9", "2", "99", "5"))
            .collect(Collectors.joining());
    Names names =
        file("request_logs.csv", HEADER + rows).examine().files().get(0).endpoints().orElseThrow();
    assertThat(names.names()).hasSize(10_000);
    assertThat(names.areAll()).isFalse();
  }

  @Test
  void ofVeryManyDaysOfMetricsNoGapsAreKnown() {
    PoolMinutesSeen seen = new PoolMinutesSeen();
    for (int i = 0; i <= PoolMinutesSeen.MAX_DAYS; i++) {
      assertThat(seen.overflowed()).isFalse();
      seen.add(
          new PoolMetric(
              String.format(Locale.ROOT, "pool-%d", i),
              Instant.parse("2026-10-13T10:00:00Z"),
              BigDecimal.ZERO,
              0L));
    }
    assertThat(seen.overflowed()).isTrue();
    assertThat(seen.gaps()).isEmpty();
  }

  @Test
  void whatStandsBesideWindowsIsLookedAtAndNotMissedWhenItLacks() throws Exception {
    file(
            "request_failures.csv",
            """
            request_id,tenant_id,endpoint_id,accel_pool,arrived_at,kind
            a,tnt,ep,,2026-10-13T10:00Z,refused
            b,tnt,ep,pool,2026-10-13T11:00Z,lost
            """)
        .file(
            "platform_events.jsonl",
            """
            {"at":"2026-10-13T10:00Z","accel_pool":"pool","kind":"xid","text":"79"}
            no
            """);

    Report report = examine();

    assertThat(report.missing())
        .containsExactly(Table.REQUEST_LOGS, Table.TENANT_CONTRACTS, Table.POOL_METRICS);
    assertThat(report.files())
        .extracting(of -> of.file().table(), FileReport::rows, FileReport::unreadable)
        .containsExactly(
            tuple(Table.REQUEST_FAILURES, 1L, 1L), tuple(Table.PLATFORM_EVENTS, 1L, 1L));
    assertThat(report.withoutContract().names()).isEmpty();
  }
}
