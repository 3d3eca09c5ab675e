package dev.slowhour.grafana;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The queries, each in a file: {@code sql/day/grid.sql} is {@code day/grid}. */
final class Sql {

  private Sql() {}

  static String read(String name) {
    String resource = "sql/" + name + ".sql";
    try (InputStream stream = Sql.class.getResourceAsStream(resource)) {
      if (stream == null) {
        throw new IllegalArgumentException(resource + ": no such query");
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
          .strip()
          .replace("@zone", Look.ZONE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
