package dev.slowhour.job.store;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.WindowProgress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A process that writes windows, some at a time, until it is killed. */
final class EndlessWriter {

  private EndlessWriter() {}

  public static void main(String[] arguments) throws Exception {
    StoreAddress address =
        StoreAddress.of(arguments[0], Map.of("PGUSER", "postgres"), Optional.empty());
    try (StreamRun run =
            StreamRun.begin(address, "test", JudgeSettings.defaults(), "[]", Optional.empty());
        WindowStore store =
            WindowStore.open(address, run.id(), Windows.SEOUL, Set.of(), Patience.OF_STREAMING)) {
      for (int i = 1; ; i++) {
        // The same few hours again and again: most writes replace a window.
        store.put(
            List.of(window("d", i % 7, i), window("e", (i + 3) % 7, i), window("e", i % 7, i)));
      }
    }
  }

  private static JudgedWindow window(String endpoint, int hour, int revision) {
    return Windows.of(
        endpoint, Windows.TEN.plus(Duration.ofHours(hour)), revision, WindowProgress.PROVISIONAL);
  }
}
