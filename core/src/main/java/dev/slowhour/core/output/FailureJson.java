package dev.slowhour.core.output;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.slowhour.core.data.FailureHour;
import dev.slowhour.core.time.ReportZone;
import java.io.IOException;

/** Writes the failed requests of an endpoint and hour as a line of {@code failures.jsonl}. */
public final class FailureJson {

  private FailureJson() {}

  /**
   * Writes the counts.
   *
   * @throws IOException when the generator's target fails
   */
  public static void write(JsonGenerator json, FailureHour hour, ReportZone zone)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("endpoint_id", hour.endpointId());
    json.writeStringField("tenant_id", hour.tenantId());
    json.writeStringField("window_start", zone.minuteText(hour.windowStart()));
    json.writeNumberField("refused", hour.refused());
    json.writeNumberField("timeout", hour.timeouts());
    json.writeNumberField("cancelled", hour.cancelled());
    json.writeNumberField("error", hour.errors());
    json.writeEndObject();
  }
}
