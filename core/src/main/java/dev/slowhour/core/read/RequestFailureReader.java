package dev.slowhour.core.read;

import dev.slowhour.core.data.FailureKind;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.RequestFailure;
import dev.slowhour.core.data.Table;
import java.time.Instant;
import java.util.Arrays;

/** Reads {@code request_failures} lines. */
public final class RequestFailureReader implements LineReader<RequestFailure> {

  private static final int REQUEST_ID = 0;
  private static final int TENANT_ID = 1;
  private static final int ENDPOINT_ID = 2;
  private static final int ACCEL_POOL = 3;
  private static final int ARRIVED_AT = 4;
  private static final int KIND = 5;
  private static final int STATUS = 6;

  private final CellReader line;
  private final Cells cells = new Cells(Table.REQUEST_FAILURES.columns().size());
  private final FieldChecks checks = new FieldChecks(Table.REQUEST_FAILURES, cells);

  /** Reads lines that are JSON objects. */
  public RequestFailureReader() {
    this(new JsonObjectReader(Table.REQUEST_FAILURES.columns()));
  }

  RequestFailureReader(CellReader line) {
    this.line = line;
  }

  @Override
  public Reading<RequestFailure> read(Place place, byte[] bytes, int from, int to) {
    if (!line.read(bytes, from, to, cells)) {
      return malformed();
    }
    checks.start();
    String requestId = checks.id(REQUEST_ID);
    String tenantId = checks.tenantId(TENANT_ID);
    String endpointId = checks.id(ENDPOINT_ID);
    String accelPool = checks.idOrNull(ACCEL_POOL);
    Instant arrivedAt = checks.instant(ARRIVED_AT);
    String kind = checks.oneOf(KIND, RequestFailureReader::isKind);
    Long status = checks.optionalInteger(STATUS, 0);
    return checks.allGood()
        ? new Reading.Row<>(
            new RequestFailure(
                requestId, tenantId, endpointId, accelPool, arrivedAt, kindOf(kind), status))
        : checks.invalidField(tenantId, endpointId, arrivedAt);
  }

  private static boolean isKind(String text) {
    return Arrays.stream(FailureKind.values()).anyMatch(kind -> kind.code().equals(text));
  }

  private static FailureKind kindOf(String text) {
    return Arrays.stream(FailureKind.values())
        .filter(kind -> kind.code().equals(text))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public Reading.Fault<RequestFailure> malformed() {
    return Reading.Fault.malformed(line.malformed());
  }
}
