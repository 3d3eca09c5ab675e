package dev.slowhour.job.cli;

import dev.slowhour.job.batch.Version;
import dev.slowhour.job.show.JudgedFolder;
import dev.slowhour.job.show.WindowName;
import dev.slowhour.job.show.WindowPage;
import dev.slowhour.job.show.WindowView;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    name = "show",
    header = "Open one judged window: figures, minutes, evidence.",
    description = {
      "",
      "Prints a window of a folder that judge wrote: its verdict, a chart of its 60 minutes, the"
          + " evidence and the notes, in Korean. With --html also as a page of one file to send,"
          + " which holds no other tenant's id.",
      ""
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:shown",
      "1:a fault of slowhour",
      "2:no such window, or several; the folder or the page's place will not do"
    })
final class ShowCommand implements Callable<Integer> {

  private static final int MIN_WIDTH = 72;
  private static final int MAX_WIDTH = 400;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "WINDOW",
      description =
          "Its window_key, endpoint_id/YYYY-MM-DDTHH; where several tenants have the same,"
              + " tenant_id/endpoint_id/YYYY-MM-DDTHH.")
  private String name;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Folder that judge wrote.")
  private Path folder;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also write the window as a page; a file that is there is replaced.")
  private Path pageOrNull;

  @Option(
      names = "--width",
      paramLabel = "N",
      defaultValue = "100",
      description = "Columns that the text may take, 72 to 400 (default: ${DEFAULT-VALUE}).")
  private int width;

  @Override
  public Integer call() throws Exception {
    if (width < MIN_WIDTH || width > MAX_WIDTH) {
      throw new ParameterException(
          spec.commandLine(),
          "--width: " + width + " (expected: " + MIN_WIDTH + " to " + MAX_WIDTH + ")");
    }
    JudgedFolder judged = JudgedFolder.at(folder);
    JudgedFolder.Found found = judged.find(WindowName.parse(name));
    WindowView view = judged.view(found.window());
    PrintWriter err = spec.commandLine().getErr();
    if (pageOrNull != null) {
      WindowPage.write(view, "slowhour " + Version.text(), pageOrNull);
    }
    PrintWriter out = spec.commandLine().getOut();
    WindowText.lines(view, width, Ansi.AUTO).forEach(out::println);
    out.flush();
    if (!found.alsoKeyed().isEmpty()) {
      err.println(
          "slowhour: "
              + name
              + " is also the window_key of "
              + String.join(", ", found.alsoKeyed()));
    }
    if (pageOrNull != null) {
      err.println("written to " + pageOrNull);
    }
    return 0;
  }
}
