package dev.slowhour.core.read;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.Pool;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.time.ReportZone;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What is known about pools besides their metrics; there may be no file of it. */
public final class PoolFiles {

  private PoolFiles() {}

  /**
   * What the files hold.
   *
   * @param rows elements that can be read
   * @param synthetic pools whose logs and metrics are made up; of several elements about one pool
   *     one that says so is enough
   * @param notices what is said about elements that cannot be read
   */
  public record Pools(long rows, Set<String> synthetic, List<Notice> notices) {}

  /**
   * Reads the files, in order.
   *
   * @throws InputException when a file cannot be read, or is a broken JSON array
   */
  public static Pools read(List<InputFile> files, ReportZone zone) throws InputException {
    SmallTable<Pool> table = SmallTable.read(Table.POOLS, files, PoolReader::new, zone);
    Set<String> synthetic = new HashSet<>();
    for (SmallTable.Line<Pool> line : table.lines()) {
      if (line.row().isSynthetic()) {
        synthetic.add(line.row().accelPool());
      }
    }
    return new Pools(table.lines().size(), Set.copyOf(synthetic), List.copyOf(table.notices()));
  }
}
