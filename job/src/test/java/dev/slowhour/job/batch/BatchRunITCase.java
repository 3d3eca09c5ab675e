package dev.slowhour.job.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slowhour.core.data.Table;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.Verdict;
import dev.slowhour.core.read.InputException;
import dev.slowhour.job.testing.Contracts;
import dev.slowhour.job.testing.InputFolder;
import dev.slowhour.job.testing.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class BatchRunITCase {

  private static final Path SEED_DAY = Path.of("..", "examples", "seed-day");
  private static final Request AT_TEN = Request.at("2026-10-13T10:00+09:00");
  private static final Instant TEN = AT_TEN.arrivedAt();
  private static final Duration HOUR = Duration.ofHours(1);
  private static final String CONTRACT = Contracts.json(Contracts.of("tenant", "endpoint", 800));

  @TempDir private Path folder;
  @TempDir private Path temporary;
  private Path out;

  @BeforeEach
  void nameOutput() {
    out = folder.resolve("out");
  }

  private InputFolder input() throws IOException {
    return InputFolder.in(folder, "in");
  }

  private RunCounts judge(JudgeSettings settings, int parallelism, Path... inputs)
      throws Exception {
    return new BatchRun(Stream.of(inputs).map(Path::toString).toList(), out, settings)
        .run(LocalCluster.environment(parallelism, temporary), job -> {});
  }

  private RunCounts judge(Path... inputs) throws Exception {
    return judge(JudgeSettings.defaults(), 2, inputs);
  }

  /** Fails with that message, leaves nothing and does not touch the input. */
  private void assertFails(InputFolder input, String message) throws IOException {
    Map<String, String> before = regularContent(input);

    assertThatThrownBy(() -> judge(input.path()))
        .isInstanceOf(InputException.class)
        .hasMessage(message);

    assertThat(folder).isDirectoryNotContaining(path -> !path.equals(input.path()));
    assertThat(regularContent(input)).isEqualTo(before);
  }

  /** Without what hangs on a link. */
  private static Map<String, String> regularContent(InputFolder input) throws IOException {
    try (Stream<Path> files = Files.list(input.path())) {
      return files.anyMatch(Files::isSymbolicLink) ? Map.of() : InputFolder.content(input.path());
    }
  }

  private List<String> values(String file, String field) throws IOException {
    return Pattern.compile("\"" + field + "\":(\"(.*?)\"|[^,}]*)")
        .matcher(Files.readString(out.resolve(file)))
        .results()
        .map(match -> match.group(2) == null ? match.group(1) : match.group(2))
        .toList();
  }

  // What is written.

  @Test
  void runJsonSaysWhatWasJudgedAndHow() throws Exception {
    judge(SEED_DAY);

    assertThat(out.resolve("run.json"))
        .hasContent(
            """
            {
              "version" : "%s",
              "settings" : {
                "zone" : "Asia/Seoul",
                "max_request_duration_ms" : 3600000,
                "from" : null,
                "to" : null
              },
              "inputs" : [ {
                "table" : "request_logs",
                "file" : "request_logs.jsonl.gz",
                "bytes" : %d
              }, {
                "table" : "tenant_contracts",
                "file" : "tenant_contracts.json",
                "bytes" : 2435
              }, {
                "table" : "pool_metrics",
                "file" : "pool_metrics.jsonl",
                "bytes" : 32987
              }, {
                "table" : "pools",
                "file" : "pools.json",
                "bytes" : 164
              } ],
              "counts" : {
                "request_logs" : {
                  "rows" : 11879,
                  "unreadable_lines" : 0,
                  "blank_lines" : 0
                },
                "pool_metrics" : {
                  "rows" : 300,
                  "unreadable_lines" : 0,
                  "blank_lines" : 0
                },
                "contracts_in_force" : 10,
                "windows" : {
                  "SLO 안에서 처리됨" : 18,
                  "계약 동시성을 넘겨 보냄" : 1,
                  "계약보다 긴 입력이 몰림" : 1,
                  "계약 안인데 밀림 · 성능 격리 실패" : 2
                },
                "notices" : { }
              }
            }
            """
                .formatted(Version.text(), Files.size(SEED_DAY.resolve("request_logs.jsonl.gz"))));
    assertThat(InputFolder.content(out))
        .containsOnlyKeys("verdicts.json", "minutes.jsonl", "notices.jsonl", "run.json");
  }

  @Test
  void runJsonCountsWhatWasLeftOutAndNamesTheSettings() throws Exception {
    InputFolder input =
        input()
            .with(
                "request_logs.jsonl",
                AT_TEN.json(),
                "",
                AT_TEN.json(),
                "no json",
                AT_TEN.to("tenant", "unknown").json())
            .with("pool_metrics.ndjson", " ", "no metric")
            .with("tenant_contracts.jsonl", CONTRACT);
    judge(
        new JudgeSettings("UTC", Duration.ofMinutes(90), TEN.minus(HOUR), TEN.plus(HOUR)),
        1,
        input.path());

    assertThat(Files.readString(out.resolve("run.json")))
        .contains(
            """
              "settings" : {
                "zone" : "UTC",
                "max_request_duration_ms" : 5400000,
                "from" : "2026-10-13T00:00+00:00",
                "to" : "2026-10-13T02:00+00:00"
              },
            """)
        .contains(
            """
                "request_logs" : {
                  "rows" : 3,
                  "unreadable_lines" : 1,
                  "blank_lines" : 1
                },
                "pool_metrics" : {
                  "rows" : 0,
                  "unreadable_lines" : 1,
                  "blank_lines" : 1
                },
            """)
        .contains(
            """
                "notices" : {
                  "malformed_json" : 2,
                  "duplicate_request_id" : 1,
                  "no_contract" : 1
                }
            """);
  }

  @Test
  void judgingTwiceOrWithMoreSubtasksGivesTheSameBytes() throws Exception {
    InputFolder faults =
        input()
            .with("request_logs-1.jsonl", faulty(1))
            .with("request_logs-2.jsonl.gz", faulty(2))
            .with("request_logs/한글 3.ndjson", faulty(3))
            .with("pool_metrics-b.jsonl", "{}", "[]", "no metric");
    judge(JudgeSettings.defaults(), 1, SEED_DAY, faults.path());
    Map<String, String> first = InputFolder.content(out);
    judge(JudgeSettings.defaults(), 3, SEED_DAY, faults.path());
    Map<String, String> onThree = InputFolder.content(out);
    judge(JudgeSettings.defaults(), 3, SEED_DAY, faults.path());
    Map<String, String> again = InputFolder.content(out);

    assertThat(onThree).isEqualTo(first);
    assertThat(again).isEqualTo(first);
    assertThat(values("notices.jsonl", "code"))
        .contains("malformed_json", "duplicate_request_id", "stray_pool", "no_contract");
    assertThat(values("verdicts.json", "verdict"))
        .contains(Stream.of(Verdict.values()).map(Verdict::text).toArray(String[]::new));
  }

  /** Requests of a contract of the seed day and of none, some doubled, some in a stray pool. */
  private static List<String> faulty(int seed) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      Request request =
          AT_TEN
              .to(i % 3 == 0 ? "tnt-c03" : "nobody", "ep-c-chat-01")
              .id("r-" + i % 400)
              .pool(i % 7 == seed ? "stray" : "gpu-pool-1")
              .after(Duration.ofSeconds(i % 50 * 200L + seed));
      lines.add(i % 11 == 0 ? "no json" : request.json());
    }
    return lines;
  }

  @Test
  void filesOfSeveralFoldersAreNamedWithTheirFolder() throws Exception {
    InputFolder first = InputFolder.in(folder, "first").with("request_logs.jsonl", "no json");
    InputFolder second =
        InputFolder.in(folder, "second")
            .with("request_logs.jsonl", AT_TEN.json(), "no json")
            .with("tenant_contracts.jsonl", CONTRACT);
    judge(first.path(), second.path());

    assertThat(values("notices.jsonl", "file"))
        .containsExactly(
            first.path() + "/request_logs.jsonl", second.path() + "/request_logs.jsonl");
    assertThat(values("notices.jsonl", "line")).containsExactly("1", "2");
  }

  @Test
  void theJobCanBeWatched() throws Exception {
    List<WatchedJob> jobs = new ArrayList<>();
    RunCounts counts =
        new BatchRun(List.of(SEED_DAY.toString()), out, JudgeSettings.defaults())
            .run(LocalCluster.environment(2, temporary), jobs::add);

    assertThat(jobs).extracting(WatchedJob::total).containsExactly(counts.bytes());
    assertThat(jobs.get(0).percentRead(counts)).isEqualTo(100);
    assertThat(counts.rows(Table.REQUEST_LOGS)).isEqualTo(11_879);
  }

  // Hours.

  @Test
  void fromAndToRestrictWhatIsJudgedAndNotWhatCounts() throws Exception {
    InputFolder input =
        input()
            .with(
                "request_logs.jsonl",
                AT_TEN.id("before").after(Duration.ofSeconds(-1)).ttft(2_000).json(),
                AT_TEN.id("first").ttft(900).json(),
                AT_TEN.id("last").after(HOUR.multipliedBy(2).minusMillis(1)).json(),
                AT_TEN.id("after").after(HOUR.multipliedBy(2)).json(),
                AT_TEN.to("other", "other").after(Duration.ofMinutes(-30)).json())
            .with("tenant_contracts.jsonl", CONTRACT);
    judge(
        new JudgeSettings("Asia/Seoul", Duration.ofHours(1), TEN, TEN.plus(HOUR.multipliedBy(2))),
        2,
        input.path());

    assertThat(values("verdicts.json", "window_start"))
        .containsExactly("2026-10-13T10:00+09:00", "2026-10-13T11:00+09:00");
    assertThat(values("verdicts.json", "peak_concurrency")).containsExactly("2", "1");
    assertThat(values("verdicts.json", "other_tenant_requests_at_worst"))
        .containsExactly("0", "null");
    assertThat(values("verdicts.json", "other_tenant_requests_prev_hour_avg"))
        .as("one request in 60 minutes, rounded")
        .containsExactly("0", "null");
    assertThat(values("verdicts.json", "other_tenant_requests_ratio"))
        .as("0 × 60 ÷ 1: there was one")
        .containsExactly("0", "null");
    assertThat(values("notices.jsonl", "code")).containsExactly("no_contract");
  }

  @Test
  void noHourFromOrToIsAnEmptyList() throws Exception {
    InputFolder input =
        input().with("request_logs.jsonl", AT_TEN.json()).with("tenant_contracts.jsonl", CONTRACT);
    judge(
        new JudgeSettings("Asia/Seoul", Duration.ofHours(1), TEN.plus(HOUR), null),
        1,
        input.path());

    assertThat(out.resolve("verdicts.json")).hasContent("[]\n");
    assertThat(out.resolve("minutes.jsonl")).isEmptyFile();
    assertThat(out.resolve("notices.jsonl")).isEmptyFile();
  }

  @Test
  void withoutPoolMetricsItsValuesAreNull() throws Exception {
    InputFolder input =
        input()
            .with("request_logs.jsonl", AT_TEN.ttft(900).json())
            .with("tenant_contracts.jsonl", CONTRACT);
    RunCounts counts = judge(input.path());

    assertThat(counts.rows(Table.POOL_METRICS)).isZero();
    assertThat(values("verdicts.json", "verdict")).containsExactly("계약 안인데 밀림 · 성능 격리 실패");
    for (String field :
        List.of(
            "kv_cache_util_at_worst",
            "kv_cache_util_prev_hour_avg",
            "queued_at_worst",
            "queued_prev_hour_avg")) {
      assertThat(values("verdicts.json", field)).as(field).containsExactly("null");
    }
    assertThat(values("minutes.jsonl", "kv_cache_util")).hasSize(60).containsOnly("null");
    assertThat(values("minutes.jsonl", "queued_requests")).hasSize(60).containsOnly("null");
  }

  @Test
  void aRequestCountsInAnHourThatItOnlyReachesInto() throws Exception {
    InputFolder input =
        input()
            .with(
                "request_logs.jsonl",
                AT_TEN.id("long").after(Duration.ofMinutes(59)).ttft(3_600_000).json(),
                AT_TEN.id("next").after(HOUR.plusMinutes(58)).json())
            .with("tenant_contracts.jsonl", CONTRACT);
    judge(input.path());

    assertThat(values("minutes.jsonl", "peak_concurrency").subList(60, 120))
        .containsExactlyElementsOf(
            Stream.concat(Stream.generate(() -> "1").limit(58), Stream.of("2", "0")).toList());
  }

  // What is told when it cannot be done.

  @Test
  void withoutRequests() throws Exception {
    InputFolder input = input().with("tenant_contracts.jsonl", CONTRACT);

    assertFails(
        input,
        "no request_logs in "
            + input.path()
            + " (expected: a file such as request_logs.jsonl, or a folder request_logs/)");
  }

  @Test
  void withoutContracts() throws Exception {
    InputFolder input = input().with("request_logs.jsonl", AT_TEN.json());

    assertFails(
        input,
        "no tenant_contracts in "
            + input.path()
            + " (expected: a file such as tenant_contracts.jsonl, or a folder tenant_contracts/)");
  }

  @Test
  void withoutAReadableContractNoWindowIsJudgedAndEveryLineSaysWhy() throws Exception {
    judge(
        input()
            .with("request_logs.jsonl", AT_TEN.json())
            .with("tenant_contracts.jsonl", "no contract", "{}")
            .path());

    assertThat(out.resolve("verdicts.json")).hasContent("[]");
    assertThat(out.resolve("minutes.jsonl")).isEmptyFile();
    assertThat(values("notices.jsonl", "code"))
        .containsExactly("no_contract", "malformed_json", "invalid_field");
  }

  @Test
  void anEmptyArrayOfContractsIsNoFault() throws Exception {
    judge(
        input()
            .with("request_logs.jsonl", AT_TEN.json())
            .with("tenant_contracts.json", "[]")
            .path());

    assertThat(out.resolve("verdicts.json")).hasContent("[]");
    assertThat(values("notices.jsonl", "code")).containsExactly("no_contract");
  }

  @Test
  void withoutAReadableRequest() throws Exception {
    InputFolder input =
        input()
            .with("request_logs.jsonl", "no request", "", "{}")
            .with("tenant_contracts.jsonl", CONTRACT);

    assertFails(
        input,
        "no readable request line in "
            + input.path()
            + " (2 lines cannot be read; expected: JSON objects or CSV rows with all fields of"
            + " request_logs)");
  }

  @Test
  void withABrokenArrayOfContracts() throws Exception {
    assertFails(
        input()
            .with("request_logs.jsonl", AT_TEN.json())
            .with("tenant_contracts.json", "[", CONTRACT, CONTRACT + "]"),
        "tenant_contracts.json: no JSON array at line 3, column 1 (expected: [ {…}, … ]; one"
            + " object a line belongs in a .jsonl file)");
  }

  @Test
  void withAFileInTheWay() throws Exception {
    InputFolder input =
        input().with("request_logs.jsonl", AT_TEN.json()).with("tenant_contracts.jsonl", CONTRACT);
    Files.writeString(out, "not to be lost");

    assertThatThrownBy(() -> judge(input.path()))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("out: " + out + " is there already");
    assertThat(out).hasContent("not to be lost");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void withRequestsThatCannotBeRead() throws Exception {
    InputFolder input = input().with("tenant_contracts.jsonl", CONTRACT);
    unreadable(input.path().resolve("request_logs.jsonl"));

    assertFails(input, "request_logs.jsonl: cannot be read: Input/output error");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void withContractsThatCannotBeRead() throws Exception {
    InputFolder input = input().with("request_logs.jsonl", AT_TEN.json());
    unreadable(input.path().resolve("tenant_contracts.jsonl"));

    assertFails(input, "tenant_contracts.jsonl: cannot be read: Input/output error");
  }

  /** A file that can be opened, also by root, and whose first byte cannot be read. */
  private static void unreadable(Path file) throws IOException {
    Files.createSymbolicLink(file, Path.of("/proc/self/mem"));
  }

  @Test
  void anEarlierOutputOutlivesAFailedRun() throws Exception {
    InputFolder good =
        input().with("request_logs.jsonl", AT_TEN.json()).with("tenant_contracts.jsonl", CONTRACT);
    judge(good.path());
    Map<String, String> earlier = InputFolder.content(out);
    InputFolder bad =
        InputFolder.in(folder, "bad")
            .with("request_logs.jsonl", "no json")
            .with("tenant_contracts.jsonl", CONTRACT);

    assertThatThrownBy(() -> judge(bad.path())).isInstanceOf(InputException.class);

    assertThat(InputFolder.content(out)).isEqualTo(earlier);
    assertThat(folder).isDirectoryNotContaining(path -> path.toString().contains(".out."));
  }
}
