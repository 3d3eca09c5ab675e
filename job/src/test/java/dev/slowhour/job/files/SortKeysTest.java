package dev.slowhour.job.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.CodePointOrder;
import java.util.Comparator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class SortKeysTest {

  record Key(String first, String second, long number) {

    String sortKey() {
      return SortKeys.of(first, second, number);
    }
  }

  private static final Comparator<Key> ORDER =
      Comparator.comparing(Key::first, CodePointOrder::compare)
          .thenComparing(Key::second, CodePointOrder::compare)
          .thenComparingLong(Key::number);

  @Property(edgeCases = EdgeCasesMode.NONE)
  void ordersByFirstThenSecondThenNumber(@ForAll("keys") Key left, @ForAll("keys") Key right) {
    assertThat(Integer.signum(left.sortKey().compareTo(right.sortKey())))
        .isEqualTo(Integer.signum(ORDER.compare(left, right)));
  }

  @Provide
  Arbitrary<Key> keys() {
    // Few and short: so that keys often agree in a part, or are prefixes of each other.
    Arbitrary<String> texts =
        Arbitraries.of(
                "a",
                "b",
                "-",
                "가",
                "\u0001",
                "\uD7FF",
                "\uE000",
                "\uFFFD",
                "\uFFFF",
                "𐀀",
                "😀",
                "\uDBFF\uDFFF")
            .list()
            .ofMaxSize(3)
            .map(parts -> String.join("", parts));
    Arbitrary<Long> numbers =
        Arbitraries.oneOf(
            Arbitraries.of(0L, 1L, 9L, 10L, 99L, 100L, Long.MAX_VALUE),
            Arbitraries.longs().greaterOrEqual(0));
    return Combinators.combine(texts, texts, numbers).as(Key::new);
  }

  @Example
  void aPrefixComesFirstWhateverFollows() {
    assertThat(SortKeys.of("a", "z", 9)).isLessThan(SortKeys.of("a\u0001", "a", 0));
    assertThat(SortKeys.of("a", "b", 9)).isLessThan(SortKeys.of("a", "b\u0001", 0));
  }

  @Example
  void tenComesAfterNine() {
    assertThat(SortKeys.of("a", "b", 9)).isLessThan(SortKeys.of("a", "b", 10));
  }

  @Example
  void supplementaryPlanesComeLast() {
    assertThat(SortKeys.of("\uFFFD", "", 0)).isLessThan(SortKeys.of("😀", "", 0));
  }
}
