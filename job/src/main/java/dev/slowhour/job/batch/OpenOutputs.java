package dev.slowhour.job.batch;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.FailureHour;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.PlatformEvent;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.read.InputException;
import dev.slowhour.job.files.JudgedFiles;
import dev.slowhour.job.files.NoticePlaces;
import dev.slowhour.job.store.BatchStore;
import dev.slowhour.job.store.RunTotals;
import dev.slowhour.job.store.Stored;
import dev.slowhour.job.workflow.FailureHours;
import dev.slowhour.job.workflow.JudgeWorkflow;
import dev.slowhour.job.workflow.RequestFailureLine;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.flink.streaming.api.datastream.DataStream;

/** The outputs of a run that goes on: results are set aside beside their place in each. */
final class OpenOutputs implements Closeable {

  private final RunInput input;
  private final NoticePlaces places;
  private final JudgeSettings settings;
  private final Optional<StagedFolder> folder;
  private final Optional<BatchStore> store;

  private OpenOutputs(
      RunInput input,
      JudgeSettings settings,
      Optional<StagedFolder> folder,
      Optional<BatchStore> store) {
    this.input = input;
    places = input.noticePlaces();
    this.settings = settings;
    this.folder = folder;
    this.store = store;
  }

  /**
   * Opens them.
   *
   * @throws InputException when something else than an earlier judged output is at the folder
   * @throws IOException when one cannot be written
   */
  static OpenOutputs open(Outputs outputs, RunInput input, JudgeSettings settings)
      throws InputException, IOException {
    Optional<StagedFolder> folder =
        outputs.folder().isPresent()
            ? Optional.of(StagedFolder.beside(outputs.folder().get()))
            : Optional.empty();
    try {
      Optional<BatchStore> store =
          outputs.store().isPresent()
              ? Optional.of(
                  BatchStore.begin(
                      outputs.store().get(),
                      Version.text(),
                      settings,
                      outputs.replaces(),
                      RunJson.inputs(input)))
              : Optional.empty();
      return new OpenOutputs(input, settings, folder, store);
    } catch (IOException | RuntimeException e) {
      if (folder.isPresent()) {
        folder.get().close();
      }
      throw e;
    }
  }

  /**
   * Where the results of the workflow go.
   *
   * @param failures lines of requests that were not answered, where the input has any
   */
  JudgeWorkflow.Sinks sinks(Optional<DataStream<RequestFailureLine>> failures) {
    failures.ifPresent(lines -> setAsideFailures(FailureHours.of(lines, settings)));
    return new JudgeWorkflow.Sinks(
        this::setAsideWindows,
        withdrawn -> {},
        notices ->
            setAsideNotices(
                failures.map(lines -> notices.union(FailureHours.notices(lines))).orElse(notices)));
  }

  private void setAsideFailures(DataStream<FailureHour> failures) {
    folder.ifPresent(to -> JudgedFiles.writeFailures(failures, to.path(), settings));
    store.ifPresent(to -> to.setAsideFailures(failures));
  }

  private void setAsideWindows(DataStream<JudgedWindow> windows) {
    folder.ifPresent(
        to -> JudgedFiles.writeWindows(windows, to.path(), input.syntheticPools(), settings));
    store.ifPresent(to -> to.setAsideWindows(windows, input.syntheticPools()));
  }

  private void setAsideNotices(DataStream<Notice> notices) {
    DataStream<Notice> inPlaceOrder = places.inPlaceOrder(notices);
    folder.ifPresent(to -> JudgedFiles.writeNotices(inPlaceOrder, to.path(), places, settings));
    store.ifPresent(to -> to.setAsideNotices(inPlaceOrder, places));
  }

  /** Puts everything in place: in the store first, for there it can still be refused. */
  RunCounts putInPlace(RunCounts counts) throws InputException, IOException {
    List<Contract> contracts = input.contractsInForce();
    List<PlatformEvent> events = input.events();
    if (folder.isPresent()) {
      if (input.has(Table.PLATFORM_EVENTS)) {
        JudgedFiles.writeEvents(events, folder.get().path(), settings);
      }
      RunJson.write(folder.get().path(), settings, input, counts);
    }
    RunCounts all = counts;
    if (store.isPresent()) {
      Stored stored = store.get().putInPlace(totals(counts, contracts.size()), contracts, events);
      all = counts.storedAs(stored);
    }
    if (folder.isPresent()) {
      folder.get().putInPlace();
    }
    return all;
  }

  private static RunTotals totals(RunCounts counts, int contracts) {
    return new RunTotals(
        counts.rows(Table.REQUEST_LOGS),
        counts.unreadableLines(Table.REQUEST_LOGS),
        counts.rows(Table.POOL_METRICS),
        counts.unreadableLines(Table.POOL_METRICS),
        contracts,
        counts.windows(),
        counts.notices(),
        counts.newestCompletion());
  }

  void fail(Exception why) {
    store.ifPresent(of -> of.fail(String.valueOf(why.getMessage())));
  }

  @Override
  public void close() throws IOException {
    store.ifPresent(BatchStore::close);
    if (folder.isPresent()) {
      folder.get().close();
    }
  }
}
