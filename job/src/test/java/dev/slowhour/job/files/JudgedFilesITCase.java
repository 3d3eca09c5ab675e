package dev.slowhour.job.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.job.batch.BatchRun;
import dev.slowhour.job.batch.LocalCluster;
import dev.slowhour.job.testing.Contracts;
import dev.slowhour.job.testing.InputFolder;
import dev.slowhour.job.testing.Request;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order of rows in the judged files, in one run for all. */
class JudgedFilesITCase {

  /** By code point; UTF-16 units would put the last two before the two before them. */
  private static final List<String> IDS =
      List.of("-", "a", "a-", "aa", "b", "가", "\uE000", "\uFFFD", "𐀀", "😀");

  private static final List<String> FILES =
      List.of("\uE000.jsonl", "\uFFFD.jsonl", "𐀀.jsonl", "😀.jsonl");

  @TempDir private static Path folder;

  @BeforeAll
  static void judge() throws Exception {
    List<String> requests = new ArrayList<>();
    List<String> contracts = new ArrayList<>();
    Request atTen = Request.at("2026-10-13T10:00+09:00");
    for (String tenant : IDS) {
      for (String endpoint : List.of("e", "𐀀", "\uE000")) {
        contracts.add(Contracts.json(Contracts.of(tenant, endpoint, 800)));
        for (int hour : List.of(14, 0, 2)) {
          requests.add(atTen.to(tenant, endpoint).after(Duration.ofHours(hour)).json());
        }
      }
    }
    Collections.shuffle(requests, new Random(1));
    InputFolder input =
        InputFolder.in(folder, "in")
            .with("request_logs.jsonl", requests)
            .with("pool_metrics.jsonl", "no metric", "no metric")
            .with("tenant_contracts.jsonl", contracts)
            .with("tenant_contracts/more.jsonl", "no contract");
    for (String file : FILES) {
      List<String> lines = new ArrayList<>(Collections.nCopies(11, ""));
      lines.set(1, "two");
      lines.set(8, "nine");
      lines.set(9, "ten");
      input.with("request_logs/" + file, lines);
    }
    new BatchRun(List.of(input.path().toString()), folder.resolve("out"), JudgeSettings.defaults())
        .run(LocalCluster.environment(3, folder.resolve("tmp")), job -> {});
  }

  private static List<String> found(String file, String pattern) throws Exception {
    return Pattern.compile(pattern)
        .matcher(Files.readString(folder.resolve("out").resolve(file)))
        .results()
        .map(JudgedFilesITCase::groups)
        .toList();
  }

  private static String groups(MatchResult result) {
    List<String> groups = new ArrayList<>();
    for (int group = 1; group <= result.groupCount(); group++) {
      groups.add(result.group(group));
    }
    return String.join(" ", groups);
  }

  private static List<String> windowsInOrder() {
    return IDS.stream()
        .flatMap(tenant -> Stream.of("e", "\uE000", "𐀀").map(endpoint -> tenant + " " + endpoint))
        .flatMap(
            endpoint ->
                Stream.of("2026-10-13T10:00", "2026-10-13T12:00", "2026-10-14T00:00")
                    .map(start -> endpoint + " " + start + "+09:00"))
        .toList();
  }

  @Test
  void windowsComeByTenantEndpointAndStart() throws Exception {
    assertThat(
            found(
                JudgedFiles.VERDICTS,
                "\"tenant_id\":\"(.*?)\",\"endpoint_id\":\"(.*?)\".*?\"window_start\":\"(.*?)\""))
        .isEqualTo(windowsInOrder());
  }

  @Test
  void minutesComeByTenantEndpointAndMinute() throws Exception {
    List<String> minutes =
        found(
            JudgedFiles.MINUTES,
            "\"endpoint_id\":\"(.*?)\",\"tenant_id\":\"(.*?)\",\"minute\":\"(.*?)\"");

    assertThat(minutes).hasSize(windowsInOrder().size() * 60);
    assertThat(minutes.subList(0, 61))
        .startsWith("e - 2026-10-13T10:00+09:00", "e - 2026-10-13T10:01+09:00")
        .endsWith("e - 2026-10-13T10:59+09:00", "e - 2026-10-13T12:00+09:00");
    assertThat(
            minutes.stream()
                .filter(minute -> minute.endsWith(":00+09:00"))
                .map(minute -> minute.split(" "))
                .map(parts -> parts[1] + " " + parts[0] + " " + parts[2]))
        .containsExactlyElementsOf(windowsInOrder());
  }

  @Test
  void noticesComeByTableFileAndLine() throws Exception {
    List<String> inOrder = new ArrayList<>();
    inOrder.add("pool_metrics pool_metrics.jsonl 1");
    inOrder.add("pool_metrics pool_metrics.jsonl 2");
    for (String file : FILES) {
      for (int line : List.of(2, 9, 10)) {
        inOrder.add("request_logs request_logs/" + file + " " + line);
      }
    }
    inOrder.add("tenant_contracts tenant_contracts/more.jsonl 1");

    assertThat(
            found(JudgedFiles.NOTICES, "\"table\":\"(.*?)\",\"file\":\"(.*?)\",\"line\":(\\d+),"))
        .isEqualTo(inOrder);
  }
}
