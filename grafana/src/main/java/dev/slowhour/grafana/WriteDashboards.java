package dev.slowhour.grafana;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Writes {@code grafana/dashboards} anew, to be committed. */
public final class WriteDashboards {

  private WriteDashboards() {}

  /**
   * Writes every dashboard.
   *
   * @param arguments the folder to write into; the module's own when there is none
   * @throws IOException when a file cannot be written
   */
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments.length == 0 ? "." : arguments[0]);
    for (Map.Entry<String, String> file : files().entrySet()) {
      Path path = folder.resolve(file.getKey());
      Files.createDirectories(path.toAbsolutePath().getParent());
      Files.writeString(path, file.getValue(), StandardCharsets.UTF_8);
    }
  }

  /** The content of each file, by its path within the module. */
  static Map<String, String> files() {
    Map<String, String> files = new TreeMap<>();
    // What operations and customers both have.
    put(files, "dashboards/shared", DayDashboard.build());
    put(files, "dashboards/shared", WindowDashboard.build());
    put(files, "dashboards/shared", MonthDashboard.build());
    put(files, "dashboards/operations", ComparisonDashboard.build());
    put(files, "dashboards/operations", LiveDashboard.build());
    put(files, "dashboards/operations", PipelineDashboard.build());
    put(files, "dashboards/joint", JointDashboard.build());
    return files;
  }

  private static void put(Map<String, String> files, String folder, Dashboard dashboard) {
    files.put(folder + "/" + dashboard.uid() + ".json", Json.text(dashboard.json()));
  }
}
