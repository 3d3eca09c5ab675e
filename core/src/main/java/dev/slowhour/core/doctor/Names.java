package dev.slowhour.core.doctor;

import java.util.List;
import java.util.function.Function;

/**
 * Names that occur.
 *
 * @param names in order, the first ten thousand or fewer
 * @param areAll whether there are no others
 */
public record Names(List<String> names, boolean areAll) {

  static <T> Names of(Tally<T> tally, Function<T, String> text) {
    return new Names(tally.counts().keySet().stream().map(text).toList(), !tally.overflowed());
  }
}
