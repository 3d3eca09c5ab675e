package dev.slowhour.core.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Random choices, the same for the same seed. */
final class Dice {

  private final SplittableRandom random;

  Dice(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** Whether a case that comes so many times in a hundred comes now. */
  boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  /** A number from the first to the last, both included. */
  int between(int first, int last) {
    return random.nextInt(first, last + 1);
  }

  /** A number from the first to the last, both included. */
  long between(long first, long last) {
    return random.nextLong(first, last + 1);
  }

  /** One of the choices. */
  <T> T of(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  /** So many different ones of the choices, or all, in any order. */
  <T> List<T> some(List<T> choices, int count) {
    List<T> some = new ArrayList<>(choices);
    shuffle(some);
    return List.copyOf(some.subList(0, Math.min(count, some.size())));
  }

  /** Puts the list in any order. */
  <T> void shuffle(List<T> list) {
    for (int i = list.size() - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      T swapped = list.get(i);
      list.set(i, list.get(j));
      list.set(j, swapped);
    }
  }
}
