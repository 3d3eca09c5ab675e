package dev.slowhour.core.testing;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/** A worked input among the test resources, with what comes out of it by the rule. */
public enum Fixture {
  /** A day of ten endpoints in two pools. */
  SEED_DAY("seed-day", "request_logs.jsonl.gz"),
  /** The same day with lines mixed in that do not count. */
  SEED_DAY_BROKEN("seed-day-broken", "request_logs.jsonl.gz"),
  /** A night made of corner cases; its request files are byte for byte what was handed in. */
  EDGE_DAY("edge-day", "request_logs-1.jsonl", "request_logs-2.ndjson.gz"),
  /** An hour recorded on a real engine. */
  RECORDED_HOUR("recorded-hour", "request_logs.jsonl.gz");

  private static final String POOL_METRICS = "pool_metrics.jsonl.gz";
  private static final String CONTRACTS = "tenant_contracts.json";

  private final String folder;

  @SuppressWarnings("ImmutableEnumChecker") // List.of, which has no mutators
  private final List<String> requestFiles;

  Fixture(String folder, String... requestFiles) {
    this.folder = folder;
    this.requestFiles = List.of(requestFiles);
  }

  /**
   * The input, under the settings for which the outcome is known: Asia/Seoul, one hour.
   *
   * @throws IOException when a resource cannot be read
   */
  public Day day() throws IOException {
    List<DayFile> requests = new ArrayList<>();
    for (String file : requestFiles) {
      requests.add(new DayFile(file, lines(content(file))));
    }
    return new Day(
        folder,
        ZoneId.of("Asia/Seoul"),
        Duration.ofHours(1),
        null,
        null,
        requests,
        new DayFile(POOL_METRICS, lines(content(POOL_METRICS))),
        new DayFile(CONTRACTS, elements(content(CONTRACTS))));
  }

  /**
   * What comes out of it.
   *
   * @throws IOException when a resource cannot be read
   */
  public JudgedDay expected() throws IOException {
    return JudgedDay.read(
        content("expected/verdicts.json.gz"),
        content("expected/minutes.jsonl.gz"),
        content("expected/notices.jsonl.gz"));
  }

  /**
   * Copies the input files as they are.
   *
   * @param target where to; it is created
   * @throws IOException when a file cannot be copied
   */
  public void copyTo(Path target) throws IOException {
    Files.createDirectories(target);
    List<String> files = new ArrayList<>(requestFiles);
    files.add(POOL_METRICS);
    files.add(CONTRACTS);
    for (String file : files) {
      Files.write(target.resolve(file), bytes(file));
    }
  }

  private byte[] bytes(String file) throws IOException {
    String resource = "/fixtures/" + folder + "/" + file;
    try (InputStream stream = Fixture.class.getResourceAsStream(resource)) {
      if (stream == null) {
        throw new IOException(resource + ": missing among the test resources");
      }
      return stream.readAllBytes();
    }
  }

  private byte[] content(String file) throws IOException {
    byte[] bytes = bytes(file);
    if (!file.endsWith(".gz")) {
      return bytes;
    }
    try (InputStream stream = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return stream.readAllBytes();
    }
  }

  private static List<Line> lines(byte[] content) {
    List<Line> lines = new ArrayList<>();
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    boolean startsWithMark =
        content.length >= 3
            && content[0] == (byte) 0xEF
            && content[1] == (byte) 0xBB
            && content[2] == (byte) 0xBF;
    for (int i = startsWithMark ? 3 : 0; i < content.length; i++) {
      if (content[i] == '\n') {
        lines.add(line(line.toByteArray()));
        line.reset();
      } else {
        line.write(content[i]);
      }
    }
    if (line.size() > 0) {
      lines.add(line(line.toByteArray()));
    }
    return lines;
  }

  private static Line line(byte[] bytes) {
    String text;
    try {
      text =
          StandardCharsets.UTF_8
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT)
              .decode(ByteBuffer.wrap(bytes))
              .toString();
    } catch (CharacterCodingException notUtf8) {
      return new Line.Broken(new String(bytes, StandardCharsets.UTF_8));
    }
    if (text.matches("[ \\t\\r]*")) {
      return new Line.Blank(text);
    }
    if (bytes.length > 1_048_576) {
      return new Line.Broken(text);
    }
    try {
      return line(PlainJson.read(text), text);
    } catch (IllegalArgumentException noJson) {
      return new Line.Broken(text);
    }
  }

  private static List<Line> elements(byte[] content) {
    List<Line> elements = new ArrayList<>();
    for (Object element : (List<?>) PlainJson.read(new String(content, StandardCharsets.UTF_8))) {
      elements.add(line(element, String.valueOf(element)));
    }
    return elements;
  }

  private static Line line(Object json, String text) {
    if (!(json instanceof Map<?, ?> object)) {
      return new Line.Broken(text);
    }
    Map<String, Value> values = new LinkedHashMap<>();
    object.forEach((name, value) -> values.put((String) name, value(value)));
    return new Line.Fields(values);
  }

  private static Value value(Object json) {
    if (json instanceof Value.Numeral number) {
      return number;
    }
    return json instanceof String string
        ? Value.text(string)
        : new Value.Other(String.valueOf(json));
  }
}
