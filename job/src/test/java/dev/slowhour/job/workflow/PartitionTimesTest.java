package dev.slowhour.job.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PartitionTimesTest {

  private static final long S = 30_000;

  private long wall = 5;
  private final PartitionTimes times = new PartitionTimes(S, wall);

  private void pass(long milliseconds) {
    for (long passed = 0; passed < milliseconds; passed += 200) {
      wall += 200;
      times.pass(wall);
    }
  }

  @Test
  void aPartitionWithoutARowIsNotTold() {
    pass(S);

    assertThat(times.read()).isEmpty();
  }

  @Test
  void theNewestTimeOfEachStays() {
    times.see(1, 10);
    times.see(1, 7);
    times.see(0, 3);
    times.see(1, 9);

    assertThat(times.read())
        .containsExactly(new PartitionTime(0, 3, false), new PartitionTime(1, 10, false));
  }

  @Test
  void aPartitionIsSilentAfterThatLongWithoutARowAndNotBefore() {
    times.see(0, 10);
    pass(S - 200);
    assertThat(times.read()).containsExactly(new PartitionTime(0, 10, false));

    pass(200);
    assertThat(times.read()).containsExactly(new PartitionTime(0, 10, true));
  }

  @Test
  void aRowEndsTheSilenceEvenAnOldOne() {
    times.see(0, 10);
    pass(S);
    times.see(0, 4);

    assertThat(times.read()).containsExactly(new PartitionTime(0, 10, false));
  }

  @Test
  void timeInWhichTheTaskWasBlockedIsNoSilence() {
    times.see(0, 10);
    wall += 10 * S;
    times.pass(wall);

    assertThat(times.read()).as("a second counts").containsExactly(new PartitionTime(0, 10, false));
  }

  @Test
  void aClockThatIsTurnedBackCostsAStep() {
    times.see(0, 10);
    wall -= 10 * S;
    pass(S);
    assertThat(times.read()).containsExactly(new PartitionTime(0, 10, false));

    pass(200);

    assertThat(times.read()).containsExactly(new PartitionTime(0, 10, true));
  }

  @Test
  void atTheEndOfTheInputAllAreSilent() {
    times.see(0, 10);
    times.end();

    assertThat(times.read()).containsExactly(new PartitionTime(0, 10, true));
  }
}
