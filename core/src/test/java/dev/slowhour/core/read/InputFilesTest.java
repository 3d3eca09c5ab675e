package dev.slowhour.core.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slowhour.core.data.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InputFilesTest {

  @TempDir private Path folder;

  private static void put(Path folder, String... names) throws IOException {
    for (String name : names) {
      Path path = folder.resolve(name);
      Files.createDirectories(path.getParent());
      Files.writeString(path, "");
    }
  }

  /** Puts the files and, so that nothing is missing, one of requests and one of contracts. */
  private InputFiles find(String... names) throws IOException, InputException {
    put(folder, names);
    put(folder, "request_logs.jsonl", "tenant_contracts.jsonl");
    return InputFiles.find(List.of(folder.toString()));
  }

  private static List<String> names(InputFiles files, Table table) {
    return files.of(table).stream().map(InputFile::name).toList();
  }

  private List<String> metrics(String... names) throws IOException, InputException {
    return names(find(names), Table.POOL_METRICS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pool_metrics.jsonl",
        "pool_metrics.ndjson",
        "pool_metrics.jsonl.gz",
        "pool_metrics.ndjson.gz",
        "pool_metrics-1.jsonl",
        "pool_metrics_1.jsonl",
        "pool_metrics.1.jsonl",
        "pool_metrics-.jsonl",
        "pool_metrics..jsonl",
        "pool_metrics_logs.jsonl",
        "pool_metrics.csv.jsonl",
        "pool_metrics.gz.jsonl",
        "pool_metrics-2026-10-13T10:00+09:00.jsonl",
        "pool_metrics- with spaces .jsonl",
        "pool_metrics-\n-\u2028.jsonl",
        "pool_metrics-한국어.jsonl",
        "pool_metrics-😀.jsonl.gz",
        "pool_metrics/a.jsonl",
        "pool_metrics/request_logs.jsonl",
        "pool_metrics/.jsonl",
        "pool_metrics/.gz.ndjson.gz",
        "pool_metrics/part 0.ndjson",
        "pool_metrics/첫째 날😀.jsonl.gz",
        "pool_metrics/a\nb\r\u0085.jsonl",
        "pool_metrics/part-0.jsonl",
      })
  void aFileOfATableIsNamedAfterItOrInAFolderNamedAsIt(String name) throws Exception {
    assertThat(metrics(name)).containsExactly(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pool_metrics",
        "pool_metrics.json",
        "pool_metrics.json.gz",
        "pool_metrics.gz",
        "pool_metrics.jsonl.zip",
        "pool_metrics.jsonl.bz2",
        "pool_metrics.jsonl.gz.gz",
        "pool_metrics.jsonl~",
        "pool_metrics.jsonl ",
        "pool_metrics.jsonl\n",
        "pool_metrics.JSONL",
        "pool_metrics.jsonlx",
        "pool_metrics-jsonl",
        "pool_metricsjsonl",
        "pool_metrics1.jsonl",
        "pool_metrics 1.jsonl",
        "pool_metrics+1.jsonl",
        "Pool_metrics.jsonl",
        "pool-metrics.jsonl",
        "my_pool_metrics.jsonl",
        ".pool_metrics.jsonl",
        " pool_metrics.jsonl",
        "metrics.jsonl",
        ".jsonl",
        "pool_metrics/a.json",
        "pool_metrics/a.txt",
        "pool_metrics/jsonl",
        "pool_metrics/day/a.jsonl",
        "pool_metrics/pool_metrics/a.jsonl",
        "pool_metrics-1/a.jsonl",
        "pool_metrics.jsonl/a.jsonl",
        "other/pool_metrics.jsonl",
        "other/pool_metrics/a.jsonl",
        "Pool_metrics/a.jsonl",
      })
  void anyOtherFileIsNotOfTheTable(String name) throws Exception {
    assertThat(metrics(name)).isEmpty();
  }

  @Test
  void contractsMayBeAnArrayToo() throws Exception {
    InputFiles files =
        find(
            "tenant_contracts.json",
            "tenant_contracts-2.json.gz",
            "tenant_contracts/x.json",
            "request_logs-2.json",
            "request_logs/x.json");
    assertThat(names(files, Table.TENANT_CONTRACTS))
        .containsExactly(
            "tenant_contracts-2.json.gz",
            "tenant_contracts.json",
            "tenant_contracts.jsonl",
            "tenant_contracts/x.json");
    assertThat(files.of(Table.TENANT_CONTRACTS))
        .extracting(InputFile::isJsonArray)
        .containsExactly(true, true, false, true);
    assertThat(files.of(Table.TENANT_CONTRACTS))
        .extracting(InputFile::isGzip)
        .containsExactly(true, false, false, false);
    assertThat(names(files, Table.REQUEST_LOGS)).containsExactly("request_logs.jsonl");
  }

  @Test
  void aFileTellsItsTableAndWhereItIs() throws Exception {
    assertThat(find("pool_metrics/a.jsonl").of(Table.POOL_METRICS))
        .containsExactly(
            new InputFile(
                Table.POOL_METRICS,
                folder.resolve("pool_metrics/a.jsonl"),
                "pool_metrics/a.jsonl"));
  }

  @Test
  void filesComeByTheCodePointsOfTheirPath() throws Exception {
    String[] names = {
      "pool_metrics-1.jsonl",
      "pool_metrics-10.jsonl",
      "pool_metrics-2.jsonl",
      "pool_metrics-B.jsonl",
      "pool_metrics-a.jsonl",
      "pool_metrics-é.jsonl",
      "pool_metrics-가.jsonl",
      "pool_metrics-\uFF21.jsonl",
      "pool_metrics-😀.jsonl",
      "pool_metrics.jsonl",
      "pool_metrics/!.jsonl",
      "pool_metrics/z.jsonl",
      "pool_metrics_1.jsonl",
    };
    assertThat(metrics(Stream.of(names).sorted().toArray(String[]::new))).containsExactly(names);
  }

  @Test
  void severalFoldersComeInTheOrderGivenEachAsItWasGiven() throws Exception {
    Path first = folder.resolve("하루 1");
    Path second = folder.resolve("a");
    put(first, "request_logs-b.jsonl", "request_logs-a.jsonl", "tenant_contracts.json");
    put(second, "request_logs-a.jsonl.gz", "request_logs/x.jsonl");
    String relative = Path.of("").toAbsolutePath().relativize(second).toString();
    InputFiles files = InputFiles.find(List.of(first.toString(), relative));
    assertThat(names(files, Table.REQUEST_LOGS))
        .containsExactly(
            first + "/request_logs-a.jsonl",
            first + "/request_logs-b.jsonl",
            relative + "/request_logs-a.jsonl.gz",
            relative + "/request_logs/x.jsonl");
    assertThat(names(files, Table.TENANT_CONTRACTS))
        .containsExactly(first + "/tenant_contracts.json");
    assertThat(files.of(Table.REQUEST_LOGS))
        .allSatisfy(file -> assertThat(Files.exists(file.path())).isTrue());
  }

  @Test
  void theSameNamePlainAndCompressedIsRefused() throws Exception {
    for (String name : List.of("pool_metrics-1.jsonl", "pool_metrics/x.ndjson")) {
      Path plain = folder.resolve(name);
      assertThatThrownBy(() -> find(name, name + ".gz"))
          .isInstanceOf(InputException.class)
          .hasMessage(
              plain
                  + ".gz: also there uncompressed (expected: each file once; move one of the two"
                  + " away)");
      Files.delete(plain);
    }
  }

  @Test
  void theSameNameWithAnotherEndingOrInAnotherFolderIsAnotherFile() throws Exception {
    assertThat(
            metrics(
                "pool_metrics.jsonl",
                "pool_metrics.ndjson.gz",
                "pool_metrics/pool_metrics.jsonl.gz",
                "other/pool_metrics.jsonl.gz"))
        .hasSize(3);
  }

  @Test
  void requestsAndContractsMustBeThere() throws Exception {
    assertThatThrownBy(() -> InputFiles.find(List.of(folder.toString())))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "no request_logs in "
                + folder
                + " (expected: a file such as request_logs.jsonl, or a folder request_logs/)");
    put(folder, "request_logs/a.jsonl", "tenant_contracts.txt");
    assertThatThrownBy(() -> InputFiles.find(List.of(folder.toString())))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("no tenant_contracts in " + folder + " (expected: ");
    put(folder, "tenant_contracts.json");
    assertThat(InputFiles.find(List.of(folder.toString())).of(Table.POOL_METRICS)).isEmpty();
  }

  @Test
  void aFolderThatIsNotThereIsRefused() throws Exception {
    put(folder, "file");
    for (String name : List.of("no", "file")) {
      Path missing = folder.resolve(name);
      assertThatThrownBy(() -> InputFiles.find(List.of(missing.toString())))
          .isInstanceOf(InputException.class)
          .hasMessage(missing + ": no such folder (expected: a folder with request logs)");
    }
  }

  @Test
  void csvThatIsOfNoTableIsLeftAlone() throws Exception {
    assertThat(metrics("notes.csv", "other/request_logs.csv", "pool_metrics.jsonl")).hasSize(1);
  }

  @Test
  void foldersAndFilesMayBeLinks() throws Exception {
    Path real = folder.resolve("real");
    put(real, "request_logs.jsonl", "tenant_contracts.json", "metrics/a.jsonl", "x.jsonl");
    Files.createSymbolicLink(real.resolve("pool_metrics"), real.resolve("metrics"));
    Files.createSymbolicLink(real.resolve("pool_metrics.jsonl"), real.resolve("x.jsonl"));
    Files.createSymbolicLink(real.resolve("metrics/loop"), real);
    Path link = Files.createSymbolicLink(folder.resolve("link"), real);
    assertThat(names(InputFiles.find(List.of(link.toString())), Table.POOL_METRICS))
        .containsExactly("pool_metrics.jsonl", "pool_metrics/a.jsonl");
  }

  @Test
  void aFolderNamedLikeAFileIsNoFile() throws Exception {
    Files.createDirectories(folder.resolve("pool_metrics.jsonl"));
    Files.createDirectories(folder.resolve("pool_metrics/a.jsonl"));
    assertThat(metrics()).isEmpty();
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void aPipeIsRefusedAndNotWaitedFor() throws Exception {
    Path pipe = folder.resolve("request_logs.2.jsonl");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

    assertThatThrownBy(() -> find())
        .isInstanceOf(InputException.class)
        .hasMessage(
            pipe + ": no regular file (expected: a file, whose lines can be read a second time)");
  }

  @Test
  void csvIsRead() throws Exception {
    assertThat(metrics("pool_metrics-1.csv", "pool_metrics-2.csv.gz", "pool_metrics/a.csv"))
        .containsExactly("pool_metrics-1.csv", "pool_metrics-2.csv.gz", "pool_metrics/a.csv");
  }

  @Test
  void aCsvFileWithoutAHeaderIsRefusedBeforeAnythingIsRead() throws Exception {
    put(folder, "request_logs.csv", "tenant_contracts.json");
    Files.writeString(folder.resolve("pool_metrics.csv"), "accel_pool,minute,queued_requests\n");
    assertThatThrownBy(() -> InputFiles.find(List.of(folder.toString())))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "pool_metrics.csv: line 1: no column kv_cache_util (expected: a header with accel_pool,"
                + " minute, kv_cache_util, queued_requests)");
    assertThat(InputFiles.list(List.of(folder.toString())).of(Table.POOL_METRICS)).hasSize(1);
  }

  @Test
  void anInputFolderMayBeNamedAsTheTableItself() throws Exception {
    put(
        folder,
        "in/request_logs/a.jsonl",
        "in/request_logs/b.csv.gz",
        "in/request_logs/c.json",
        "in/request_logs/pool_metrics.jsonl",
        "in/request_logs/deeper/d.jsonl",
        "in/tenant_contracts/x.json");
    String requests = folder.resolve("in/request_logs").toString();
    String contracts = folder.resolve("in/tenant_contracts/.").toString();
    InputFiles files = InputFiles.find(List.of(requests, contracts));
    assertThat(names(files, Table.REQUEST_LOGS))
        .containsExactly(requests + "/a.jsonl", requests + "/b.csv.gz");
    assertThat(names(files, Table.TENANT_CONTRACTS)).containsExactly(contracts + "/x.json");
    // Its own name comes first: a folder of all tables may have any name.
    assertThat(names(files, Table.POOL_METRICS)).containsExactly(requests + "/pool_metrics.jsonl");
  }

  @Test
  void aFileInTwoOfTheFoldersIsRefused() throws Exception {
    put(folder, "request_logs/a.jsonl", "tenant_contracts.json");
    String requests = folder.resolve("request_logs").toString();
    assertThatThrownBy(() -> InputFiles.find(List.of(folder.toString(), requests)))
        .isInstanceOf(InputException.class)
        .hasMessage(requests + "/a.jsonl: in two of the input folders (expected: each file once)");
  }
}
