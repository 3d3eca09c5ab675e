package dev.slowhour.job.store;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.job.workflow.WithdrawnWindow;
import java.util.Set;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * The way of a streaming run into the store. What comes is written within a fraction of a second,
 * and all of it before a checkpoint. Writing it again after a failure changes nothing.
 */
public final class StreamSinks {

  private static final int MOST_WINDOWS_AT_ONCE = 1_000;
  private static final int MOST_NOTICES_AT_ONCE = 10_000;
  private static final int MOST_CONTRACTS_AT_ONCE = 1_000;

  private final StoreAddress address;
  private final long runId;
  private final JudgeSettings settings;
  private final Patience patience;

  /**
   * Sinks.
   *
   * @param runId the number of a {@link StreamRun}
   * @param patience for how long a writer tries again when the store is gone, before the job fails
   *     and restarts
   */
  public StreamSinks(StoreAddress address, long runId, JudgeSettings settings, Patience patience) {
    this.address = address;
    this.runId = runId;
    this.settings = settings;
    this.patience = patience;
  }

  /**
   * Stores windows, and deletes those that are withdrawn, each endpoint's in the order in which
   * they come.
   *
   * @param syntheticPools pools whose logs and metrics are made up
   */
  public void windows(
      DataStream<JudgedWindow> windows,
      DataStream<WithdrawnWindow> withdrawn,
      Set<String> syntheticPools) {
    // Fields of this would drag it along into the job.
    StoreAddress to = address;
    long run = runId;
    JudgeSettings with = settings;
    Patience until = patience;
    Set<String> synthetic = Set.copyOf(syntheticPools);
    windows
        .keyBy(judged -> judged.window().endpoint(), TypeInformation.of(EndpointId.class))
        .connect(withdrawn.keyBy(WithdrawnWindow::endpoint, TypeInformation.of(EndpointId.class)))
        .process(new WithdrawalsInOrder(settings), TypeInformation.of(WindowChange.class))
        .name("withdrawals in order")
        .uid("withdrawals-in-order")
        .sinkTo(
            new StoreSink<>(
                MOST_WINDOWS_AT_ONCE,
                (metrics, clock) ->
                    new WindowBatch(
                        WindowStore.open(to, run, with.reportZone(), synthetic, until),
                        with,
                        metrics,
                        clock)))
        .name("windows in Postgres")
        .uid("stored-windows");
  }

  /**
   * Stores notices as they come.
   *
   * @param topics what their tables are read from
   */
  public void notices(DataStream<Notice> notices, TopicNames topics) {
    StoreAddress to = address;
    long run = runId;
    Patience until = patience;
    notices
        .keyBy(NoticeUnit::of, TypeInformation.of(NoticeUnit.class))
        .process(new NoticeTotals(), TypeInformation.of(CountedNotice.class))
        .name("notice totals")
        .uid("notice-totals")
        .sinkTo(
            new StoreSink<>(
                MOST_NOTICES_AT_ONCE,
                (metrics, clock) -> {
                  NoticeStore store = NoticeStore.open(to, run, topics, until);
                  metrics.retries(store::retries);
                  return new SimpleBatch<>(
                      store,
                      counted -> {
                        store.put(counted);
                        counted.forEach(each -> metrics.noticesStored(each.notice().code()).inc());
                      });
                }))
        .name("notices in Postgres")
        .uid("stored-notices");
  }

  /** Stores contracts as they come and go. */
  public void contracts(DataStream<ContractChange> changes) {
    StoreAddress to = address;
    long run = runId;
    Patience until = patience;
    changes
        .keyBy(ContractChange::endpoint, TypeInformation.of(EndpointId.class))
        .sinkTo(
            new StoreSink<>(
                MOST_CONTRACTS_AT_ONCE,
                (metrics, clock) -> {
                  ContractStore store = ContractStore.open(to, run, until);
                  metrics.retries(store::retries);
                  return new SimpleBatch<>(store, store::put);
                }))
        .name("contracts in Postgres")
        .uid("stored-contracts");
  }
}
