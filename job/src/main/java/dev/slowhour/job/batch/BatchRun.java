package dev.slowhour.job.batch;

import dev.slowhour.core.data.Table;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.InputException;
import dev.slowhour.job.kafka.KafkaSettings;
import dev.slowhour.job.workflow.JudgeWorkflow;
import dev.slowhour.job.workflow.RequestLine;
import dev.slowhour.job.workflow.UntilLastToken;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * One judging of files or of topics: reads the contracts, runs the workflow, puts in place what
 * came out when all went well. A run that fails changes nothing; in the store it leaves its row in
 * {@code runs}.
 */
public final class BatchRun {

  /** Finds what is judged, under the settings. */
  private interface Finder {
    RunInput find(JudgeSettings settings) throws InputException, InterruptedException;
  }

  private final Finder finder;
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
    this(folders(inputFolders), outputs, settings, requests -> requests);
  }

  private BatchRun(
      Finder finder,
      Outputs outputs,
      JudgeSettings settings,
      UnaryOperator<DataStream<RequestLine>> requestsAsJudged) {
    this.finder = finder;
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
    return new BatchRun(
        folders(inputFolders), Outputs.folder(outputFolder), settings, UntilLastToken::of);
  }

  /**
   * A run over topics that has not begun.
   *
   * @param allowedDisorder D of the streaming job: how far records may be out of the order of
   *     completion
   * @param poolFolders folders of which {@code pools} is read; may be none
   * @param settings with the first hour that is judged and the first that is not any more
   */
  public static BatchRun ofTopics(
      KafkaSettings kafka,
      Duration allowedDisorder,
      List<String> poolFolders,
      Outputs outputs,
      JudgeSettings settings) {
    List<String> folders = List.copyOf(poolFolders);
    return new BatchRun(
        given -> TopicInput.of(kafka, allowedDisorder, folders, given),
        outputs,
        settings,
        requests -> requests);
  }

  private static Finder folders(List<String> inputFolders) {
    List<String> folders = List.copyOf(inputFolders);
    return settings -> FileInput.in(folders, settings);
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
    RunInput input = finder.find(settings);
    try (OpenOutputs open = OpenOutputs.open(outputs, input, settings)) {
      try {
        JudgeWorkflow.Sources sources = input.sources(env);
        JudgeWorkflow.define(
            new JudgeWorkflow.Sources(
                requestsAsJudged.apply(sources.requests()), sources.metrics(), sources.contracts()),
            open.sinks(input.failures(env)),
            settings);
        RunCounts counts = RunCounts.of(execute(env, input, started));
        if (counts.rows(Table.REQUEST_LOGS) == 0) {
          throw input.noReadableRequest(counts.unreadableLines(Table.REQUEST_LOGS));
        }
        return open.putInPlace(counts);
      } catch (InputException | IOException | InterruptedException | RuntimeException e) {
        open.fail(e);
        throw e;
      }
    }
  }

  private static Map<String, Object> execute(
      StreamExecutionEnvironment env, RunInput input, Consumer<WatchedJob> started)
      throws InputException, InterruptedException {
    JobClient client;
    try {
      client = env.executeAsync("slowhour judge");
    } catch (Exception e) {
      throw JobResults.failure("the job could not be started", e);
    }
    started.accept(new WatchedJob(client, input));
    return JobResults.await(client);
  }
}
