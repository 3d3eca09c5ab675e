package dev.slowhour.core.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.ContractKey;
import dev.slowhour.core.data.EndpointId;
import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContractKeyTextTest {

  private static ContractKey key(String tenantId, String endpointId, String validFromOrNull) {
    return new ContractKey(
        new EndpointId(tenantId, endpointId),
        validFromOrNull == null ? null : Instant.parse(validFromOrNull));
  }

  @Test
  void aVersionWithoutAStartIsWrittenWithADash() {
    assertThat(ContractKeyText.of(key("tnt-a", "ep-1", null))).isEqualTo("tnt-a/ep-1/-");
    assertThat(ContractKeyText.parse("tnt-a/ep-1/-")).contains(key("tnt-a", "ep-1", null));
  }

  @Test
  void theStartIsWrittenInUtcInTheShortestForm() {
    ContractKey midnightInSeoul = key("tnt-a", "ep-1", "2026-10-12T15:00:00Z");

    assertThat(ContractKeyText.of(midnightInSeoul)).isEqualTo("tnt-a/ep-1/2026-10-12T15:00Z");
    assertThat(ContractKeyText.parse("tnt-a/ep-1/2026-10-12T15:00Z")).contains(midnightInSeoul);
  }

  @Test
  void anEndpointMayHaveSlashesAndBeADash() {
    ContractKey key = key("고객 C", "org/model-7b//-", "2026-10-12T15:00:30.25Z");

    assertThat(ContractKeyText.of(key)).isEqualTo("고객 C/org/model-7b//-/2026-10-12T15:00:30.25Z");
    assertThat(ContractKeyText.parse("고객 C/org/model-7b//-/2026-10-12T15:00:30.25Z")).contains(key);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        "tnt-a",
        "tnt-a/-",
        "tnt-a/ep-1",
        "/ep-1/-",
        "tnt-a//-",
        "tnt-a/ep-1/",
        "tnt-a/ep-1/ -",
        " tnt-a/ep-1/-",
        "tnt-a/ep-1 /-",
        "tnt·a/ep-1/-",
        "tnt-a/ep-1/2026-10-12",
        "tnt-a/ep-1/1969-12-31T23:59Z",
        // The same instants as others write them: not in UTC, not in the shortest form.
        "tnt-a/ep-1/2026-10-13T00:00+09:00",
        "tnt-a/ep-1/2026-10-12T15:00+00:00",
        "tnt-a/ep-1/2026-10-12T15:00:00Z",
        "tnt-a/ep-1/2026-10-12T15:00:30.50Z"
      })
  void anythingElseIsNoKey(String text) {
    assertThat(ContractKeyText.parse(text)).isEmpty();
  }

  @Property
  void aKeyComesBackAsItWent(
      @ForAll @LongRange(min = 0, max = 253_339_228_799L) long second,
      @ForAll @IntRange(max = 999_999_999) int nano) {
    ContractKey key =
        new ContractKey(new EndpointId("t", "a/b"), Instant.ofEpochSecond(second, nano));

    assertThat(ContractKeyText.parse(ContractKeyText.of(key))).contains(key);
  }
}
