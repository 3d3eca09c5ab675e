package dev.slowhour.core.read;

import dev.slowhour.core.data.Place;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;

/** Lines to read: good ones, except where a test says otherwise. */
final class Lines {

  static final Place PLACE = new Place(3, 17);

  private static final Map<String, String> REQUEST =
      fields(
          "request_id", "\"req-1\"",
          "tenant_id", "\"tnt-a\"",
          "endpoint_id", "\"ep-a\"",
          "accel_pool", "\"gpu-pool-1\"",
          "arrived_at", "\"2026-10-13T10:17:36.250+09:00\"",
          "input_tokens", "1720",
          "output_tokens", "100",
          "ttft_ms", "300",
          "tpot_ms", "12.5");

  private static final Map<String, String> CONTRACT =
      fields(
          "tenant_id", "\"tnt-a\"",
          "tenant_name", "\"가나다 은행\"",
          "endpoint_id", "\"ep-a\"",
          "model", "\"model-8b\"",
          "ttft_slo_ms", "1500",
          "tpot_slo_ms", "40",
          "max_concurrency", "8",
          "max_input_tokens", "4096");

  private static final Map<String, String> METRIC =
      fields(
          "accel_pool", "\"gpu-pool-1\"",
          "minute", "\"2026-10-13T10:17+09:00\"",
          "kv_cache_util", "0.93",
          "queued_requests", "11");

  private static final Map<String, String> FAILURE =
      fields(
          "request_id", "\"req-1\"",
          "tenant_id", "\"tnt-a\"",
          "endpoint_id", "\"ep-a\"",
          "accel_pool", "\"gpu-pool-1\"",
          "arrived_at", "\"2026-10-13T10:17:36.250+09:00\"",
          "kind", "\"refused\"",
          "status", "429");

  private Lines() {}

  private static Map<String, String> fields(String... namesAndJson) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (int i = 0; i < namesAndJson.length; i += 2) {
      fields.put(namesAndJson[i], namesAndJson[i + 1]);
    }
    return fields;
  }

  /** A request line with some fields as JSON instead of the good ones; null leaves one out. */
  static String request(String... namesAndJson) {
    return object(REQUEST, namesAndJson);
  }

  static String contract(String... namesAndJson) {
    return object(CONTRACT, namesAndJson);
  }

  static String metric(String... namesAndJson) {
    return object(METRIC, namesAndJson);
  }

  static String failure(String... namesAndJson) {
    return object(FAILURE, namesAndJson);
  }

  private static String object(Map<String, String> good, String... namesAndJson) {
    Map<String, String> fields = new LinkedHashMap<>(good);
    fields.putAll(fields(namesAndJson));
    return fields.entrySet().stream()
        .filter(field -> field.getValue() != null)
        .map(field -> "\"" + field.getKey() + "\": " + field.getValue())
        .collect(Collectors.joining(", ", "{", "}"));
  }

  /** A request line with further JSON text before its closing brace. */
  static String requestWith(String further) {
    String line = request();
    return line.substring(0, line.length() - 1) + ", " + further + "}";
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /** One gzip member. */
  static byte[] gzip(byte[] content) {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
      gzip.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return compressed.toByteArray();
  }

  static byte[] gzip(String content) {
    return gzip(utf8(content));
  }

  static <T> Reading<T> read(LineReader<T> reader, byte[] line) {
    // With other bytes around it: a reader must not look beyond its line.
    byte[] around = concat(utf8("[9"), line, utf8("\"}9"));
    return reader.read(PLACE, around, 2, 2 + line.length);
  }

  static <T> Reading<T> read(LineReader<T> reader, String line) {
    return read(reader, utf8(line));
  }

  /** What becomes of a request line: {@code row}, or the code and the fields at fault. */
  static String outcome(byte[] requestLine) {
    return outcome(read(new RequestLogReader(Duration.ofHours(1)), requestLine));
  }

  static String outcome(String requestLine) {
    return outcome(utf8(requestLine));
  }

  static String outcome(Reading<?> reading) {
    return reading instanceof Reading.Fault<?> fault ? fault.code().code() + fault.fields() : "row";
  }

  /** The row of a line that must be one. */
  static <T> T row(LineReader<T> reader, String line) {
    Reading<T> reading = read(reader, line);
    if (reading instanceof Reading.Row<T> row) {
      return row.row();
    }
    throw new AssertionError("no row: " + reading);
  }

  /** The fault of a line that must have one. */
  static <T> Reading.Fault<T> fault(LineReader<T> reader, String line) {
    Reading<T> reading = read(reader, line);
    if (reading instanceof Reading.Fault<T> fault) {
      return fault;
    }
    throw new AssertionError("no fault: " + reading);
  }
}
