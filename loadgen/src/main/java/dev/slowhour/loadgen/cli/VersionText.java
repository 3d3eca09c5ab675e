package dev.slowhour.loadgen.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} says. */
final class VersionText implements IVersionProvider {

  @Override
  public String[] getVersion() {
    return new String[] {"slowhour " + version()};
  }

  /** That of the build, such as {@code 0.1.0}. */
  static String version() {
    Properties properties = new Properties();
    try (InputStream in = VersionText.class.getResourceAsStream("version.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("version.properties cannot be read from the jar", e);
    }
    return properties.getProperty("version");
  }
}
