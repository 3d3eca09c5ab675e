package dev.slowhour.core.testing;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.PoolMetric;
import dev.slowhour.core.data.RequestRow;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.judge.CarriedOver;
import dev.slowhour.core.judge.ContractBook;
import dev.slowhour.core.judge.EndpointHour;
import dev.slowhour.core.judge.EndpointJudge;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.PoolMinutes;
import dev.slowhour.core.judge.RequestBlockBuilder;
import dev.slowhour.core.output.MinuteJson;
import dev.slowhour.core.output.VerdictJson;
import dev.slowhour.core.read.ContractFiles;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.read.InputFile;
import dev.slowhour.core.read.InputFiles;
import dev.slowhour.core.read.PoolFiles;
import dev.slowhour.core.read.RowScanner;
import dev.slowhour.core.time.ReportZone;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The real judge and the real writers without the job: what a folder of files is judged to, as
 * {@code verdicts.json} and {@code minutes.jsonl}.
 */
public final class InMemoryOutput {

  private static final Duration HOUR = Duration.ofHours(1);

  private final JudgeSettings settings;
  private final ReportZone zone;
  private final TreeMap<EndpointId, TreeMap<Instant, RequestBlockBuilder>> blocks = new TreeMap<>();
  private final List<PoolMetric> metrics = new ArrayList<>();
  private final List<EndpointHour> hours = new ArrayList<>();
  private Instant firstArrival = Instant.MAX;

  private InMemoryOutput(JudgeSettings settings) {
    this.settings = settings;
    zone = settings.reportZone();
  }

  /** Judges the files and writes both outputs into the folder. */
  public static void write(InputFiles files, JudgeSettings settings, Path folder)
      throws InputException, IOException {
    InMemoryOutput output = new InMemoryOutput(settings);
    output.readRequests(files.of(Table.REQUEST_LOGS));
    output.readMetrics(files.of(Table.POOL_METRICS));
    ReportZone zone = settings.reportZone();
    output.judge(ContractFiles.read(files.of(Table.TENANT_CONTRACTS), zone).inForce());
    output.write(PoolFiles.read(files.of(Table.POOLS), zone), folder);
  }

  private void readRequests(List<InputFile> files) throws IOException {
    for (int source = 0; source < files.size(); source++) {
      try (RowScanner<RequestRow> rows =
          RowScanner.ofRequests(files.get(source), source, zone, settings.maxRequestDuration())) {
        while (rows.next()) {
          rows.row().ifPresent(this::add);
          rows.notice().ifPresent(this::addLeftOut);
        }
      }
    }
  }

  private void add(RequestRow row) {
    EndpointId endpoint = new EndpointId(row.tenantId(), row.endpointId());
    block(endpoint, zone.hourOf(row.arrivedAt())).add(row);
    if (row.arrivedAt().isBefore(firstArrival)) {
      firstArrival = row.arrivedAt();
    }
  }

  private void addLeftOut(Notice notice) {
    if (notice.tenantId().isPresent()
        && notice.endpointId().isPresent()
        && notice.windowStart().isPresent()) {
      block(
              new EndpointId(notice.tenantId().get(), notice.endpointId().get()),
              notice.windowStart().get())
          .addLeftOut(notice.code());
    }
  }

  private RequestBlockBuilder block(EndpointId endpoint, Instant hour) {
    return blocks
        .computeIfAbsent(endpoint, key -> new TreeMap<>())
        .computeIfAbsent(hour, key -> new RequestBlockBuilder(endpoint, hour));
  }

  private void readMetrics(List<InputFile> files) throws IOException {
    for (int source = 0; source < files.size(); source++) {
      try (RowScanner<PoolMetric> rows =
          RowScanner.ofPoolMetrics(files.get(source), source, zone)) {
        while (rows.next()) {
          rows.row().ifPresent(metrics::add);
        }
      }
    }
  }

  private void judge(List<Contract> contracts) {
    blocks.forEach(
        (endpoint, ofEndpoint) -> {
          List<Contract> versions =
              contracts.stream().filter(contract -> contract.endpoint().equals(endpoint)).toList();
          CarriedOver carried = CarriedOver.none(ofEndpoint.firstKey());
          for (Instant hour : ofEndpoint.keySet()) {
            var rows = ofEndpoint.get(hour).build();
            if (rows.size() > 0) {
              EndpointJudge.Judged judged =
                  EndpointJudge.judge(rows, ContractBook.inForce(versions, hour), carried.at(hour));
              hours.add(judged.endpointHour());
              carried = judged.carriedOver();
            }
          }
        });
  }

  private void write(PoolFiles.Pools pools, Path folder) throws IOException {
    List<JudgedWindow> windows = new ArrayList<>();
    for (EndpointHour hour : hours) {
      if (settings.isJudged(hour.hour()) && hour.window().isPresent()) {
        windows.add(minutes(hour.accelPool(), hour.hour()).complete(hour.window().get()));
      }
    }
    windows.sort(
        Comparator.comparing((JudgedWindow judged) -> judged.window().endpoint())
            .thenComparing(judged -> judged.window().windowStart()));
    try (Writer verdicts = Files.newBufferedWriter(folder.resolve("verdicts.json"));
        JsonGenerator json = new JsonFactory().createGenerator(verdicts)) {
      json.writeStartArray();
      for (JudgedWindow judged : windows) {
        VerdictJson.write(json, judged, zone, pools.synthetic());
      }
      json.writeEndArray();
    }
    try (Writer minutes = Files.newBufferedWriter(folder.resolve("minutes.jsonl"));
        JsonGenerator json = new JsonFactory().createGenerator(minutes)) {
      json.setRootValueSeparator(null);
      for (JudgedWindow judged : windows) {
        for (int minute = 0; minute < ReportZone.HOUR_MINUTES; minute++) {
          MinuteJson.write(json, judged, minute, zone);
          json.writeRaw('\n');
        }
      }
    }
  }

  private PoolMinutes minutes(String pool, Instant hour) {
    PoolMinutes minutes = new PoolMinutes(hour, firstArrival);
    Instant hourBefore = hour.minus(HOUR);
    Instant minuteAfter = hour.plus(HOUR);
    for (PoolMetric metric : metrics) {
      boolean isNear =
          !metric.minute().isBefore(hourBefore) && !metric.minute().isAfter(minuteAfter);
      if (metric.accelPool().equals(pool) && isNear) {
        minutes.add(metric);
      }
    }
    for (EndpointHour endpointHour : hours) {
      Optional<Instant> near =
          Optional.of(endpointHour.hour())
              .filter(start -> start.equals(hour) || start.equals(hourBefore));
      if (endpointHour.accelPool().equals(pool) && near.isPresent()) {
        minutes.add(endpointHour);
      }
    }
    return minutes;
  }
}
