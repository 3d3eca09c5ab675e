package dev.slowhour.job.testing;

import dev.slowhour.core.read.InputException;
import dev.slowhour.job.store.Schema;
import dev.slowhour.job.store.StoreAddress;
import dev.slowhour.job.store.StoreException;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A database of a test, in a server that all tests of the process share. */
public final class Postgres {

  private static final AtomicInteger DATABASES = new AtomicInteger();

  private final int port;
  private final String name;

  private Postgres(int port, String name) {
    this.port = port;
    this.name = name;
  }

  /** Started when first asked for; the server's own hook stops it with the process. */
  private static final class Shared {

    private static final EmbeddedPostgres SERVER = startShared();

    private static EmbeddedPostgres startShared() {
      try {
        return start(Files.createDirectories(Path.of("target/postgres").toAbsolutePath()), 0);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /**
   * Starts a server of one's own.
   *
   * @param folder for its binaries and data; data that is there is taken on
   * @param port 0 for any
   */
  public static EmbeddedPostgres start(Path folder, int port) throws IOException {
    return start(folder, port, "off");
  }

  /** Starts a server that syncs to disk as a real one does. */
  public static EmbeddedPostgres startDurable(Path folder) throws IOException {
    return start(folder, 0, "on");
  }

  private static EmbeddedPostgres start(Path folder, int port, String sync) throws IOException {
    // Where the library would make a folder anyway, and not in that for temporary files.
    System.setProperty("ot.epg.working-dir", folder.toString());
    EmbeddedPostgres.Builder builder =
        EmbeddedPostgres.builder()
            .setOverrideWorkingDirectory(folder.toFile())
            .setServerConfig("listen_addresses", "127.0.0.1")
            .setServerConfig("unix_socket_directories", "")
            .setServerConfig("max_connections", "200")
            .setServerConfig("fsync", sync)
            .setServerConfig("synchronous_commit", sync);
    if (port != 0) {
      builder.setPort(port).setDataDirectory(folder.resolve("data")).setCleanDataDirectory(false);
    } else {
      builder.setDataDirectory(Files.createTempDirectory(folder, "data"));
    }
    EmbeddedPostgres server = builder.start();
    Postgres administration = new Postgres(server.getPort(), "postgres");
    // The driver logs in by this name unless told otherwise.
    administration.execute(
        """
        DO $$BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '%1$s')
        THEN CREATE ROLE "%1$s" SUPERUSER LOGIN; END IF; END$$\
        """
            .formatted(System.getProperty("user.name")));
    return server;
  }

  /** A database of that server. */
  public static Postgres in(EmbeddedPostgres server, String name) {
    return new Postgres(server.getPort(), name);
  }

  /** A database of whatever server listens on that port of loopback. */
  public static Postgres at(int port, String name) {
    return new Postgres(port, name);
  }

  /** A new database without the store's tables. */
  public static Postgres empty() {
    return empty(Shared.SERVER);
  }

  /** The same in that server. */
  public static Postgres empty(EmbeddedPostgres server) {
    String name = "test_" + DATABASES.incrementAndGet();
    new Postgres(server.getPort(), "postgres").execute("CREATE DATABASE " + name);
    return new Postgres(server.getPort(), name);
  }

  /** A new database with the store's tables. */
  public static Postgres migrated() throws StoreException {
    Postgres database = empty();
    Schema.migrate(database.address());
    return database;
  }

  /** The same with its data in that folder, on whatever disk that is. */
  public static Postgres migratedIn(Path data) throws StoreException {
    String name = "test_" + DATABASES.incrementAndGet();
    Postgres administration = new Postgres(Shared.SERVER.getPort(), "postgres");
    administration.execute("CREATE TABLESPACE " + name + " LOCATION '" + data + "'");
    administration.execute("CREATE DATABASE " + name + " TABLESPACE " + name);
    Postgres database = new Postgres(Shared.SERVER.getPort(), name);
    Schema.migrate(database.address());
    return database;
  }

  /** A copy of this database under that name; nobody may be connected to this one. */
  public Postgres copy(String copyName) {
    new Postgres(port, "postgres").execute("CREATE DATABASE " + copyName + " TEMPLATE " + name);
    return new Postgres(port, copyName);
  }

  /** Drops a database with data in a folder. */
  public void drop() {
    Postgres administration = new Postgres(port, "postgres");
    administration.execute("DROP DATABASE " + name + " WITH (FORCE)");
    administration.execute("DROP TABLESPACE " + name);
  }

  /** Its URL. */
  public String url() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + name;
  }

  /** Its name. */
  public String name() {
    return name;
  }

  /** What is shown of it. */
  public String display() {
    return "127.0.0.1:" + port + "/" + name;
  }

  /** Where it is, for a superuser. */
  public StoreAddress address() {
    return addressOf(System.getProperty("user.name"));
  }

  /** Where it is, for that role. */
  public StoreAddress addressOf(String role) {
    return addressOf(url(), role);
  }

  private static StoreAddress addressOf(String url, String role) {
    try {
      return StoreAddress.of(url, Map.of("PGUSER", role), Optional.empty());
    } catch (InputException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A connection that commits each statement. */
  public Connection connect() throws SQLException {
    return java.sql.DriverManager.getConnection(url(), "postgres", "");
  }

  /** A connection of that role that commits each statement. */
  public Connection connectAs(String role) throws SQLException {
    return java.sql.DriverManager.getConnection(url(), role, "");
  }

  /** Runs statements. */
  public void execute(String sql) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** The rows of a query: each the text of its columns by name. */
  public List<Map<String, String>> rows(String sql) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      List<Map<String, String>> rows = new ArrayList<>();
      while (result.next()) {
        Map<String, String> row = new LinkedHashMap<>();
        for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
          row.put(result.getMetaData().getColumnLabel(column), result.getString(column));
        }
        rows.add(row);
      }
      return rows;
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** The one value of a query, as a number. */
  public long count(String sql) {
    return Long.parseLong(rows(sql).get(0).values().iterator().next());
  }

  /** The values of those rows, without the names of their columns. */
  public List<List<String>> values(String sql) {
    return rows(sql).stream().<List<String>>map(row -> new ArrayList<>(row.values())).toList();
  }

  /** How many rows a table of the store has. */
  public long rowsOf(String table) {
    return count("SELECT count(*) FROM slowhour." + table);
  }
}
