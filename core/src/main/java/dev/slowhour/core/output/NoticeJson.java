package dev.slowhour.core.output;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.time.ReportZone;
import java.io.IOException;
import java.time.Instant;

/** Writes a notice as a line of {@code notices.jsonl}. */
public final class NoticeJson {

  private NoticeJson() {}

  /**
   * Writes the notice.
   *
   * @param file the name of the file that the line stood in
   * @param rawLine the line as it is shown
   * @throws IOException when the generator's target fails
   */
  public static void write(
      JsonGenerator json, Notice notice, String file, String rawLine, ReportZone zone)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("table", notice.table().tableName());
    json.writeStringField("file", file);
    json.writeNumberField("line", notice.place().line());
    json.writeStringField("code", notice.code().code());
    json.writeArrayFieldStart("fields");
    for (String field : notice.fields()) {
      json.writeString(field);
    }
    json.writeEndArray();
    json.writeStringField("tenant_id", notice.tenantId().orElse(null));
    json.writeStringField("endpoint_id", notice.endpointId().orElse(null));
    Instant windowStart = notice.windowStart().orElse(null);
    json.writeStringField(
        "window_start", windowStart == null ? null : zone.minuteText(windowStart));
    json.writeStringField("message", NoticeText.message(notice));
    json.writeStringField("raw_line", rawLine);
    json.writeEndObject();
  }
}
