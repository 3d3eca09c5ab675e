package dev.slowhour.core.read;

import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.Pool;
import dev.slowhour.core.data.Table;

/** Reads {@code pools} elements. */
final class PoolReader implements LineReader<Pool> {

  private static final int ACCEL_POOL = 0;
  private static final int TITLE = 1;
  private static final int SYNTHETIC = 2;

  private final CellReader line;
  private final Cells cells = new Cells(Table.POOLS.columns().size());
  private final FieldChecks checks = new FieldChecks(Table.POOLS, cells);

  /** Reads lines that are JSON objects. */
  PoolReader() {
    this(new JsonObjectReader(Table.POOLS.columns()));
  }

  PoolReader(CellReader line) {
    this.line = line;
  }

  @Override
  public Reading<Pool> read(Place place, byte[] bytes, int from, int to) {
    if (!line.read(bytes, from, to, cells)) {
      return malformed();
    }
    checks.start();
    Pool pool = new Pool(checks.id(ACCEL_POOL), checks.name(TITLE), checks.isTrue(SYNTHETIC));
    return checks.allGood() ? new Reading.Row<>(pool) : checks.invalidField(null, null, null);
  }

  @Override
  public Reading.Fault<Pool> malformed() {
    return Reading.Fault.malformed(line.malformed());
  }
}
