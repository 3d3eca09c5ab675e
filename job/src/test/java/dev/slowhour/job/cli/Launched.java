package dev.slowhour.job.cli;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The command line in a process of its own, as the launcher starts it. */
final class Launched {

  private Launched() {}

  /**
   * A process that is not started yet.
   *
   * @param folder it works in
   * @param temporary its folder for temporary files
   * @param arguments behind {@code ./slowhour}
   */
  static ProcessBuilder builder(Path folder, Path temporary, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-opens"))
        .forEach(command::add);
    command.add("-Djava.io.tmpdir=" + temporary);
    command.add("-Dslowhour.home=" + Cli.HOME.toAbsolutePath().normalize());
    command.add("-cp");
    command.add(absolute(System.getProperty("java.class.path")));
    command.add("dev.slowhour.job.cli.Main");
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().keySet().removeAll(List.of("NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"));
    return builder;
  }

  private static String absolute(String classPath) {
    return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
        .splitAsStream(classPath)
        .map(part -> Path.of(part).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
