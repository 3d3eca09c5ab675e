package dev.slowhour.job.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.runtime.operators.sink.SinkWriterOperatorFactory;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When what came is written. The clock is the test's. */
class StoreSinkTest {

  private static final int MOST_AT_ONCE = 3;

  /** A batch that writes into a list, and takes its time for it. */
  private final class ListBatch implements StoreSink.Batch<String> {

    private final List<String> waiting = new ArrayList<>();

    @Override
    public void add(String element) {
      waiting.add(element);
    }

    @Override
    public int size() {
      return waiting.size();
    }

    @Override
    public void write() throws StoreException {
      if (isGone) {
        throw new StoreException("gone");
      }
      written.add(List.copyOf(waiting));
      waiting.clear();
      if (writingMillis > 0) {
        // Due timers come after the one that runs, as they do in a task.
        now += writingMillis;
        try {
          harness.setProcessingTime(now);
        } catch (Exception e) {
          throw new IllegalStateException(e);
        }
      }
    }

    @Override
    public void close() {
      closed++;
    }
  }

  private final List<List<String>> written = new ArrayList<>();
  private OneInputStreamOperatorTestHarness<String, CommittableMessage<Void>> harness;
  private boolean isGone;
  private long writingMillis;
  private long now;
  private int closed;

  @BeforeEach
  void open() throws Exception {
    harness =
        new OneInputStreamOperatorTestHarness<>(
            new SinkWriterOperatorFactory<String, Void>(
                new StoreSink<>(MOST_AT_ONCE, (metrics, clock) -> new ListBatch())));
    harness.open();
  }

  @AfterEach
  void close() throws Exception {
    if (closed == 0) {
      harness.close();
    }
  }

  private void write(String element) throws Exception {
    harness.processElement(new StreamRecord<>(element));
  }

  private void pass(long millis) throws Exception {
    now += millis;
    harness.setProcessingTime(now);
  }

  @Test
  void anElementIsWrittenAMomentAfterItCameWithWhatCameMeanwhile() throws Exception {
    pass(1_000);
    write("a");
    pass(60);
    write("b");
    pass(39);
    assertThat(written).isEmpty();

    pass(1);
    assertThat(written).containsExactly(List.of("a", "b"));

    pass(1_000);
    write("c");
    pass(100);
    assertThat(written).containsExactly(List.of("a", "b"), List.of("c"));
  }

  @Test
  void manyAreWrittenAtOnce() throws Exception {
    for (String element : List.of("a", "b", "c", "d")) {
      write(element);
    }
    assertThat(written).containsExactly(List.of("a", "b", "c"));

    pass(100);
    assertThat(written).containsExactly(List.of("a", "b", "c"), List.of("d"));
  }

  @Test
  void allIsWrittenBeforeACheckpointAndAtTheEndOfTheInput() throws Exception {
    write("a");
    harness.prepareSnapshotPreBarrier(1);
    assertThat(written).containsExactly(List.of("a"));
    harness.prepareSnapshotPreBarrier(2);
    assertThat(written).as("nothing more").hasSize(1);

    write("b");
    harness.endInput();
    assertThat(written).containsExactly(List.of("a"), List.of("b"));
  }

  @Test
  void whatCannotBeWrittenLetsNoCheckpointPass() throws Exception {
    write("a");
    isGone = true;

    assertThatThrownBy(() -> harness.prepareSnapshotPreBarrier(1)).hasMessage("gone");
    assertThat(written).isEmpty();
  }

  @Test
  void nothingIsWrittenWhenItIsClosedAfterAFailure() throws Exception {
    write("a");

    harness.close();

    assertThat(written).isEmpty();
    assertThat(closed).isEqualTo(1);
  }

  @Test
  void theSlowerWritingIsTheMoreIsWrittenAtOnceButNoneWaitsMoreThanASecond() throws Exception {
    write("a");
    writingMillis = 400;
    pass(100);
    writingMillis = 0;
    assertThat(written).hasSize(1);

    write("b");
    pass(399);
    assertThat(written).hasSize(1);
    writingMillis = 5_000;
    pass(1);
    writingMillis = 0;
    assertThat(written).hasSize(2);

    write("c");
    pass(999);
    assertThat(written).hasSize(2);
    pass(1);
    assertThat(written).hasSize(3);

    write("d");
    pass(100);
    assertThat(written).as("quick again").hasSize(4);
  }
}
