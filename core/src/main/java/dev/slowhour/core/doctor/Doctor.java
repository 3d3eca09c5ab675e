package dev.slowhour.core.doctor;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.PoolMetric;
import dev.slowhour.core.data.RequestFailure;
import dev.slowhour.core.data.RequestRow;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.read.ContractFiles;
import dev.slowhour.core.read.EventFiles;
import dev.slowhour.core.read.FileFailure;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.read.InputFile;
import dev.slowhour.core.read.InputFiles;
import dev.slowhour.core.read.PoolFiles;
import dev.slowhour.core.read.RowScanner;
import dev.slowhour.core.time.ReportZone;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads input files without judging them. Files of requests and metrics are read as streams: what
 * is held of them does not grow with their lines.
 */
public final class Doctor {

  private final ReportZone zone;
  private final Duration maxRequestDuration;

  private final Tally<EndpointId> requested = Tally.ofEndpoints();
  private final Tally<EndpointId> contracted = Tally.ofEndpoints();
  private final PoolMinutesSeen poolMinutes = new PoolMinutesSeen();

  private Doctor(ReportZone zone, Duration maxRequestDuration) {
    this.zone = zone;
    this.maxRequestDuration = maxRequestDuration;
  }

  /**
   * Looks at files. A file that cannot be read is said to be so, and does not stop the others.
   *
   * @param maxRequestDuration the bound for one request
   */
  public static Report examine(InputFiles files, ReportZone zone, Duration maxRequestDuration) {
    Doctor doctor = new Doctor(zone, maxRequestDuration);
    List<FileReport> reports = new ArrayList<>();
    List<Table> missing = new ArrayList<>();
    for (Table table : Table.values()) {
      if (files.of(table).isEmpty() && isMissed(table)) {
        missing.add(table);
      }
      for (InputFile file : files.of(table)) {
        reports.add(
            switch (table) {
              case REQUEST_LOGS -> doctor.requests(file);
              case POOL_METRICS -> doctor.poolMetrics(file);
              case TENANT_CONTRACTS -> doctor.contracts(file);
              case POOLS -> doctor.pools(file);
              case REQUEST_FAILURES -> doctor.requestFailures(file);
              case PLATFORM_EVENTS -> doctor.platformEvents(file);
            });
      }
    }
    return new Report(
        List.copyOf(reports),
        List.copyOf(missing),
        doctor.poolMinutes.gaps(),
        !doctor.poolMinutes.overflowed(),
        difference(doctor.contracted, doctor.requested),
        difference(doctor.requested, doctor.contracted));
  }

  private static boolean isMissed(Table table) {
    return switch (table) {
      case REQUEST_LOGS, TENANT_CONTRACTS, POOL_METRICS -> true;
      case POOLS, REQUEST_FAILURES, PLATFORM_EVENTS -> false;
    };
  }

  private static Names difference(Tally<EndpointId> all, Tally<EndpointId> without) {
    Tally<EndpointId> difference = Tally.ofEndpoints();
    all.counts()
        .forEach(
            (endpoint, count) -> {
              if (!without.contains(endpoint)) {
                difference.add(endpoint, count);
              }
            });
    return new Names(
        Names.of(difference, Doctor::text).names(), !all.overflowed() && !without.overflowed());
  }

  private static String text(EndpointId endpoint) {
    return endpoint.tenantId() + "/" + endpoint.endpointId();
  }

  private FileReport requests(InputFile file) {
    Tally<EndpointId> endpoints = Tally.ofEndpoints();
    Tally<String> pools = Tally.ofPools();
    CompletionOrder.Watch order = new CompletionOrder.Watch();
    Suspicions suspicions = new Suspicions();
    Lines<RequestRow> lines = new Lines<>(file);
    lines.read(
        () -> RowScanner.ofRequests(file, 0, zone, maxRequestDuration),
        row -> {
          lines.at(row.arrivedAt());
          endpoints.add(new EndpointId(row.tenantId(), row.endpointId()));
          pools.add(row.accelPool());
          order.add(row);
          suspicions.add(row);
        });
    requested.addAll(endpoints);
    return lines.report(
        Optional.of(order.order()),
        Optional.of(Names.of(endpoints, Doctor::text)),
        Names.of(pools, pool -> pool),
        suspicions.found(lines.valuesInAnotherUnit));
  }

  private FileReport poolMetrics(InputFile file) {
    Tally<String> pools = Tally.ofPools();
    Lines<PoolMetric> lines = new Lines<>(file);
    lines.read(
        () -> RowScanner.ofPoolMetrics(file, 0, zone),
        metric -> {
          lines.at(metric.minute());
          pools.add(metric.accelPool());
          poolMinutes.add(metric);
        });
    List<String> suspicions =
        lines.valuesInAnotherUnit == 0
            ? List.of()
            : List.of(
                "kv_cache_util is above 1 and at most 100 in "
                    + Suspicions.lines(lines.valuesInAnotherUnit)
                    + ": percent? (expected: 0 to 1)");
    return lines.report(
        Optional.empty(), Optional.empty(), Names.of(pools, pool -> pool), suspicions);
  }

