package dev.slowhour.job.cli;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.InputException;
import dev.slowhour.job.batch.Outputs;
import dev.slowhour.job.demo.EmbeddedServer;
import dev.slowhour.job.store.Schema;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    name = "demo",
    header = "Judge an example and say where to look next.",
    description = {
      "",
      "Judges into files and into a Postgres that it brings along and starts on this machine.",
      "",
      "Examples: seed-day, a day of ten endpoints in two pools with every verdict; recorded-hour,"
          + " an hour recorded on a real engine, in which three victims of a neighbour look like"
          + " culprits until read a second time.",
      ""
    },
    sortOptions = false)
final class DemoCommand implements Callable<Integer> {

  /** A window worth opening, for each example. */
  private static final Map<String, String> WINDOWS =
      Map.of(
          "seed-day", "ep-c-chat-01/2026-10-13T10",
          "recorded-hour", "ep-a-chat-01/2026-11-30T19");

  private final Path home;

  @Spec private CommandSpec spec;

  @Option(
      names = "--example",
      paramLabel = "NAME",
      defaultValue = "seed-day",
      description = "seed-day or recorded-hour (default: ${DEFAULT-VALUE}).")
  private String example;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder for the judged files (default: demo-out/NAME).")
  private Path outputFolderOrNull;

  @Option(
      names = "--keep",
      description = "Leave the demo's Postgres running, and say how to stop it.")
  private boolean keeps;

  DemoCommand(Path home) {
    this.home = home;
  }

  @Override
  public Integer call() throws Exception {
    Path input = relative(home.resolve("examples").resolve(example));
    if (!example.matches("[a-z-]+") || !Files.isDirectory(input)) {
      throw new InputException("no example " + example + " (expected: seed-day or recorded-hour)");
    }
    Path output =
        outputFolderOrNull == null ? Path.of("demo-out").resolve(example) : outputFolderOrNull;
    PrintWriter out = spec.commandLine().getOut();
    Optional<EmbeddedServer> server = startServer();
    try {
      judge(input, output, server);
      server.ifPresent(running -> printStore(running, out));
    } finally {
      if (server.isPresent() && !keeps) {
        server.get().close();
      }
    }
    out.println();
    out.println("Where to look next:");
    out.println("  " + output.resolve("verdicts.json") + "  one object a window, every figure");
    out.println("  " + output.resolve("minutes.jsonl") + "  the 60 minutes behind each");
    if (WINDOWS.containsKey(example)) {
      out.println("  one of them, minute by minute (--html FILE for a page to send):");
      out.println("    ./slowhour show " + WINDOWS.get(example) + " --out " + output);
    }
    out.println("  " + input + "  the input; judge your own with");
    out.println("    ./slowhour judge --in DIR --out DIR");
    out.println(
        "  "
            + relative(home.resolve("docs/verdict.md"))
            + "  how a verdict is computed, and what it does not say");
    return 0;
  }

  private Optional<EmbeddedServer> startServer() {
    try {
      return Optional.of(EmbeddedServer.start(keeps));
    } catch (IOException e) {
      spec.commandLine()
          .getErr()
          .println(
              "slowhour: Postgres cannot be started here, so this judges into files alone: "
                  + e.getMessage());
      return Optional.empty();
    }
  }

  private void judge(Path input, Path output, Optional<EmbeddedServer> server)
      throws InputException, IOException, InterruptedException {
    if (server.isPresent()) {
      Schema.migrate(server.get().address());
    }
    new JudgeAction(spec.commandLine().getOut(), spec.commandLine().getErr())
        .judge(
            List.of(input.toString()),
            new Outputs(Optional.of(output), server.map(EmbeddedServer::address), false),
            JudgeSettings.defaults(),
            Runtime.getRuntime().availableProcessors());
  }

  private void printStore(EmbeddedServer server, PrintWriter out) {
    if (!keeps) {
      out.println("that Postgres ran for this demo and is stopped; --keep leaves it running");
      return;
    }
    out.println();
    out.println("Postgres goes on running:");
    out.println(
        "  psql "
            + server.psqlUrl()
            + " -c 'SELECT window_key, verdict FROM slowhour.windows ORDER BY 1'");
    out.println("  " + server.url() + "  for JDBC, with PGUSER=" + EmbeddedServer.USER);
    out.println("  stop it and take it away:");
    out.println("    " + server.stopCommand());
  }

  /** As it is reached from where the user stands. */
  private static Path relative(Path path) {
    return Path.of("").toAbsolutePath().relativize(path.toAbsolutePath());
  }
}
