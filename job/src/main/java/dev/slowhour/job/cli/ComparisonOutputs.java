package dev.slowhour.job.cli;

import dev.slowhour.core.read.InputException;
import dev.slowhour.job.batch.Version;
import dev.slowhour.job.result.ComparisonResult;
import dev.slowhour.job.result.ResultJson;
import dev.slowhour.job.store.ResultStore;
import dev.slowhour.job.store.StoreAddress;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;

/** Prints a comparison and puts it wherever it is to go. */
record ComparisonOutputs(Optional<Path> json, Optional<StoreAddress> store) {

  /** Where the options say. */
  static ComparisonOutputs of(ResultOptions options, JdbcOptions jdbc) throws InputException {
    return new ComparisonOutputs(options.json(), jdbc.address());
  }

  void give(ComparisonResult result, PrintWriter out) throws InputException, IOException {
    ComparisonText.lines(result).forEach(out::println);
    if (json.isPresent()) {
      ResultJson.write(result, json.get());
    }
    if (store.isPresent()) {
      long id = ResultStore.put(store.get(), Version.text(), result);
      out.println();
      out.println(
          "stored in " + store.get().display() + " as comparison " + id + ": " + result.name());
    }
    out.flush();
  }
}
