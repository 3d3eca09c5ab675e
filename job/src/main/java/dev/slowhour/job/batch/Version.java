package dev.slowhour.job.batch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of this build. */
public final class Version {

  private Version() {}

  /** For example {@code 0.1.0}. */
  public static String text() {
    Properties properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("/slowhour.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("slowhour.properties cannot be read from the jar", e);
    }
    return properties.getProperty("version");
  }
}
