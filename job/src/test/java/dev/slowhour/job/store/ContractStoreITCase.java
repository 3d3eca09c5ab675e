package dev.slowhour.job.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.job.testing.Contracts;
import dev.slowhour.job.testing.Postgres;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Contracts as a streaming job knows them. */
class ContractStoreITCase {

  private Postgres database;

  @BeforeEach
  void makeDatabase() throws Exception {
    database = Postgres.migrated();
  }

  @Test
  void contractsComeChangeAndGo() throws Exception {
    try (StreamRun run =
            StreamRun.begin(
                database.address(), "test", JudgeSettings.defaults(), "[]", Optional.empty());
        ContractStore store =
            ContractStore.open(database.address(), run.id(), Patience.OF_STREAMING)) {
      ContractChange always = ContractChange.put(Contracts.of("t", "e", 800));
      ContractChange later = ContractChange.put(Contracts.from(Windows.TEN, "t", "e", 900));
      ContractChange changed = ContractChange.put(Contracts.from(Windows.TEN, "t", "e", 950));
      store.put(List.of(always, later));
      assertThat(contracts()).containsExactly("-infinity 800", "2026-10-13 01:00:00+00 900");
      List<Map<String, String>> before = versions();

      store.put(List.of(later, always));
      assertThat(versions()).as("the same once more").isEqualTo(before);

      store.put(List.of(later, changed));
      assertThat(contracts()).containsExactly("-infinity 800", "2026-10-13 01:00:00+00 950");

      store.put(
          List.of(
              ContractChange.removed(always.endpoint(), null),
              ContractChange.removed(later.endpoint(), Windows.TEN),
              later));
      assertThat(contracts())
          .as("one that was taken away and came again")
          .containsExactly("2026-10-13 01:00:00+00 900");

      store.put(List.of(later, ContractChange.removed(later.endpoint(), Windows.TEN)));
      store.put(List.of(ContractChange.removed(later.endpoint(), Windows.TEN)));
      assertThat(contracts()).isEmpty();
    }
  }

  private List<String> contracts() {
    return database
        .rows(
            "SELECT concat_ws(' ', CASE WHEN isfinite(valid_from) THEN to_char(valid_from AT TIME"
                + " ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS\"+00\"') ELSE '-infinity' END, ttft_slo_ms)"
                + " AS text FROM slowhour.contracts ORDER BY valid_from")
        .stream()
        .map(row -> row.get("text"))
        .toList();
  }

  private List<Map<String, String>> versions() {
    return database.rows("SELECT ctid, xmin FROM slowhour.contracts ORDER BY valid_from");
  }
}
