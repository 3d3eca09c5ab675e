package dev.slowhour.job.files;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.InputFile;
import dev.slowhour.core.read.InputFiles;
import dev.slowhour.core.read.RowScanner;
import dev.slowhour.core.time.ReportZone;
import dev.slowhour.job.workflow.ContractLine;
import dev.slowhour.job.workflow.JudgeWorkflow;
import dev.slowhour.job.workflow.PoolMetricLine;
import dev.slowhour.job.workflow.RequestFailureLine;
import dev.slowhour.job.workflow.RequestLine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.assigners.SimpleSplitAssigner;
import org.apache.flink.connector.file.src.enumerate.FileEnumerator;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The workflow's sources over files. */
public final class TableSources {

  private TableSources() {}

  /**
   * Sources that read those files and those contracts.
   *
   * @param contracts the contracts in force, read before
   * @param notices what was said about lines that were read before
   */
  public static JudgeWorkflow.Sources of(
      StreamExecutionEnvironment env,
      InputFiles files,
      List<Contract> contracts,
      List<Notice> notices,
      JudgeSettings settings) {
    String zone = settings.zone();
    Duration maxRequestDuration = settings.maxRequestDuration();
    DataStream<RequestLine> requests =
        source(
            env,
            "request logs",
            files.of(Table.REQUEST_LOGS),
            (file, source) ->
                RowScanner.ofRequests(file, source, ReportZone.of(zone), maxRequestDuration),
            RequestLine::new,
            TypeInformation.of(RequestLine.class));
    DataStream<PoolMetricLine> metrics =
        source(
            env,
            "pool metrics",
            files.of(Table.POOL_METRICS),
            (file, source) -> RowScanner.ofPoolMetrics(file, source, ReportZone.of(zone)),
            PoolMetricLine::new,
            TypeInformation.of(PoolMetricLine.class));
    return new JudgeWorkflow.Sources(
        requests,
        metrics,
        env.fromData(contractLines(contracts, notices), TypeInformation.of(ContractLine.class))
            .name("tenant contracts")
            .uid("tenant-contracts"));
  }

  /**
   * A source that reads the files of requests that were not answered; there is at least one.
   *
   * @param files the files of all tables
   */
  public static DataStream<RequestFailureLine> failures(
      StreamExecutionEnvironment env, InputFiles files, JudgeSettings settings) {
    String zone = settings.zone();
    return source(
        env,
        "request failures",
        files.of(Table.REQUEST_FAILURES),
        (file, source) -> RowScanner.ofRequestFailures(file, source, ReportZone.of(zone)),
        RequestFailureLine::new,
        TypeInformation.of(RequestFailureLine.class));
  }

  private static List<ContractLine> contractLines(List<Contract> contracts, List<Notice> notices) {
    List<ContractLine> lines = new ArrayList<>();
    // Flink's source of given elements cannot be empty, as the files may be.
    lines.add(new ContractLine(null, null));
    contracts.forEach(contract -> lines.add(new ContractLine(contract, null)));
    notices.forEach(notice -> lines.add(new ContractLine(null, notice)));
    return lines;
  }

  private static <R, L> DataStream<L> source(
      StreamExecutionEnvironment env,
      String name,
      List<InputFile> files,
      RowFileFormat.Opener<R> opener,
      RowFileFormat.LineMaker<R, L> lineMaker,
      TypeInformation<L> type) {
    List<SourceFile> sourceFiles = new ArrayList<>();
    List<FileSourceSplit> splits = new ArrayList<>();
    for (InputFile file : files) {
      SourceFile sourceFile = SourceFile.of(file, sourceFiles.size());
      splits.add(sourceFile.split());
      sourceFiles.add(sourceFile);
    }
    RowFileFormat<R, L> format = new RowFileFormat<>(sourceFiles, opener, lineMaker, type);
    FileSource<L> source =
        FileSource.forBulkFileFormat(format, new Path("file:///"))
            .setFileEnumerator(() -> new GivenFiles(splits))
            .setSplitAssigner(SimpleSplitAssigner::new)
            .build();
    return env.fromSource(source, WatermarkStrategy.noWatermarks(), name, type)
        .uid(name.replace(' ', '-'));
  }

  /** The files as they were found, not looked for again. */
  private record GivenFiles(List<FileSourceSplit> splits) implements FileEnumerator {

    @Override
    public Collection<FileSourceSplit> enumerateSplits(Path[] paths, int minDesiredSplits) {
      return splits;
    }
  }
}
