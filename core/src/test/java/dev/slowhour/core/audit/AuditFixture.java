package dev.slowhour.core.audit;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.read.InputFiles;
import dev.slowhour.core.testing.InMemoryOutput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/** The worked inputs, and outputs to audit. */
enum AuditFixture {
  SEED_DAY("seed-day"),
  SEED_DAY_BROKEN("seed-day-broken"),
  EDGE_DAY("edge-day"),
  RECORDED_HOUR("recorded-hour");

  private final String folder;

  AuditFixture(String name) {
    folder = "src/test/resources/fixtures/" + name;
  }

  InputFiles input() throws InputException {
    return InputFiles.find(List.of(folder));
  }

  Recount recount() throws InputException, IOException {
    return Recount.of(input(), JudgeSettings.defaults());
  }

  /** What the judge writes: an output in which every check passes. */
  List<Map<String, Object>> goodOutput(Path temporary) throws InputException, IOException {
    Path folder = Files.createTempDirectory(temporary, "output");
    InMemoryOutput.write(input(), JudgeSettings.defaults(), folder);
    List<Map<String, Object>> windows = new ArrayList<>();
    JsonValues.readArray(
        folder.resolve("verdicts.json"),
        element -> {
          Map<String, Object> window = new LinkedHashMap<>();
          ((Map<?, ?>) element).forEach((name, value) -> window.put((String) name, value));
          windows.add(window);
        });
    return windows;
  }

  Path expected(Path temporary, String name) throws IOException {
    Path plain = Files.createTempDirectory(temporary, "expected").resolve(name);
    try (InputStream in =
        new GZIPInputStream(Files.newInputStream(Path.of(folder, "expected", name + ".gz")))) {
      Files.copy(in, plain);
    }
    return plain;
  }
}
