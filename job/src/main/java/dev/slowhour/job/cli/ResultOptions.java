package dev.slowhour.job.cli;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Where a score or a comparison goes besides the terminal, and what it is called. */
final class ResultOptions {

  private static final int MAX_NAME = 200;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description =
          "What the result is called (default: after its folders). In the store one of the same"
              + " name makes room.")
  private String nameOrNull;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write the result as JSON; a file that is there is replaced.")
  private Path jsonOrNull;

  /** The name; that one unless the option gives another. */
  String name(String usual) {
    return checked("--name", nameOrNull == null ? usual : nameOrNull);
  }

  /** A name that the store and a terminal can take. */
  String checked(String option, String name) {
    if (name.isBlank()
        || name.codePointCount(0, name.length()) > MAX_NAME
        || name.chars().anyMatch(Character::isISOControl)) {
      throw new ParameterException(
          spec.commandLine(),
          option
              + ": "
              + name.replaceAll("\\p{Cc}", "\uFFFD")
              + " (expected: 1 to "
              + MAX_NAME
              + " characters, none of them a control character)");
    }
    return name;
  }

  /** The file to write. */
  Optional<Path> json() {
    return Optional.ofNullable(jsonOrNull);
  }

  /** What a folder is called. */
  static String nameOf(Path folder) {
    Path name = folder.toAbsolutePath().normalize().getFileName();
    return name == null ? "/" : name.toString();
  }
}
