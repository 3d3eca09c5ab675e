package dev.slowhour.job.store;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What happens when a window is stored already. The stored row is called {@code stored}. */
final class WindowUpsert {

  /** Which stored rows give way. */
  enum Guard {
    /** Every one. */
    NONE(""),
    /** One of at most the same rank. */
    RANK(
        " WHERE (slowhour.state_rank(excluded.state), excluded.revision) >="
            + " (slowhour.state_rank(stored.state), stored.revision)"),
    /** One of at most the same rank that is not final. */
    RANK_AND_NOT_FINAL(RANK.condition + " AND stored.state <> 'final'");

    private final String condition;

    Guard(String condition) {
      this.condition = condition;
    }

    String condition() {
      return condition;
    }
  }

  private WindowUpsert() {}

  static String onConflict(Guard guard) {
    return "ON CONFLICT (tenant_id, endpoint_id, window_start) DO UPDATE SET "
        + Stream.concat(
                WindowTables.WINDOWS.columns().stream().map(Column::name),
                Stream.of("state", "run_id", "judged_at"))
            .filter(name -> !WindowTables.KEY.contains(name))
            .map(name -> name + " = excluded." + name)
            .collect(Collectors.joining(", "))
        + ", writing = stored.writing + 1"
        + guard.condition();
  }
}
