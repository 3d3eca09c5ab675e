package dev.slowhour.core.judge;

import static dev.slowhour.core.judge.JudgeRows.HOUR;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.Contract;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContractBookTest {

  private static final Contract EVER = version(null);
  private static final Contract OLD = version(HOUR.minus(Duration.ofHours(5)));
  private static final Contract NEW = version(HOUR);
  private static final Contract NEXT = version(HOUR.plusNanos(1));

  @Test
  void noVersionIsInForceWhereThereIsNone() {
    assertThat(ContractBook.inForce(List.of(), HOUR)).isEmpty();
  }

  @Test
  void aVersionWithoutValidFromHoldsSinceEver() {
    assertThat(ContractBook.inForce(List.of(EVER), Instant.EPOCH)).contains(EVER);
  }

  @Test
  void aVersionHoldsFromAnHourThatStartsAtItsValidFrom() {
    assertThat(ContractBook.inForce(List.of(NEW), HOUR)).contains(NEW);
    assertThat(ContractBook.inForce(List.of(NEW), HOUR.minusNanos(1))).isEmpty();
  }

  @Test
  void aVersionThatBeginsWithinTheHourDoesNotHoldYet() {
    assertThat(ContractBook.inForce(List.of(NEXT), HOUR)).isEmpty();
    assertThat(ContractBook.inForce(List.of(NEXT, EVER), HOUR)).contains(EVER);
  }

  @Test
  void theLatestVersionNotAfterTheStartHoldsInAnyOrder() {
    assertThat(ContractBook.inForce(List.of(EVER, OLD, NEW, NEXT), HOUR)).contains(NEW);
    assertThat(ContractBook.inForce(List.of(NEXT, NEW, OLD, EVER), HOUR)).contains(NEW);
    assertThat(ContractBook.inForce(List.of(OLD, EVER), HOUR)).contains(OLD);
    assertThat(ContractBook.inForce(List.of(EVER, OLD), HOUR)).contains(OLD);
  }

  private static Contract version(Instant validFromOrNull) {
    return new Contract("tnt-a", "Tenant A", "ep-a", "model", 1, 1, 1, 1, validFromOrNull);
  }
}
