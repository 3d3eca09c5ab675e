package dev.slowhour.job.store;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.WindowState;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A process that writes windows until it is killed. */
final class EndlessWriter {

  private EndlessWriter() {}

  public static void main(String[] arguments) throws Exception {
    StoreAddress address =
        StoreAddress.of(arguments[0], Map.of("PGUSER", "postgres"), Optional.empty());
    long run = WindowStore.beginRun(address, "test", JudgeSettings.defaults(), "[]");
    try (WindowStore store = WindowStore.open(address, run, Windows.SEOUL, Set.of())) {
      for (int i = 1; ; i++) {
        // The same few hours again and again: most writes replace a window.
        store.put(
            Windows.of("e", Windows.TEN.plus(Duration.ofHours(i % 7)), i),
            WindowState.PROVISIONAL,
            60);
      }
    }
  }
}
