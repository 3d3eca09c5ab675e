package dev.slowhour.loadgen.traffic;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import dev.slowhour.core.read.FileFailure;
import dev.slowhour.core.read.InputException;
import dev.slowhour.loadgen.engine.Prefix;
import dev.slowhour.loadgen.scenario.Arrivals.TraceFormat;
import java.io.BufferedReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Reads published traces. Rows without an answer (BurstGPT logs failed requests with 0 tokens) are
 * left out; rows are put in the order of time, the first of which is 0.
 */
final class TraceFiles {

  private static final int MOONCAKE_SPAN = 512;
  private static final DateTimeFormatter AZURE_TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss[.n]");
  private static final ObjectMapper JSON = new ObjectMapper();

  private TraceFiles() {}

  /**
   * All rows of a file.
   *
   * @throws InputException where the file cannot be read or is not of the format, with its line
   */
  static List<TraceRow> read(Path file, TraceFormat format) throws InputException {
    List<TraceRow> rows = new ArrayList<>();
    try {
      switch (format) {
        case AZURE -> readAzure(file, rows);
        case BURSTGPT -> readBurstGpt(file, rows);
        case MOONCAKE -> readMooncake(file, rows);
      }
    } catch (CsvParseException e) {
      throw new InputException(file + ": no CSV: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new InputException(file + ": cannot be read: " + FileFailure.reason(e), e);
    }
    if (rows.isEmpty()) {
      throw new InputException(file + ": holds no answered request (expected: at least one)");
    }
    rows.sort(Comparator.comparingLong(TraceRow::atNanos));
    long first = rows.get(0).atNanos();
    rows.replaceAll(
        row ->
            new TraceRow(
                row.atNanos() - first,
                row.promptTokens(),
                row.outputTokens(),
                row.prefix(),
                row.session()));
    return rows;
  }

  private static void readAzure(Path file, List<TraceRow> rows) throws IOException, InputException {
    try (CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(file)) {
      for (NamedCsvRecord line : csv) {
        Row row = new Row(file, line);
        row.add(
            rows,
            azureNanos(row, row.cell("TIMESTAMP")),
            row.tokens("ContextTokens"),
            row.tokens("GeneratedTokens"),
            rows.size());
      }
    }
  }

  private static long azureNanos(Row row, String text) throws InputException {
    try {
      // Seven decimals, which no pattern of a fixed number of letters takes for what they are.
      int dot = text.indexOf('.');
      String whole = dot < 0 ? text : text.substring(0, dot);
      String fraction = dot < 0 ? "0" : text.substring(dot + 1);
      long seconds = LocalDateTime.parse(whole, AZURE_TIME).toEpochSecond(ZoneOffset.UTC);
      return seconds * 1_000_000_000L
          + new BigDecimal("0." + fraction).movePointRight(9).longValue();
    } catch (DateTimeParseException | NumberFormatException e) {
      throw row.fault("TIMESTAMP: " + text + " (expected: 2023-11-16 18:15:46.6805900)");
    }
  }

  private static void readBurstGpt(Path file, List<TraceRow> rows)
      throws IOException, InputException {
    try (CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(file)) {
      for (NamedCsvRecord line : csv) {
        Row row = new Row(file, line);
        String session = line.findField("Session ID").orElse("");
        row.add(
            rows,
            row.secondsAsNanos("Timestamp"),
            row.tokens("Request tokens"),
            row.tokens("Response tokens"),
            session.isEmpty() ? rows.size() : session.hashCode());
      }
    }
  }

  private record Row(Path file, NamedCsvRecord line) {

    String cell(String name) throws InputException {
      return line.findField(name)
          .orElseThrow(() -> fault("no column " + name + " (has " + line.getHeader() + ")"));
    }

    int tokens(String name) throws InputException {
      try {
        int tokens = Integer.parseInt(cell(name));
        if (tokens >= 0) {
          return tokens;
        }
      } catch (NumberFormatException e) {
        // Told below.
      }
      throw fault(name + ": " + cell(name) + " (expected: an integer ≥ 0)");
    }

    long secondsAsNanos(String name) throws InputException {
      try {
        return new BigDecimal(cell(name)).movePointRight(9).longValueExact();
      } catch (ArithmeticException | NumberFormatException e) {
        throw fault(name + ": " + cell(name) + " (expected: seconds)");
      }
    }

    void add(List<TraceRow> rows, long atNanos, int prompt, int output, long session) {
      if (prompt > 0 && output > 0) {
        rows.add(new TraceRow(atNanos, prompt, output, Prefix.NONE, session));
      }
    }

    InputException fault(String message) {
      return new InputException(file + ":" + line.getStartingLineNumber() + ": " + message);
    }
  }

  private static void readMooncake(Path file, List<TraceRow> rows)
      throws IOException, InputException {
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        if (line.isBlank()) {
          continue;
        }
        try {
          JsonNode json = JSON.readTree(line);
          int prompt = count(json, "input_length");
          int output = count(json, "output_length");
          long[] hashes = hashes(json.path("hash_ids"));
          if (prompt > 0 && output > 0) {
            rows.add(
                new TraceRow(
                    Math.multiplyExact(json.required("timestamp").longValue(), 1_000_000L),
                    prompt,
                    output,
                    new Prefix(hashes, MOONCAKE_SPAN),
                    hashes.length == 0 ? rows.size() : hashes[0]));
          }
        } catch (JsonProcessingException | IllegalArgumentException | ArithmeticException e) {
          throw new InputException(
              file
                  + ":"
                  + number
                  + ": no row of Mooncake (expected: {\"timestamp\": ms, \"input_length\": n,"
                  + " \"output_length\": n, \"hash_ids\": [...]})",
              e);
        }
      }
    }
  }

  private static int count(JsonNode json, String name) {
    JsonNode value = json.required(name);
    if (!value.isIntegralNumber() || !value.canConvertToInt() || value.intValue() < 0) {
      throw new IllegalArgumentException(name);
    }
    return value.intValue();
  }

  private static long[] hashes(JsonNode array) {
    long[] hashes = new long[array.size()];
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = array.get(i).longValue();
    }
    return hashes;
  }
}
