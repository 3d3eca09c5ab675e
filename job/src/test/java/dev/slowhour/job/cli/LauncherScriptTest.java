package dev.slowhour.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher alone: java and mvn are scripts that say how they were called. */
@EnabledOnOs(OS.LINUX)
class LauncherScriptTest {

  @TempDir private Path folder;
  private Path home;

  @BeforeEach
  void makeHome() throws IOException {
    home = folder.resolve("a home");
    for (String module : List.of("core", "job", "loadgen")) {
      Files.createDirectories(home.resolve(module).resolve("src/main"));
      Files.writeString(home.resolve(module).resolve("pom.xml"), "");
    }
    Files.writeString(home.resolve("pom.xml"), "");
    script(home.resolve("slowhour"), Files.readString(Cli.HOME.resolve("slowhour")));
    script(folder.resolve("bin/java"), "#!/bin/sh\nprintf '%s\\n' \"LC_ALL=$LC_ALL\" \"$@\"\n");
    script(folder.resolve("bin/mvn"), "#!/bin/sh\necho built >> '" + builds() + "'\nsleep 1\n");
  }

  private Path builds() {
    return folder.resolve("builds");
  }

  private static void script(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Process start(Path launcher, String locale, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().merge("PATH", "", (path, none) -> folder.resolve("bin") + ":" + path);
    builder.environment().put("LC_ALL", locale);
    return builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  private static List<String> lines(Process process) throws Exception {
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("it ends").isTrue();
    assertThat(process.exitValue()).isZero();
    try (var out = process.inputReader()) {
      return out.lines().toList();
    }
  }

  @Test
  void aLocaleThatIsNotInstalledIsNone() throws Exception {
    assertThat(lines(start(home.resolve("slowhour"), "xx_XX.UTF-8"))).startsWith("LC_ALL=C.UTF-8");
  }

  @Test
  void argumentsArriveAsGivenAlsoThroughALink() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("a link"), home.resolve("slowhour"));

    assertThat(lines(start(link, "C", "show", "a b", "*", "")))
        .contains("-Dslowhour.home=" + home.toRealPath())
        .endsWith("dev.slowhour.job.cli.Main", "show", "a b", "*", "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"loadgen", "engine"})
  void commandsOfTheLoadGeneratorRunWithItsOwnLibraries(String command) throws Exception {
    List<String> java = lines(start(home.resolve("slowhour"), "C", command, "--help"));

    Path target = home.toRealPath().resolve("loadgen/target");
    assertThat(java)
        .contains(target.resolve("slowhour-loadgen-0.1.0.jar") + ":" + target.resolve("lib/*"))
        .endsWith("dev.slowhour.loadgen.cli.Main", command, "--help");
  }

  @Test
  void ofSeveralFirstRunsAtOnceOneBuilds() throws Exception {
    List<Process> runs = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      runs.add(start(home.resolve("slowhour"), "C"));
    }

    for (Process run : runs) {
      assertThat(lines(run)).contains("dev.slowhour.job.cli.Main");
    }
    assertThat(builds()).hasContent("built");
  }
}
