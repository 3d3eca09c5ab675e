package dev.slowhour.core.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class CodePointOrderTest {

  private static int byCodePoints(String left, String right) {
    return Arrays.compare(left.codePoints().toArray(), right.codePoints().toArray());
  }

  @Test
  void textsAreOrderedByCodePoint() {
    List<String> ordered =
        List.of(
            "",
            "\u0000",
            " ",
            "-",
            ".",
            "/",
            "0",
            "10",
            "2",
            "A",
            "_",
            "a",
            "aa",
            "b",
            "é",
            "가",
            "\uD7FF",
            "\uE000",
            "\uFF21",
            "\uFFFF",
            "\uD800\uDC00",
            "😀",
            "😀a",
            "😁",
            "\uDBFF\uDFFF");
    for (int left = 0; left < ordered.size(); left++) {
      for (int right = 0; right < ordered.size(); right++) {
        assertThat(Integer.signum(CodePointOrder.compare(ordered.get(left), ordered.get(right))))
            .as("%s, %s", ordered.get(left), ordered.get(right))
            .isEqualTo(Integer.compare(left, right));
      }
    }
  }

  @Test
  void theOrderIsNotThatOfUnits() {
    assertThat("\uFF21".compareTo("😀")).isPositive();
    assertThat(CodePointOrder.compare("\uFF21", "😀")).isNegative();
  }

  @Test
  void anEndpointIsOrderedByTenantThenEndpoint() {
    List<EndpointId> ordered =
        List.of(
            new EndpointId("a", "z"),
            new EndpointId("aa", "a"),
            new EndpointId("b", "\uFF21"),
            new EndpointId("b", "😀"),
            new EndpointId("\uFF21", "a"),
            new EndpointId("😀", "a"));
    assertThat(ordered.stream().sorted(Comparator.reverseOrder()).sorted())
        .containsExactlyElementsOf(ordered);
    assertThat(new EndpointId("a", "b")).isEqualByComparingTo(new EndpointId("a", "b"));
  }

  @Test
  void aPlaceIsOrderedBySourceThenLine() {
    assertThat(new Place(0, 9)).isLessThan(new Place(1, 1));
    assertThat(new Place(1, 1)).isLessThan(new Place(1, 2));
    assertThat(new Place(1, Long.MAX_VALUE)).isGreaterThan(new Place(1, 0));
    assertThat(new Place(1, 1)).isEqualByComparingTo(new Place(1, 1));
  }

  @Provide
  Arbitrary<String> texts() {
    Arbitrary<Integer> codePoints =
        Arbitraries.oneOf(
            Arbitraries.integers().between(0, 0x10FFFF),
            Arbitraries.integers().between(0xD7F0, 0x10010),
            Arbitraries.integers().between(0x10FFF0, 0x10FFFF),
            Arbitraries.integers().between('a', 'c'));
    return codePoints
        .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
        .list()
        .ofMaxSize(5)
        .map(
            list -> {
              StringBuilder text = new StringBuilder();
              list.forEach(text::appendCodePoint);
              return text.toString();
            });
  }

  @Property(tries = 5_000)
  void theOrderIsThatOfTheCodePoints(@ForAll("texts") String left, @ForAll("texts") String right) {
    assertThat(Integer.signum(CodePointOrder.compare(left, right)))
        .isEqualTo(Integer.signum(byCodePoints(left, right)));
    assertThat(Integer.signum(CodePointOrder.compare(left + right, left)))
        .isEqualTo(right.isEmpty() ? 0 : 1);
  }
}
