package dev.slowhour.job.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slowhour.job.testing.Postgres;
import org.junit.jupiter.api.Test;

class SchemaITCase {

  @Test
  void migratingTwiceDoesNothingTheSecondTime() throws Exception {
    Postgres database = Postgres.empty();

    assertThat(Schema.migrate(database.address())).isPositive();
    assertThat(Schema.migrate(database.address())).isZero();
    Schema.check(database.address());
  }

  @Test
  void aDatabaseWithoutTablesIsToldWhatToDo() {
    Postgres database = Postgres.empty();

    assertThatThrownBy(() -> Schema.check(database.address()))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "Postgres at "
                + database.display()
                + ": schema version none (expected: "
                + Schema.VERSION
                + "; run: slowhour db migrate --jdbc URL)");
  }

  @Test
  void aNewerVersionIsToldApart() throws Exception {
    Postgres database = Postgres.migrated();
    database.execute(
        """
        INSERT INTO slowhour.schema_history
        SELECT 99, '99', description, type, script, 99, installed_by, now(), 1, true
        FROM slowhour.schema_history WHERE version = '1'\
        """);

    assertThatThrownBy(() -> Schema.check(database.address()))
        .hasMessageContaining(
            "schema version 99 (expected: " + Schema.VERSION + "; a newer slowhour has been here");
  }

  @Test
  void everyColumnSaysWhatItIs() throws Exception {
    Postgres database = Postgres.migrated();

    assertThat(
            database.rows(
                """
                SELECT c.relname, a.attname FROM pg_class c
                JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'slowhour'
                JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
                WHERE c.relkind = 'r' AND c.relname <> 'schema_history'
                  AND (col_description(c.oid, a.attnum) IS NULL
                    OR obj_description(c.oid, 'pg_class') IS NULL)
                """))
        .isEmpty();
  }

  @Test
  void allTimesAreInstants() throws Exception {
    assertThat(
            Postgres.migrated()
                .count(
                    """
                    SELECT count(*) FROM information_schema.columns WHERE table_schema = 'slowhour'
                      AND table_name <> 'schema_history' AND data_type = 'timestamp without time zone'
                    """))
        .isZero();
  }
}
