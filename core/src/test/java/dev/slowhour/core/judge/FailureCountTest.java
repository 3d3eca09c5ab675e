package dev.slowhour.core.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.FailureHour;
import dev.slowhour.core.data.FailureKind;
import dev.slowhour.core.data.RequestFailure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class FailureCountTest {

  private static final Instant HOUR = Instant.parse("2026-10-13T01:00:00Z");
  private static final EndpointId ENDPOINT = new EndpointId("tnt", "ep");

  private static RequestFailure failure(String id, long nanos, FailureKind kind) {
    return new RequestFailure(id, "tnt", "ep", null, HOUR.plusNanos(nanos), kind, null);
  }

  private static FailureHour count(List<RequestFailure> failures) {
    Map<String, FailureCount.Counted> counted = new HashMap<>();
    failures.forEach(
        failure ->
            counted.merge(
                failure.requestId(),
                FailureCount.Counted.of(failure),
                FailureCount.Counted::orFirst));
    return FailureCount.of(ENDPOINT, HOUR, counted.values());
  }

  @Test
  void nothingIsNoFailure() {
    assertThat(count(List.of())).isEqualTo(new FailureHour("tnt", "ep", HOUR, 0, 0, 0, 0));
  }

  @Test
  void eachKindIsCountedForItself() {
    FailureHour hour =
        count(
            List.of(
                failure("a", 0, FailureKind.REFUSED),
                failure("b", 0, FailureKind.TIMEOUT),
                failure("c", 0, FailureKind.CANCELLED),
                failure("d", 0, FailureKind.CANCELLED),
                failure("e", 0, FailureKind.ERROR),
                failure("f", 0, FailureKind.ERROR),
                failure("g", 0, FailureKind.ERROR)));
    assertThat(hour).isEqualTo(new FailureHour("tnt", "ep", HOUR, 1, 1, 2, 3));
    assertThat(hour.count()).isEqualTo(7);
    assertThat(hour.endpoint()).isEqualTo(ENDPOINT);
  }

  @Test
  void aRequestThatIsToldOfTwiceCountsAsWhatItWasFirst() {
    FailureHour hour =
        count(
            List.of(
                failure("a", 1_000_000_001, FailureKind.REFUSED),
                failure("a", 1_000_000_000, FailureKind.ERROR)));
    assertThat(hour).isEqualTo(new FailureHour("tnt", "ep", HOUR, 0, 0, 0, 1));
  }

  @Test
  void amongLinesOfOneInstantTheOrderOfTheKindsDecides() {
    FailureHour hour =
        count(List.of(failure("a", 5, FailureKind.ERROR), failure("a", 5, FailureKind.TIMEOUT)));
    assertThat(hour).isEqualTo(new FailureHour("tnt", "ep", HOUR, 0, 1, 0, 0));
  }

  @Property
  void theCountIsThatOfSortingThemAllWhateverTheirOrder(
      @ForAll long seed, @ForAll @IntRange(max = 60) int lines) {
    Random random = new Random(seed);
    List<RequestFailure> failures = new ArrayList<>();
    for (int line = 0; line < lines; line++) {
      failures.add(
          failure(
              "r-" + random.nextInt(12),
              // Equal nanoseconds of other seconds, and equal instants, both come up.
              random.nextInt(3) * 1_000_000_000L + random.nextInt(2),
              List.of(FailureKind.values()).get(random.nextInt(4))));
    }
    Map<FailureKind, Long> expected =
        failures.stream()
            .collect(Collectors.groupingBy(RequestFailure::requestId))
            .values()
            .stream()
            .map(
                ofId ->
                    ofId.stream()
                        .min(
                            Comparator.comparing(RequestFailure::arrivedAt)
                                .thenComparing(RequestFailure::kind))
                        .orElseThrow()
                        .kind())
            .collect(Collectors.groupingBy(kind -> kind, Collectors.counting()));
    Collections.shuffle(failures, random);
    FailureHour hour = count(failures);
    assertThat(hour)
        .isEqualTo(
            new FailureHour(
                "tnt",
                "ep",
                HOUR,
                expected.getOrDefault(FailureKind.REFUSED, 0L),
                expected.getOrDefault(FailureKind.TIMEOUT, 0L),
                expected.getOrDefault(FailureKind.CANCELLED, 0L),
                expected.getOrDefault(FailureKind.ERROR, 0L)));
  }
}
