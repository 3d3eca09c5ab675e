package dev.slowhour.job.cli;

import dev.slowhour.core.read.InputException;
import dev.slowhour.job.store.StoreAddress;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Where the store is. */
final class JdbcOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--jdbc",
      paramLabel = "URL",
      description =
          "The store: jdbc:postgresql://HOST[:PORT]/DATABASE, without user and password. These come"
              + " from PGUSER and PGPASSWORD.")
  private String urlOrNull;

  @Option(
      names = "--jdbc-password-file",
      paramLabel = "FILE",
      description = "A file whose first line is the password, instead of PGPASSWORD.")
  private Path passwordFileOrNull;

  /** The address; empty without --jdbc. */
  Optional<StoreAddress> address() throws InputException {
    if (urlOrNull == null) {
      if (passwordFileOrNull != null) {
        throw new ParameterException(
            spec.commandLine(), "--jdbc-password-file: there is no --jdbc (expected: both)");
      }
      return Optional.empty();
    }
    return Optional.of(
        StoreAddress.of(urlOrNull, System.getenv(), Optional.ofNullable(passwordFileOrNull)));
  }

  /** The address, which has to be given. */
  StoreAddress requiredAddress() throws InputException {
    return address()
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(), "--jdbc is missing (expected: the store's URL)"));
  }
}
