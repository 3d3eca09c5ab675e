package dev.slowhour.job.store;

import dev.slowhour.core.read.FileFailure;
import dev.slowhour.core.read.InputException;
import java.io.IOException;
import java.io.Serializable;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.postgresql.Driver;

/**
 * Where the store is and who asks. Holds no password: it is read from its file, or from {@code
 * PGPASSWORD}, each time that a connection is made.
 */
public final class StoreAddress implements Serializable {

  private static final long serialVersionUID = 1L;

  private static final String PREFIX = "jdbc:postgresql:";
  private static final String EXPECTED =
      " (expected: jdbc:postgresql://HOST[:PORT]/DATABASE; user and password come from PGUSER and"
          + " PGPASSWORD, or the password from --jdbc-password-file)";

  /** The driver would print URLs that it cannot read, and with them what is in them. */
  private static final Logger DRIVER_LOG = Logger.getLogger("org.postgresql");

  static {
    DRIVER_LOG.setLevel(Level.OFF);
  }

  private final String url;
  private final String display;
  private final String userOrNull;
  private final String passwordFileOrNull;

  private StoreAddress(String url, String display, String userOrNull, String passwordFileOrNull) {
    this.url = url;
    this.display = display;
    this.userOrNull = userOrNull;
    this.passwordFileOrNull = passwordFileOrNull;
  }

  /**
   * The address in that URL.
   *
   * @param url a JDBC URL without user and password
   * @param environment of the process, for {@code PGUSER}
   * @param passwordFile a file whose first line is the password
   * @throws InputException when the URL is none of PostgreSQL, or holds a user or a password; the
   *     message does not repeat it
   */
  public static StoreAddress of(
      String url, Map<String, String> environment, Optional<Path> passwordFile)
      throws InputException {
    if (!url.startsWith(PREFIX)) {
      throw new InputException("jdbc: no URL of PostgreSQL" + EXPECTED);
    }
    if (holdsSecret(url)) {
      throw new InputException("jdbc: the URL holds a user or a password" + EXPECTED);
    }
    Properties parsed = Driver.parseURL(url, new Properties());
    if (parsed == null) {
      throw new InputException("jdbc: the URL cannot be read" + EXPECTED);
    }
    return new StoreAddress(
        url,
        parsed.getProperty("PGHOST", "localhost")
            + ":"
            + parsed.getProperty("PGPORT", "5432")
            + "/"
            + parsed.getProperty("PGDBNAME", ""),
        environment.get("PGUSER"),
        passwordFile.map(file -> file.toAbsolutePath().toString()).orElse(null));
  }

  private static boolean holdsSecret(String url) {
    int question = url.indexOf('?');
    String place = question < 0 ? url : url.substring(0, question);
    if (place.indexOf('@') >= 0) {
      return true;
    }
    String options = question < 0 ? "" : url.substring(question + 1);
    for (String option : options.split("&", -1)) {
      String name = decoded(option.split("=", 2)[0]).toLowerCase(Locale.ROOT);
      if (name.equals("user") || name.contains("password")) {
        return true;
      }
    }
    return false;
  }

  private static String decoded(String name) {
    try {
      return URLDecoder.decode(name, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return name;
    }
  }

  /** {@code HOST:PORT/DATABASE}: what is printed and stored of it. */
  public String display() {
    return display;
  }

  /** {@code HOST:PORT}; of several the first. */
  public String hostAndPort() {
    String places = display.substring(0, display.lastIndexOf('/'));
    int comma = places.indexOf(',');
    if (comma < 0) {
      return places;
    }
    int colon = places.lastIndexOf(':');
    return places.substring(0, comma) + places.substring(colon).split(",", 2)[0];
  }

  /** The name of the database. */
  public String database() {
    return display.substring(display.lastIndexOf('/') + 1);
  }

  /** The URL's {@code sslmode}; empty when it has none. */
  public Optional<String> sslMode() {
    return Optional.ofNullable(Driver.parseURL(url, new Properties()))
        .map(parsed -> parsed.getProperty("sslmode"));
  }

  /** A new connection, with transactions that are ended by hand. */
  Connection connect() throws SQLException, StoreException {
    return connect(Duration.ZERO);
  }

  /**
   * The same.
   *
   * @param answersWithin after how long without an answer the connection is given up, in whole
   *     seconds; zero: never
   */
  Connection connect(Duration answersWithin) throws SQLException, StoreException {
    Properties properties = new Properties();
    properties.setProperty("ApplicationName", "slowhour");
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("connectTimeout", "10");
    properties.setProperty("socketTimeout", Long.toString(answersWithin.toSeconds()));
    if (userOrNull != null) {
      properties.setProperty("user", userOrNull);
    }
    String passwordOrNull = passwordOrNull();
    if (passwordOrNull != null) {
      properties.setProperty("password", passwordOrNull);
    }
    Connection connection = new Driver().connect(url, properties);
    if (connection == null) {
      throw new StoreException("jdbc: no URL of PostgreSQL" + EXPECTED);
    }
    connection.setAutoCommit(false);
    return connection;
  }

  private String passwordOrNull() throws StoreException {
    if (passwordFileOrNull == null) {
      return System.getenv("PGPASSWORD");
    }
    try {
      return Files.readString(Path.of(passwordFileOrNull), StandardCharsets.UTF_8)
          .lines()
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      throw new StoreException(
          "jdbc-password-file: "
              + passwordFileOrNull
              + ": cannot be read: "
              + FileFailure.reason(e)
              + " (expected: a file whose first line is the password)",
          e);
    }
  }
}
