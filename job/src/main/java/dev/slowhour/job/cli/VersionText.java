package dev.slowhour.job.cli;

import dev.slowhour.job.batch.Version;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} says. */
final class VersionText implements IVersionProvider {

  @Override
  public String[] getVersion() {
    return new String[] {"slowhour " + Version.text()};
  }
}
