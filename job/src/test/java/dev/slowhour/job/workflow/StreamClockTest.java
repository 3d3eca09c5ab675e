package dev.slowhour.job.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class StreamClockTest {

  private static final long D = 60_000;
  private static final long S = 30_000;
  private static final long TEN = 1_800_000_000_000L;

  private long wall;
  private StreamClock clock = clock(1);

  private StreamClock clock(int partitions) {
    return new StreamClock(partitions, D, S, OptionalLong.empty(), wall);
  }

  private static PartitionTime at(int partition, long newestMs) {
    return new PartitionTime(partition, newestMs, false);
  }

  private static PartitionTime silent(int partition, long newestMs) {
    return new PartitionTime(partition, newestMs, true);
  }

  private void read(PartitionTime... partitions) {
    clock.read(new Positions(0, List.of(partitions)));
  }

  /** As subtasks tell: five times a second. */
  private OptionalLong pass(long milliseconds) {
    OptionalLong stream = OptionalLong.empty();
    for (long passed = 0; passed < milliseconds; passed += 200) {
      wall += 200;
      stream = clock.at(wall);
    }
    return stream;
  }

  @Test
  void beforeTheFirstRowThereIsNoTime() {
    assertThat(pass(10 * S)).isEmpty();
  }

  @Test
  void itIsTheNewestCompletionMinusTheDisorder() {
    read(at(0, TEN));

    assertThat(clock.at(wall)).hasValue(TEN - D);
  }

  @Test
  void itIsTheLeastOfThePartitions() {
    clock = clock(2);
    read(at(0, TEN), at(1, TEN - 1_200_000));

    assertThat(clock.at(wall)).as("one is 20 minutes behind").hasValue(TEN - 1_200_000 - D);
  }

  @Test
  void itIsTheLeastOfAllSubtasks() {
    clock = clock(2);
    clock.read(new Positions(0, List.of(at(0, TEN))));
    clock.read(new Positions(1, List.of(at(1, TEN - 5))));

    assertThat(clock.at(wall)).hasValue(TEN - 5 - D);
  }

  @Test
  void aPartitionThatWasNotHeardOfHoldsItBackUntilItCountsAsSilent() {
    clock = clock(2);
    read(at(0, TEN));

    assertThat(pass(S - 200)).isEmpty();
    assertThat(pass(200)).hasValue(TEN - D);
  }

  @Test
  void aSilentPartitionHoldsNothingBack() {
    clock = clock(2);
    read(at(0, TEN), silent(1, TEN - 1_200_000));

    assertThat(clock.at(wall)).hasValue(TEN - D);
  }

  @Test
  void aPartitionThatComesBackHoldsItWhereItIsAndNeverTurnsItBack() {
    clock = clock(2);
    read(at(0, TEN), silent(1, TEN - 1_200_000));
    clock.at(wall);
    read(at(0, TEN + 5_000), at(1, TEN - 1_199_000));
    assertThat(clock.at(wall)).hasValue(TEN - D);

    read(at(0, TEN + 5_000), at(1, TEN + 1_000));
    assertThat(clock.at(wall)).hasValue(TEN + 1_000 - D);
  }

  @Test
  void whileAllAreSilentItGoesOnWithTheWallTimeThatPasses() {
    read(at(0, TEN));
    pass(200);
    read(silent(0, TEN));
    assertThat(pass(200)).as("as they fall silent").hasValue(TEN - D);

    assertThat(pass(5_000)).hasValue(TEN - D + 5_000);
  }

  @Test
  void aTaskThatWasBlockedSawNoTimePass() {
    read(at(0, TEN));
    pass(200);
    read(silent(0, TEN));
    pass(200);

    wall += 600_000;

    assertThat(clock.at(wall)).as("a second at most").hasValue(TEN - D + 1_000);
  }

  @Test
  void afterASilenceOfAllTheNextRowDoesNotTurnItBack() {
    read(at(0, TEN));
    pass(200);
    read(silent(0, TEN));
    pass(200 + 90_000);
    read(at(0, TEN + 80_000));

    assertThat(clock.at(wall)).hasValue(TEN - D + 90_000);
  }

  @Test
  void whenAllFellSilentBeforeItWasKnownTheNewestTellsIt() {
    clock = clock(3);
    read(silent(0, TEN), silent(1, TEN - 7_000));

    assertThat(pass(S)).hasValue(TEN - D);
  }

  @Test
  void afterARestartItGoesOnFromWhereItWas() {
    clock = new StreamClock(1, D, S, OptionalLong.of(TEN), wall);
    assertThat(clock.at(wall)).hasValue(TEN);

    read(at(0, TEN));
    assertThat(clock.at(wall)).hasValue(TEN);

    read(at(0, TEN + D + 1));
    assertThat(clock.at(wall)).hasValue(TEN + 1);
  }
}
