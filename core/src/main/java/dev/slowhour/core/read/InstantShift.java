package dev.slowhour.core.read;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.slowhour.core.data.Table;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/**
 * Moves the instants of a line by whole hours and leaves every other byte as it stands: white
 * space, the order of fields, numbers as they are written, offsets and decimals of the instants
 * themselves. What is no JSON object stays as it is, and so does a text that is no instant.
 */
public final class InstantShift {

  private static final JsonFactory FACTORY = JsonObjectReader.factory(500);

  /** An instant's text up to its hour; what follows does not change within whole hours. */
  private static final int HOUR_END = "2026-10-13T10".length();

  private static final DateTimeFormatter HOUR =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH", Locale.ROOT);

  private final String column;
  private final long hours;

  /**
   * A shift of the lines of that table.
   *
   * @param hours by how much; negative for earlier
   */
  public InstantShift(Table table, long hours) {
    column =
        switch (table) {
          case REQUEST_LOGS, REQUEST_FAILURES -> "arrived_at";
          case POOL_METRICS -> "minute";
          case TENANT_CONTRACTS -> "valid_from";
          case PLATFORM_EVENTS -> "at";
          case POOLS -> throw new IllegalArgumentException("pools: no instant (expected: one)");
        };
    this.hours = hours;
  }

  /** The column that is moved. */
  public String column() {
    return column;
  }

  /**
   * The line, moved.
   *
   * @return empty when an instant would leave the years that can be written
   */
  public Optional<byte[]> of(byte[] line) {
    if (Utf8.startsLikeAnotherEncoding(line, 0, line.length)
        || !Utf8.isValid(line, 0, line.length)) {
      return Optional.of(line);
    }
    try (JsonParser parser = FACTORY.createParser(line)) {
      return moved(line, parser);
    } catch (JsonProcessingException e) {
      return Optional.of(line);
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory failed", e);
    }
  }

  private Optional<byte[]> moved(byte[] line, JsonParser parser) throws IOException {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      return Optional.of(line);
    }
    ByteArrayOutputStream moved = new ByteArrayOutputStream(line.length + 8);
    int copied = 0;
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      boolean isText = parser.nextToken() == JsonToken.VALUE_STRING;
      if (!isText || !name.equals(column)) {
        parser.skipChildren();
        continue;
      }
      String text = parser.getText();
      if (InstantText.parseOrNull(text) != null) {
        String movedText = moved(text);
        if (InstantText.parseOrNull(movedText) == null) {
          return Optional.empty();
        }
        int start = (int) parser.currentTokenLocation().getByteOffset();
        moved.write(line, copied, start - copied);
        moved.writeBytes(('"' + movedText + '"').getBytes(StandardCharsets.US_ASCII));
        copied = (int) parser.currentLocation().getByteOffset();
      }
    }
    if (parser.currentToken() != JsonToken.END_OBJECT || parser.nextToken() != null) {
      return Optional.of(line);
    }
    moved.write(line, copied, line.length - copied);
    return Optional.of(moved.toByteArray());
  }

  private String moved(String text) {
    LocalDateTime hour = LocalDateTime.parse(text.substring(0, HOUR_END) + ":00");
    return HOUR.format(hour.plusHours(hours)) + text.substring(HOUR_END);
  }
}
