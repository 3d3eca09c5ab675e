package dev.slowhour.job.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A Grafana that was found on this machine.
 *
 * @param command what starts it; for Docker what comes before the options of its environment
 * @param isDocker whether it runs in a container, which does not see this process's environment
 */
record GrafanaProgram(List<String> command, boolean isDocker) {

  /** The container that is run when there is nothing else. */
  static final String IMAGE = "grafana/grafana:11.6.0";

  private static final Path PACKAGED_HOME = Path.of("/usr/share/grafana");

  /** Looks at GRAFANA_HOME, then for grafana, grafana-server and docker on the PATH. */
  static Optional<GrafanaProgram> find(Map<String, String> environment) throws IOException {
    String home = environment.get("GRAFANA_HOME");
    if (home != null) {
      for (String name : List.of("grafana", "grafana-server")) {
        Path program = Path.of(home, "bin", name);
        if (Files.isExecutable(program)) {
          return Optional.of(server(program, Path.of(home)));
        }
      }
      return Optional.empty();
    }
    for (String name : List.of("grafana", "grafana-server")) {
      Optional<Path> program = onPath(name, environment);
      if (program.isPresent()) {
        return Optional.of(server(program.get(), homeOf(program.get())));
      }
    }
    return onPath("docker", environment)
        .map(docker -> new GrafanaProgram(List.of(docker.toString(), "run", "--rm"), true));
  }

  private static GrafanaProgram server(Path program, Path home) {
    List<String> command = new ArrayList<>(List.of(program.toAbsolutePath().toString()));
    if (program.getFileName().toString().equals("grafana")) {
      command.add("server");
    }
    command.add("--homepath=" + home.toAbsolutePath());
    return new GrafanaProgram(List.copyOf(command), false);
  }

  /** Packages put the program apart from its files; an unpacked archive does not. */
  private static Path homeOf(Path program) throws IOException {
    Path unpacked = program.toRealPath().getParent().getParent();
    return Files.isDirectory(unpacked.resolve("public")) ? unpacked : PACKAGED_HOME;
  }

  private static Optional<Path> onPath(String name, Map<String, String> environment) {
    return Pattern.compile(Pattern.quote(File.pathSeparator))
        .splitAsStream(environment.getOrDefault("PATH", ""))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
