package dev.slowhour.job.workflow;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.PoolMetric;
import dev.slowhour.core.data.RequestRow;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.ContractFiles;
import dev.slowhour.core.read.InputFile;
import dev.slowhour.core.read.InputFiles;
import dev.slowhour.core.read.RowScanner;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * The lines of a folder of files as a topic would bring them: each file is a partition, whose lines
 * come in the order of completion but for a disorder; the partitions come in between each other.
 *
 * @param partitions how many files the requests stand in
 */
record StreamedDay(
    int partitions,
    List<RequestLine> requests,
    List<PoolMetricLine> metrics,
    List<ContractLine> contracts) {

  private record Timed(RequestLine line, Instant time) {}

  /**
   * Reads the folder.
   *
   * @param disorder less than this behind the newest completion of its partition a row may come
   * @param random decides the order
   */
  static StreamedDay read(Path folder, JudgeSettings settings, Duration disorder, Random random)
      throws Exception {
    InputFiles files = InputFiles.find(List.of(folder.toString()));
    List<List<RequestLine>> partitions = new ArrayList<>();
    List<InputFile> requestFiles = files.of(Table.REQUEST_LOGS);
    for (int source = 0; source < requestFiles.size(); source++) {
      partitions.add(inOrder(lines(requestFiles.get(source), source, settings), disorder, random));
    }
    List<PoolMetricLine> metrics = new ArrayList<>();
    List<InputFile> metricFiles = files.of(Table.POOL_METRICS);
    for (int source = 0; source < metricFiles.size(); source++) {
      try (RowScanner<PoolMetric> rows =
          RowScanner.ofPoolMetrics(metricFiles.get(source), source, settings.reportZone())) {
        while (rows.next()) {
          metrics.add(
              new PoolMetricLine(rows.row().orElse(null), rows.notice().orElse(null), 0, 0, 0));
        }
      }
    }
    ContractFiles.Contracts contracts =
        ContractFiles.read(files.of(Table.TENANT_CONTRACTS), settings.reportZone());
    return new StreamedDay(
        partitions.size(), between(partitions, random), metrics, contractLines(contracts));
  }

  private static List<ContractLine> contractLines(ContractFiles.Contracts contracts) {
    List<ContractLine> lines = new ArrayList<>();
    lines.add(new ContractLine(null, null));
    for (Contract contract : contracts.inForce()) {
      lines.add(new ContractLine(contract, null));
    }
    for (Notice notice : contracts.notices()) {
      lines.add(new ContractLine(null, notice));
    }
    return lines;
  }

  private static List<RequestLine> lines(InputFile file, int source, JudgeSettings settings)
      throws Exception {
    List<RequestLine> lines = new ArrayList<>();
    try (RowScanner<RequestRow> rows =
        RowScanner.ofRequests(file, source, settings.reportZone(), settings.maxRequestDuration())) {
      while (rows.next()) {
        lines.add(new RequestLine(rows.row().orElse(null), rows.notice().orElse(null), 0, 0));
      }
    }
    return lines;
  }

  /** Each line is due at its completion or up to the disorder later: none is overtaken by more. */
  private static List<RequestLine> inOrder(
      List<RequestLine> lines, Duration disorder, Random random) {
    List<Timed> timed = new ArrayList<>();
    Instant time = Instant.EPOCH;
    for (RequestLine line : lines) {
      if (line.rowOrNull() != null) {
        RequestRow row = line.rowOrNull();
        time = row.arrivedAt().plusNanos(row.durationNanos());
      }
      long jitter = disorder.isZero() ? 0 : random.nextLong(disorder.toMillis());
      timed.add(new Timed(line, due(line, time).plusMillis(jitter)));
    }
    timed.sort(Comparator.comparing(Timed::time));
    return timed.stream().map(Timed::line).toList();
  }

  /** A line that is no row comes with its neighbours, but while its hour can still take it in. */
  private static Instant due(RequestLine line, Instant neighbour) {
    if (line.noticeOrNull() == null || line.noticeOrNull().windowStart().isEmpty()) {
      return neighbour;
    }
    Instant endOfHour = line.noticeOrNull().windowStart().get().plus(Duration.ofHours(1));
    return neighbour.isBefore(endOfHour) ? neighbour : endOfHour;
  }

  /** One after the other in runs of random length, as fetches from partitions come. */
  private static List<RequestLine> between(List<List<RequestLine>> partitions, Random random) {
    List<RequestLine> all = new ArrayList<>();
    int[] next = new int[partitions.size()];
    List<Integer> open = new ArrayList<>();
    for (int partition = 0; partition < partitions.size(); partition++) {
      open.add(partition);
    }
    while (!open.isEmpty()) {
      Collections.shuffle(open, random);
      int partition = open.get(0);
      int until =
          Math.min(next[partition] + 1 + random.nextInt(50), partitions.get(partition).size());
      all.addAll(partitions.get(partition).subList(next[partition], until));
      next[partition] = until;
      open.removeIf(number -> next[number] == partitions.get(number).size());
    }
    return all;
  }
}
