package dev.slowhour.core.compare;

import static dev.slowhour.core.compare.Figures.key;
import static dev.slowhour.core.compare.Figures.window;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.FailureHour;
import dev.slowhour.core.judge.Verdict;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ComparisonTest {

  private static JudgedSide side(WindowFigures... windows) {
    return new JudgedSide(List.of(windows), Optional.empty());
  }

  private static FailureHour failures(WindowKey key, long refused, long errors) {
    return new FailureHour(
        key.endpoint().tenantId(),
        key.endpoint().endpointId(),
        key.windowStart(),
        refused,
        0,
        0,
        errors);
  }

  @Test
  void anHourThatOnlyOneSideHasIsLeftOut() {
    Comparison comparison =
        Comparison.of(
            side(window(key("a", "x", 0), 100, 0, 0, 0), window(key("a", "x", 1), 100, 0, 0, 0)),
            side(window(key("a", "x", 1), 100, 0, 0, 0), window(key("a", "x", 2), 100, 0, 0, 0)));
    assertThat(comparison.hours()).containsExactly(key("a", "x", 1).windowStart());
    assertThat(comparison.windows()).hasSize(1);
    assertThat(comparison.leftOutBefore()).isEqualTo(1);
    assertThat(comparison.leftOutAfter()).isEqualTo(1);
    assertThat(comparison.goodput().get("a").before()).isEqualTo(new Goodput(100, 100, 0, 3_600));
  }

  @Test
  void aWindowThatIsGoneInACommonHourIsToldOf() {
    Comparison comparison =
        Comparison.of(
            side(window(key("a", "x", 0), 100, 90, 0, 0), window(key("b", "x", 0), 10, 0, 0, 0)),
            side(window(key("b", "x", 0), 10, 0, 0, 0)));
    WindowChange gone = comparison.windows().get(0);
    assertThat(gone.key()).isEqualTo(key("a", "x", 0));
    assertThat(gone.after()).isEmpty();
    assertThat(gone.flip(VerdictReading.BY_RULE)).isEmpty();
    assertThat(gone.isWithinSloAfter()).isFalse();
    assertThat(comparison.firstIsolationFailures(VerdictReading.BY_RULE)).containsExactly(gone);
    assertThat(comparison.goodput().get("a").after()).isEqualTo(new Goodput(0, 0, 0, 3_600));
  }

  @Test
  void aFlipTellsTheTestThatTurnedAndItsMarginsOnBothSides() {
    Comparison comparison =
        Comparison.of(
            side(window(key("a", "x", 0), 400, 100, 0, 0)),
            side(window(key("a", "x", 0), 400, 4, 0, 0)));
    assertThat(comparison.flipped(VerdictReading.BY_RULE)).hasSize(1);
    WindowChange change = comparison.windows().get(0);
    assertThat(change.flip(VerdictReading.BY_RULE))
        .contains(
            new WindowChange.Flip(
                VerdictReading.BY_RULE,
                Verdict.ISOLATION_FAILURE,
                Verdict.WITHIN_SLO,
                RuleTest.ONE_PERCENT,
                new RuleTest.Margin(RuleTest.ONE_PERCENT, 9_600, 397),
                new RuleTest.Margin(RuleTest.ONE_PERCENT, 0, 397)));
    assertThat(change.isWithinSloAfter()).isTrue();
    assertThat(change.flip(VerdictReading.BY_RULE).map(WindowChange.Flip::isMarginal))
        .contains(false);
  }

  @Test
  void aFlipOfWhichBothSidesAreNoiseIsMarginal() {
    WindowChange change =
        Comparison.of(
                side(window(key("a", "x", 0), 400, 5, 3, 0)),
                side(window(key("a", "x", 0), 400, 4, 0, 0)))
            .windows()
            .get(0);
    assertThat(change.flip(VerdictReading.BY_RULE).map(WindowChange.Flip::isMarginal))
        .contains(true);
    // Over the contract by 50 of 100, and by 49: half a coin's throw.
    WindowChange coin =
        Comparison.of(
                side(window(key("a", "x", 0), 400, 100, 50, 0)),
                side(window(key("a", "x", 0), 400, 100, 49, 0)))
            .windows()
            .get(0);
    assertThat(coin.flip(VerdictReading.BY_RULE).map(WindowChange.Flip::isMarginal)).contains(true);
  }

  @Test
  void goodputCountsWhatWasWithinItsSloOfAllThatWasSent() {
    JudgedSide before =
        new JudgedSide(
            List.of(
                window(key("a", "x", 0), 3_000, 120, 0, 0), window(key("a", "y", 0), 720, 0, 0, 0)),
            Optional.of(
                List.of(failures(key("a", "x", 0), 300, 30), failures(key("a", "x", 1), 99, 0))));
    Comparison comparison = Comparison.of(before, side(window(key("b", "x", 0), 36, 0, 0, 0)));
    Goodput goodput = comparison.goodput().get("a").before();
    assertThat(goodput).isEqualTo(new Goodput(3_600, 3_720, 330, 3_600));
    assertThat(goodput.offered()).isEqualTo(4_050);
    assertThat(goodput.perSecond()).isEqualByComparingTo("1");
    assertThat(goodput.shareOfOffered()).contains(new BigDecimal("0.8889"));
    assertThat(comparison.goodput().get("b").after().perSecond()).isEqualByComparingTo("0.01");
    assertThat(comparison.goodput().get("b").before().shareOfOffered()).isEmpty();
    assertThat(comparison.failuresBefore()).isTrue();
    assertThat(comparison.failuresAfter()).isFalse();
  }

  @Test
  void requestsThatAllFailedAreOfferedAndNoGoodput() {
    Comparison comparison =
        Comparison.of(
            new JudgedSide(
                List.of(window(key("a", "x", 0), 10, 0, 0, 0)),
                Optional.of(List.of(failures(key("z", "x", 0), 7, 0)))),
            side(window(key("a", "x", 0), 10, 0, 0, 0)));
    assertThat(comparison.goodput().get("z").before()).isEqualTo(new Goodput(0, 0, 7, 3_600));
    assertThat(comparison.goodput().get("z").before().shareOfOffered())
        .contains(new BigDecimal("0.0000"));
  }

  @Test
  void anotherNightIsComparedWhenItIsMoved() {
    JudgedSide night = side(window(key("a", "x", 24), 100, 0, 0, 0));
    JudgedSide before = side(window(key("a", "x", 0), 100, 0, 0, 0));
    assertThat(Comparison.of(before, night).hours()).isEmpty();
    assertThat(Comparison.of(before, night.later(Duration.ofDays(-1))).windows()).hasSize(1);
  }

  @Property
  void goodputIsThatOfAddingUpHourByHour(@ForAll long seed) {
    Random random = new Random(seed);
    JudgedSide before = anySide(random);
    JudgedSide after = anySide(random);
    Comparison comparison = Comparison.of(before, after);
    Set<Integer> common = new TreeSet<>();
    for (int hour = 0; hour < 4; hour++) {
      if (hasHour(before, hour) && hasHour(after, hour)) {
        common.add(hour);
      }
    }
    assertThat(comparison.hours()).hasSize(common.size());
    for (String tenant : List.of("a", "b", "c")) {
      Comparison.TenantGoodput both = comparison.goodput().get(tenant);
      Goodput none = Goodput.none(Math.max(1, common.size() * 3_600L));
      assertThat(both == null ? none : both.before()).isEqualTo(sum(before, tenant, common));
      assertThat(both == null ? none : both.after()).isEqualTo(sum(after, tenant, common));
    }
    long all =
        comparison.windows().stream().filter(change -> change.before().isPresent()).count()
            + comparison.leftOutBefore();
    assertThat(all).isEqualTo(before.windows().size());
  }

  @Property
  void aVerdictFlipsWhereTheTwoDifferAndNowhereElse(@ForAll long seed) {
    Random random = new Random(seed);
    for (WindowChange change : Comparison.of(anySide(random), anySide(random)).windows()) {
      for (VerdictReading reading : VerdictReading.values()) {
        Optional<Verdict> left = change.before().map(window -> window.verdict(reading));
        Optional<Verdict> right = change.after().map(window -> window.verdict(reading));
        Optional<WindowChange.Flip> flip = change.flip(reading);
        assertThat(flip.isPresent())
            .isEqualTo(left.isPresent() && right.isPresent() && !left.equals(right));
        flip.ifPresent(
            f -> {
              assertThat(Optional.of(f.verdictBefore())).isEqualTo(left);
              assertThat(Optional.of(f.verdictAfter())).isEqualTo(right);
              assertThat(f.before().holds()).isNotEqualTo(f.after().holds());
            });
      }
    }
  }

  private static JudgedSide anySide(Random random) {
    List<FailureHour> failures = new ArrayList<>();
    for (String tenant : List.of("a", "b", "c")) {
      for (int hour = 0; hour < 4; hour++) {
        if (random.nextInt(3) == 0) {
          failures.add(failures(key(tenant, "x", hour), random.nextInt(50), 1));
        }
      }
    }
    return new JudgedSide(Figures.some(random), Optional.of(failures));
  }

  private static boolean hasHour(JudgedSide side, int hour) {
    return side.windows().stream()
        .anyMatch(w -> w.key().windowStart().equals(key("a", "x", hour).windowStart()));
  }

  private static Goodput sum(JudgedSide side, String tenant, Set<Integer> hours) {
    long within = 0;
    long answered = 0;
    long failed = 0;
    for (int hour : hours) {
      for (WindowFigures window : side.windows()) {
        if (window.key().endpoint().tenantId().equals(tenant)
            && window.key().windowStart().equals(key("a", "x", hour).windowStart())) {
          within += window.asSent().requests() - window.asSent().misses();
          answered += window.asSent().requests();
        }
      }
      for (FailureHour failures : side.failures().orElseThrow()) {
        if (failures.tenantId().equals(tenant)
            && failures.windowStart().equals(key("a", "x", hour).windowStart())) {
          failed += failures.refused() + failures.errors();
        }
      }
    }
    return new Goodput(within, answered, failed, Math.max(1, hours.size() * 3_600L));
  }
}
