import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Writes input of any size for benchmarks: {@code java docs/benchmarks/GenerateDay.java DIR ROWS
 * HOURS ENDPOINTS FILES [UNREADABLE]}. Lines come in order of completion; the same arguments give
 * the same bytes. Endpoints of eight tenants share four pools; one in a hundred requests misses its
 * SLO.
 *
 * <p>UNREADABLE is a percentage, 0 to 99 (default 0): so many of the request lines cannot be read.
 * They come between the others, which stay as they are without them.
 */
public final class GenerateDay {

  private record Line(long completionNanos, String json) {}

  private static final LocalDateTime START = LocalDateTime.of(2026, 10, 13, 0, 0);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'+09:00'");

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    long rows = Long.parseLong(arguments[1]);
    int hours = Integer.parseInt(arguments[2]);
    int endpoints = Integer.parseInt(arguments[3]);
    int files = Integer.parseInt(arguments[4]);
    int unreadable = arguments.length > 5 ? Integer.parseInt(arguments[5]) : 0;
    Files.createDirectories(folder);
    writeContracts(folder, endpoints);
    writeMetrics(folder, hours);
    writeRequests(folder, rows, hours, endpoints, files, unreadable);
  }

  private static void writeRequests(
      Path folder, long rows, int hours, int endpoints, int files, int unreadable)
      throws IOException {
    List<BufferedWriter> writers = new ArrayList<>();
    for (int file = 0; file < files; file++) {
      String name = files == 1 ? "request_logs.jsonl" : "request_logs-" + file + ".jsonl";
      writers.add(Files.newBufferedWriter(folder.resolve(name), StandardCharsets.UTF_8));
    }
    SplittableRandom random = new SplittableRandom(7);
    SplittableRandom damage = new SplittableRandom(8);
    long spanNanos = hours * 3_600_000_000_000L;
    java.util.PriorityQueue<Line> open =
        new java.util.PriorityQueue<>(java.util.Comparator.comparingLong(Line::completionNanos));
    long written = 0;
    for (long row = 0; row < rows; row++) {
      long arrivedNanos = (long) ((row + random.nextDouble()) / rows * spanNanos) / 1_000_000 * 1_000_000;
      int endpoint = random.nextInt(endpoints);
      boolean slow = random.nextInt(100) == 0;
      int input = 50 + random.nextInt(3_000);
      int output = 1 + random.nextInt(300);
      int ttft = slow ? 900 + random.nextInt(2_000) : 80 + random.nextInt(600);
      int tpotTenths = output == 1 ? 0 : 100 + random.nextInt(300);
      long completion = arrivedNanos + ttft * 1_000_000L + tpotTenths * 100_000L * output;
      open.add(
          new Line(
              completion,
              "{\"request_id\": \"req-%09d\", \"tenant_id\": \"tnt-%02d\", \"endpoint_id\": \"ep-%03d\", \"accel_pool\": \"gpu-pool-%d\", \"arrived_at\": \"%s\", \"input_tokens\": %d, \"output_tokens\": %d, \"ttft_ms\": %d, \"tpot_ms\": %d.%d}"
                  .formatted(
                      row,
                      endpoint % 8,
                      endpoint,
                      endpoint % 4,
                      TIME.format(START.plusNanos(arrivedNanos)),
                      input,
                      output,
                      ttft,
                      tpotTenths / 10,
                      tpotTenths % 10)));
      while (!open.isEmpty() && open.peek().completionNanos() <= arrivedNanos) {
        Line line = open.poll();
        while (damage.nextInt(100) < unreadable) {
          write(writers, written, new Line(0, damaged(line.json(), damage)));
        }
        write(writers, written++, line);
      }
    }
    while (!open.isEmpty()) {
      write(writers, written++, open.poll());
    }
    for (BufferedWriter writer : writers) {
      writer.close();
    }
  }

  /** The line with a fault, of the kinds that real logs have. */
  private static String damaged(String json, SplittableRandom damage) {
    return switch (damage.nextInt(6)) {
      case 0 -> json.substring(0, damage.nextInt(json.length() - 1) + 1);
      case 1 -> json.replaceFirst("\"ttft_ms\": (\\d+)", "\"ttft_ms\": \"$1\"");
      case 2 -> json.replaceFirst("\"tenant_id\": \"[^\"]*\", ", "");
      case 3 -> json.replaceFirst("\"tpot_ms\": [0-9.]+", "\"tpot_ms\": null");
      case 4 -> json.replaceFirst("2026-10-13T", "10/13/2026 ");
      default -> "ERROR worker " + damage.nextInt(64) + ": connection reset by peer";
    };
  }

  private static void write(List<BufferedWriter> writers, long number, Line line)
      throws IOException {
    BufferedWriter writer = writers.get((int) (number % writers.size()));
    writer.write(line.json());
    writer.write('\n');
  }

  private static void writeContracts(Path folder, int endpoints) throws IOException {
    try (BufferedWriter writer =
        Files.newBufferedWriter(folder.resolve("tenant_contracts.jsonl"), StandardCharsets.UTF_8)) {
      for (int endpoint = 0; endpoint < endpoints; endpoint++) {
        writer.write(
            "{\"tenant_id\": \"tnt-%02d\", \"tenant_name\": \"Tenant %d\", \"endpoint_id\": \"ep-%03d\", \"model\": \"m\", \"ttft_slo_ms\": 800, \"tpot_slo_ms\": 60, \"max_concurrency\": 64, \"max_input_tokens\": 3000}%n"
                .formatted(endpoint % 8, endpoint % 8, endpoint));
      }
    }
  }

  private static void writeMetrics(Path folder, int hours) throws IOException {
    try (BufferedWriter writer =
        Files.newBufferedWriter(folder.resolve("pool_metrics.jsonl"), StandardCharsets.UTF_8)) {
      for (int minute = 0; minute < hours * 60; minute++) {
        for (int pool = 0; pool < 4; pool++) {
          writer.write(
              "{\"accel_pool\": \"gpu-pool-%d\", \"minute\": \"%s\", \"kv_cache_util\": 0.%02d, \"queued_requests\": %d}%n"
                  .formatted(
                      pool, TIME.format(START.plusMinutes(minute)), 30 + minute % 60, minute % 7));
        }
      }
    }
  }
}