  private FileReport contracts(InputFile file) {
    try {
      ContractFiles.Contracts contracts = ContractFiles.read(List.of(file), zone);
      Tally<EndpointId> endpoints = Tally.ofEndpoints();
      contracts.inForce().stream().map(Contract::endpoint).forEach(endpoints::add);
      contracted.addAll(endpoints);
      return held(
          file,
          contracts.inForce().size(),
          contracts.notices(),
          Optional.of(Names.of(endpoints, Doctor::text)));
    } catch (InputException e) {
      return failed(file, e);
    }
  }

  private FileReport pools(InputFile file) {
    try {
      PoolFiles.Pools pools = PoolFiles.read(List.of(file), zone);
      return held(file, pools.rows(), pools.notices(), Optional.empty());
    } catch (InputException e) {
      return failed(file, e);
    }
  }

  private FileReport requestFailures(InputFile file) {
    Tally<EndpointId> endpoints = Tally.ofEndpoints();
    Tally<String> pools = Tally.ofPools();
    Lines<RequestFailure> lines = new Lines<>(file);
    lines.read(
        () -> RowScanner.ofRequestFailures(file, 0, zone),
        failure -> {
          lines.at(failure.arrivedAt());
          endpoints.add(new EndpointId(failure.tenantId(), failure.endpointId()));
          failure.accelPool().ifPresent(pools::add);
        });
    return lines.report(
        Optional.empty(),
        Optional.of(Names.of(endpoints, Doctor::text)),
        Names.of(pools, pool -> pool),
        List.of());
  }

  private FileReport platformEvents(InputFile file) {
    try {
      EventFiles.Events events = EventFiles.read(List.of(file), zone);
      return held(file, events.rows().size(), events.notices(), Optional.empty());
    } catch (InputException e) {
      return failed(file, e);
    }
  }

  private static FileReport held(
      InputFile file, long rows, List<Notice> notices, Optional<Names> endpoints) {
    Faults.Collector faults = new Faults.Collector();
    notices.forEach(faults::add);
    // A contract that a later line replaces can be read all the same.
    long replaced = notices.stream().filter(n -> n.code() == NoticeCode.DUPLICATE_CONTRACT).count();
    return new FileReport(
        file,
        Optional.empty(),
        Optional.empty(),
        rows + replaced,
        notices.size() - replaced,
        Optional.empty(),
        faults.faults(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        endpoints,
        Optional.empty(),
        List.of());
  }

  private static FileReport failed(InputFile file, InputException failure) {
    String message = failure.getMessage();
    String prefix = file.name() + ": ";
    return new FileReport(
        file,
        Optional.of(message.startsWith(prefix) ? message.substring(prefix.length()) : message),
        Optional.empty(),
        0,
        0,
        Optional.empty(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  private interface Opener<T> {
    RowScanner<T> open() throws IOException;
  }

  private interface Rows<T> {
    void add(T row);
  }

  /** What is counted about a file that is read as a stream. */
  private static final class Lines<T> {

    private final InputFile file;
    private final Faults.Collector faults = new Faults.Collector();
    private Optional<String> failure = Optional.empty();
    private long lines;
    private long rows;
    private long unreadable;
    private long blankLines;
    private long valuesInAnotherUnit;
    private Instant firstOrNull;
    private Instant lastOrNull;

    Lines(InputFile file) {
      this.file = file;
    }

    void read(Opener<T> opener, Rows<T> sink) {
      try (RowScanner<T> scanner = opener.open()) {
        try {
          while (scanner.next()) {
            scanner
                .row()
                .ifPresent(
                    row -> {
                      rows++;
                      sink.add(row);
                    });
            scanner
                .notice()
                .ifPresent(
                    notice -> {
                      unreadable++;
                      faults.add(notice);
                    });
          }
        } finally {
          lines = scanner.linesRead();
          blankLines = scanner.blankLines();
          valuesInAnotherUnit = scanner.valuesInAnotherUnit();
        }
      } catch (IOException e) {
        failure = Optional.of("cannot be read: " + FileFailure.reason(e));
      }
    }

    void at(Instant instant) {
      if (firstOrNull == null || instant.isBefore(firstOrNull)) {
        firstOrNull = instant;
      }
      if (lastOrNull == null || instant.isAfter(lastOrNull)) {
        lastOrNull = instant;
      }
    }

    FileReport report(
        Optional<CompletionOrder> order,
        Optional<Names> endpoints,
        Names pools,
        List<String> suspicions) {
      return new FileReport(
          file,
          failure,
          Optional.of(lines),
          rows,
          unreadable,
          Optional.of(blankLines),
          faults.faults(),
          Optional.ofNullable(firstOrNull),
          Optional.ofNullable(lastOrNull),
          order,
          endpoints,
          Optional.of(pools),
          suspicions);
    }
  }
}
