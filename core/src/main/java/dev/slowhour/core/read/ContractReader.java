package dev.slowhour.core.read;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.Table;

/** Reads {@code tenant_contracts} lines. */
public final class ContractReader implements LineReader<Contract> {

  private static final int TENANT_ID = 0;
  private static final int TENANT_NAME = 1;
  private static final int ENDPOINT_ID = 2;
  private static final int MODEL = 3;
  private static final int TTFT_SLO_MS = 4;
  private static final int TPOT_SLO_MS = 5;
  private static final int MAX_CONCURRENCY = 6;
  private static final int MAX_INPUT_TOKENS = 7;
  private static final int VALID_FROM = 8;

  private final CellReader line;
  private final Cells cells = new Cells(Table.TENANT_CONTRACTS.columns().size());
  private final FieldChecks checks = new FieldChecks(Table.TENANT_CONTRACTS, cells);

  /** Reads lines that are JSON objects. */
  public ContractReader() {
    this(new JsonObjectReader(Table.TENANT_CONTRACTS.columns()));
  }

  ContractReader(CellReader line) {
    this.line = line;
  }

  @Override
  public Reading<Contract> read(Place place, byte[] bytes, int from, int to) {
    if (!line.read(bytes, from, to, cells)) {
      return malformed();
    }
    checks.start();
    Contract contract =
        new Contract(
            checks.tenantId(TENANT_ID),
            checks.name(TENANT_NAME),
            checks.id(ENDPOINT_ID),
            checks.name(MODEL),
            checks.integer(TTFT_SLO_MS, 1),
            checks.integer(TPOT_SLO_MS, 1),
            checks.integer(MAX_CONCURRENCY, 1),
            checks.integer(MAX_INPUT_TOKENS, 1),
            checks.optionalInstant(VALID_FROM));
    return checks.allGood()
        ? new Reading.Row<>(contract)
        : checks.invalidField(contract.tenantId(), contract.endpointId(), null);
  }

  @Override
  public Reading.Fault<Contract> malformed() {
    return Reading.Fault.malformed(line.malformed());
  }
}
