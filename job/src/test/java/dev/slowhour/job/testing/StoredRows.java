package dev.slowhour.job.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Compares a store with judged files: rows made JSON by Postgres, and JSON read by it. */
public final class StoredRows {

  private static final String MINUTE_TEXT =
      "to_char(%s AT TIME ZONE 'Asia/Seoul', 'YYYY-MM-DD\"T\"HH24:MI') || '+09:00'";

  private static final String WINDOWS =
      """
      SELECT to_jsonb(w) - '{state,revision,run_id,judged_at,writing}'::text[]
        || jsonb_build_object('window_start', %s, 'worst_minute', %s,
          'evidence', (SELECT coalesce(jsonb_agg(
              jsonb_build_object('table', source_table, 'row', source_row, 'field', field, 'value',
                CASE WHEN value_number IS NULL THEN to_jsonb(value) ELSE to_jsonb(value_number) END)
              || CASE WHEN agg IS NULL THEN '{}'
                ELSE jsonb_build_object('agg', agg, 'filter', filter) END
              ORDER BY position), '[]')
            FROM slowhour.evidence e WHERE (e.tenant_id, e.endpoint_id, e.window_start)
              = (w.tenant_id, w.endpoint_id, w.window_start)),
          'notes', (SELECT coalesce(jsonb_agg(note ORDER BY position), '[]')
            FROM slowhour.notes n WHERE (n.tenant_id, n.endpoint_id, n.window_start)
              = (w.tenant_id, w.endpoint_id, w.window_start)))
      FROM slowhour.windows w
      """
          .formatted(MINUTE_TEXT.formatted("window_start"), MINUTE_TEXT.formatted("worst_minute"));

  private static final String MINUTES =
      "SELECT to_jsonb(m) - 'window_start' || jsonb_build_object('minute', %s) FROM slowhour.minutes m"
          .formatted(MINUTE_TEXT.formatted("minute"));

  private static final String NOTICES =
      """
      SELECT to_jsonb(n) - '{notice_id,source_table,line_count,run_id,noticed_at}'::text[]
        || jsonb_build_object('table', source_table, 'window_start', %s)
      FROM slowhour.notices n
      """
          .formatted(MINUTE_TEXT.formatted("window_start"));

  private StoredRows() {}

  /** What is in one and not in the other, each with where it stands. */
  public static List<String> differences(Postgres database, Path judged)
      throws IOException, SQLException {
    List<String> differences = windowDifferences(database, judged);
    try (Connection connection = database.connect()) {
      compare(
          connection, Files.readAllLines(judged.resolve("notices.jsonl")), NOTICES, differences);
    }
    return differences;
  }

  /** The same of windows alone, with all that belongs to them. */
  public static List<String> windowDifferences(Postgres database, Path judged)
      throws IOException, SQLException {
    List<String> differences = new ArrayList<>();
    try (Connection connection = database.connect()) {
      // Verdicts stand one a line between brackets.
      List<String> verdicts =
          Files.readAllLines(judged.resolve("verdicts.json")).stream()
              .filter(line -> line.startsWith("{"))
              .map(line -> line.endsWith(",") ? line.substring(0, line.length() - 1) : line)
              .toList();
      compare(connection, verdicts, WINDOWS, differences);
      compare(
          connection, Files.readAllLines(judged.resolve("minutes.jsonl")), MINUTES, differences);
    }
    return differences;
  }

  private static void compare(
      Connection connection, List<String> lines, String rows, List<String> differences)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS pg_temp.lines; CREATE TEMP TABLE lines (line jsonb)");
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO lines VALUES (?::jsonb)")) {
        for (String line : lines) {
          insert.setString(1, line);
          insert.addBatch();
        }
        insert.executeBatch();
      }
      try (ResultSet found =
          statement.executeQuery(
              "(SELECT 'only in the file: ' || line::text FROM (TABLE lines EXCEPT ALL "
                  + rows
                  + ") a(line)) UNION ALL (SELECT 'only in the store: ' || line::text FROM ("
                  + rows
                  + " EXCEPT ALL TABLE lines) b(line))")) {
        while (found.next()) {
          differences.add(found.getString(1));
        }
      }
    }
  }
}
