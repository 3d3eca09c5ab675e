package dev.slowhour.job.batch;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.ContractFiles;
import dev.slowhour.core.read.EventFiles;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.read.InputFiles;
import dev.slowhour.core.read.PoolFiles;
import dev.slowhour.job.files.TableSources;
import dev.slowhour.job.workflow.JudgeWorkflow;
import dev.slowhour.job.workflow.RequestFailureLine;
import dev.slowhour.job.workflow.RequestLine;
import dev.slowhour.job.workflow.UntilLastToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * One judging of files: reads the contracts, runs the workflow, puts in place what came out when
 * all went well. A run that fails changes nothing; in the store it leaves its row in {@code runs}.
 */
public final class BatchRun {

  private final List<String> inputFolders;
  private final Outputs outputs;
  private final JudgeSettings settings;
  private final UnaryOperator<DataStream<RequestLine>> requestsAsJudged;

  /**
   * A run into a folder that has not begun.
   *
   * @param inputFolders folders of input files, as given
   * @param outputFolder where the judged files go; an earlier judged output there is replaced
   */
  public BatchRun(List<String> inputFolders, Path outputFolder, JudgeSettings settings) {
    this(inputFolders, Outputs.folder(outputFolder), settings);
  }

  /**
   * A run that has not begun.
   *
   * @param inputFolders folders of input files, as given
   */
  public BatchRun(List<String> inputFolders, Outputs outputs, JudgeSettings settings) {
    this(inputFolders, outputs, settings, requests -> requests);
  }

  private BatchRun(
      List<String> inputFolders,
      Outputs outputs,
      JudgeSettings settings,
      UnaryOperator<DataStream<RequestLine>> requestsAsJudged) {
    this.inputFolders = List.copyOf(inputFolders);
    this.outputs = outputs;
    this.settings = settings;
    this.requestsAsJudged = requestsAsJudged;
  }

  /**
   * A run that is not the rule's: its requests end with their last token as measured. Which of them
   * are plausible is decided as ever, so that both runs judge the same requests. What it writes
   * must not pass for a judged output.
   *
   * @param inputFolders folders of input files, as given
   */
  public static BatchRun untilLastToken(
      List<String> inputFolders, Path outputFolder, JudgeSettings settings) {
    return new BatchRun(inputFolders, Outputs.folder(outputFolder), settings, UntilLastToken::of);
  }

  /**
   * Judges.
   *
   * @param env where the job runs
   * @param started is given the job once it runs, to watch it
   * @throws InputException when the input cannot be judged
   * @throws IOException when the output cannot be written
   * @throws InterruptedException when interrupted; the job is then cancelled
   */
  public RunCounts run(StreamExecutionEnvironment env, Consumer<WatchedJob> started)
      throws InputException, IOException, InterruptedException {
    InputFiles files = InputFiles.find(inputFolders);
    ContractFiles.Contracts contracts =
        ContractFiles.read(files.of(Table.TENANT_CONTRACTS), settings.reportZone());
    PoolFiles.Pools pools = PoolFiles.read(files.of(Table.POOLS), settings.reportZone());
    EventFiles.Events events =
        EventFiles.read(files.of(Table.PLATFORM_EVENTS), settings.reportZone());
    List<Notice> notices = new ArrayList<>(contracts.notices());
    notices.addAll(pools.notices());
    notices.addAll(events.notices());
    try (OpenOutputs open = OpenOutputs.open(outputs, files, pools.synthetic(), settings)) {
      try {
        JudgeWorkflow.Sources sources =
            TableSources.of(env, files, contracts.inForce(), notices, settings);
        JudgeWorkflow.define(
            new JudgeWorkflow.Sources(
                requestsAsJudged.apply(sources.requests()), sources.metrics(), sources.contracts()),
            open.sinks(failures(env, files)),
            settings);
        RunCounts counts = RunCounts.of(execute(env, files, started));
        requireReadableRequest(counts);
        return open.putInPlace(counts, contracts.inForce(), events.rows());
      } catch (InputException | IOException | InterruptedException | RuntimeException e) {
        open.fail(e);
        throw e;
      }
    }
  }

  private Optional<DataStream<RequestFailureLine>> failures(
      StreamExecutionEnvironment env, InputFiles files) {
    return files.of(Table.REQUEST_FAILURES).isEmpty()
        ? Optional.empty()
        : Optional.of(TableSources.failures(env, files, settings));
  }

  private void requireReadableRequest(RunCounts counts) throws InputException {
    if (counts.rows(Table.REQUEST_LOGS) == 0) {
      throw new InputException(
          "no readable request line in "
              + String.join(", ", inputFolders)
              + " ("
              + counts.unreadableLines(Table.REQUEST_LOGS)
              + " lines cannot be read; expected: JSON objects or CSV rows with all fields of"
              + " request_logs)");
    }
  }

  private static Map<String, Object> execute(
      StreamExecutionEnvironment env, InputFiles files, Consumer<WatchedJob> started)
      throws InputException, InterruptedException {
    JobClient client;
    try {
      client = env.executeAsync("slowhour judge");
    } catch (Exception e) {
      throw JobResults.failure("the job could not be started", e);
    }
    started.accept(new WatchedJob(client, files));
    return JobResults.await(client);
  }
}
