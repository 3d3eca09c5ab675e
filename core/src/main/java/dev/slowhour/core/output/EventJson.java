package dev.slowhour.core.output;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.slowhour.core.data.PlatformEvent;
import dev.slowhour.core.time.ReportZone;
import java.io.IOException;

/** Writes an event of the platform as a line of {@code events.jsonl}. */
public final class EventJson {

  private EventJson() {}

  /**
   * Writes the event.
   *
   * @throws IOException when the generator's target fails
   */
  public static void write(JsonGenerator json, PlatformEvent event, ReportZone zone)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("accel_pool", event.accelPool());
    json.writeStringField("at", zone.instantText(event.at()));
    json.writeStringField("kind", event.kind());
    json.writeStringField("text", event.text());
    json.writeEndObject();
  }
}
