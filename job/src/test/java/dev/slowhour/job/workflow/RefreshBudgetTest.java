package dev.slowhour.job.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RefreshBudgetTest {

  private static final long SECOND = 1_000_000_000;

  private long now = 17;
  private final RefreshBudget budget = new RefreshBudget(() -> now);

  private void spend(long nanos) {
    long started = budget.start();
    now += nanos;
    budget.stop(started);
  }

  @Test
  void atTheStartASecondMayBeSpent() {
    assertThat(budget.allows()).isTrue();
    spend(5 * SECOND / 4);
    assertThat(budget.allows()).as("a second and a fifth of what passed").isTrue();

    spend(SECOND / 100);
    assertThat(budget.allows()).isFalse();
  }

  @Test
  void thenAFifthOfTheTime() {
    spend(3 * SECOND);
    assertThat(budget.allows()).isFalse();

    now += 7 * SECOND - 1;
    assertThat(budget.allows()).isFalse();
    now += 1;
    assertThat(budget.allows()).as("3 of 10 seconds").isTrue();
  }
}
