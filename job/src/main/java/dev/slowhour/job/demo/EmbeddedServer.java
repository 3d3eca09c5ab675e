package dev.slowhour.job.demo;

import dev.slowhour.core.read.InputException;
import dev.slowhour.job.store.StoreAddress;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.util.FileUtils;

/**
 * A Postgres of the demo's own, on loopback and a free port, in a temporary folder. Whoever is on
 * this machine may log in while it runs; it holds an example.
 */
public final class EmbeddedServer implements Closeable {

  /** Who logs in. */
  public static final String USER = "postgres";

  private static final String DATABASE = "slowhour";
  private static final String DATA = "data";

  private final Path folder;
  private final EmbeddedPostgres server;

  private EmbeddedServer(Path folder, EmbeddedPostgres server) {
    this.folder = folder;
    this.server = server;
  }

  /**
   * Starts one with an empty database.
   *
   * @param outlivesProcess whether it goes on when this process ends without closing it
   * @throws IOException when it cannot be started here; nothing is left then
   */
  public static EmbeddedServer start(boolean outlivesProcess) throws IOException {
    Path folder = Files.createTempDirectory("slowhour-postgres");
    // Where its library would make a folder anyway, and not in that for temporary files.
    System.setProperty("ot.epg.working-dir", folder.toString());
    try {
      Redirect log = Redirect.appendTo(folder.resolve("log").toFile());
      EmbeddedServer server =
          new EmbeddedServer(
              folder,
              EmbeddedPostgres.builder()
                  .setOverrideWorkingDirectory(folder.toFile())
                  .setDataDirectory(folder.resolve(DATA))
                  .setRegisterShutdownHook(false)
                  .setOutputRedirector(log)
                  .setErrorRedirector(log)
                  .setServerConfig("listen_addresses", "127.0.0.1")
                  .setServerConfig("unix_socket_directories", "")
                  .start());
      server.createDatabase();
      if (!outlivesProcess) {
        Runtime.getRuntime().addShutdownHook(new Thread(server::closeAtExit, "stop Postgres"));
      }
      return server;
    } catch (IOException | SQLException | RuntimeException e) {
      FileUtils.deleteDirectoryQuietly(folder.toFile());
      throw new IOException(String.valueOf(e.getMessage()).lines().findFirst().orElse(""), e);
    }
  }

  private void createDatabase() throws SQLException {
    try (Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + DATABASE);
    }
  }

  /** Its URL, without a user. */
  public String url() {
    return "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/" + DATABASE;
  }

  /** The same for {@code psql}. */
  public String psqlUrl() {
    return "postgresql://" + USER + "@127.0.0.1:" + server.getPort() + "/" + DATABASE;
  }

  /** Where its database is. */
  public StoreAddress address() {
    try {
      return StoreAddress.of(url(), Map.of("PGUSER", USER), Optional.empty());
    } catch (InputException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The shell command that stops it and takes its folder away. */
  public String stopCommand() {
    return "kill -INT $(head -1 "
        + folder
        + "/"
        + DATA
        + "/postmaster.pid); sleep 1; rm -r "
        + folder;
  }

  private void closeAtExit() {
    try {
      close();
    } catch (IOException e) {
      // The process ends, and nobody is left to be told.
      return;
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    File files = folder.toFile();
    FileUtils.deleteDirectory(files);
  }
}
