package dev.slowhour.core.testing;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/**
 * Small random days in which corner cases are common: a few hours of a few tenants, up to some two
 * hundred requests. One seed always gives one day.
 */
public final class RandomDays {

  /** A zone with a time near which its days lie; of two zones this is where the clock changes. */
  private record Setting(String zone, String about) {}

  private static final List<Setting> SETTINGS =
      List.of(
          new Setting("Asia/Seoul", "2026-10-31T14:00:00Z"),
          new Setting("UTC", "2026-12-31T23:00:00Z"),
          new Setting("Asia/Kolkata", "2026-10-31T17:30:00Z"),
          // The zone of Kathmandu itself is refused: in 1986 it went from +05:30 to +05:45.
          new Setting("+05:45", "2026-10-31T18:15:00Z"),
          new Setting("America/New_York", "2026-11-01T05:00:00Z"),
          new Setting("Europe/Berlin", "2026-10-25T00:00:00Z"));

  private static final List<Duration> BOUNDS =
      List.of(
          Duration.ofHours(1),
          Duration.ofHours(1),
          Duration.ofMinutes(90),
          Duration.ofHours(2),
          Duration.ofMinutes(10));

  // U+1D4AF sorts behind U+FF54 by code point, before it by UTF-16 unit.
  private static final List<String> TENANTS =
      List.of("tnt-a", "tnt-b", "ｔnt", "𝒯nt", "tnt-a1", "고객 C");
  private static final List<String> ENDPOINTS = List.of("ep-1", "org/model-7b", "ｅp", "𝓔p");
  private static final List<List<String>> POOLS =
      List.of(
          List.of("gpu-pool-1", "npu-pool-2"),
          List.of("ｐool", "𝓟ool"),
          List.of("pool/1", "pool"),
          List.of("gpu \"1\"", "\\npu"));

  /**
   * Of two tenants one sends sixteen requests in an hour and one or three at the start of the next,
   * where the other is pushed aside: a ratio that lies exactly between two decimals.
   */
  private static final List<List<RandomRequests.Mood>> RATIO_AT_HALF =
      List.of(
          List.of(RandomRequests.Mood.SIXTEENTHS, RandomRequests.Mood.FEW),
          List.of(RandomRequests.Mood.SILENT, RandomRequests.Mood.VICTIM));

  private final Dice dice;
  private final String name;

  private RandomDays(long seed) {
    this.dice = new Dice(seed);
    this.name = "RandomDays.of(" + seed + "L)";
  }

  /** The day of a seed; its name says the seed. */
  public static Day of(long seed) {
    return new RandomDays(seed).day();
  }

  /** Days of random seeds. */
  public static Arbitrary<Day> days() {
    return Arbitraries.longs().map(RandomDays::of);
  }

  private Day day() {
    Setting setting = dice.of(SETTINGS);
    ZoneId zone = ZoneId.of(setting.zone());
    Instant first = Instant.parse(setting.about()).plus(Duration.ofHours(dice.between(-2, 0)));
    int hours = dice.between(2, 4);
    Duration bound = dice.of(BOUNDS);
    Written written = new Written(dice, zone);
    List<String> pools = dice.of(POOLS);

    List<Line> contracts = new ArrayList<>();
    List<Line> requests = new ArrayList<>();
    int rowsPerHour = dice.between(5, 12);
    boolean isScripted = dice.chance(9);
    List<List<RandomRequests.Mood>> scripts =
        new ArrayList<>(isScripted ? RATIO_AT_HALF : List.of());
    for (Map.Entry<String, List<String>> tenant : tenants(isScripted).entrySet()) {
      for (String endpointId : tenant.getValue()) {
        RandomContract contract = RandomContract.of(dice, tenant.getKey(), endpointId);
        contracts.addAll(contract.lines(dice, written, first, hours));
        RandomRequests rows =
            new RandomRequests(
                dice,
                written,
                contract,
                pools,
                first,
                hours,
                bound,
                rowsPerHour,
                scripts.isEmpty() ? List.of() : scripts.remove(0));
        requests.addAll(rows.lines());
      }
    }
    List<Line> metrics = RandomMetrics.lines(dice, written, pools, first, hours);
    RandomFaults faults = new RandomFaults(dice);
    faults.mixIntoRequests(requests);
    faults.mixIntoMetrics(metrics);
    faults.mixIntoContracts(contracts);
    dice.shuffle(requests);
    dice.shuffle(metrics);
    dice.shuffle(contracts);
    boolean isRestricted = dice.chance(25);
    return new Day(
        name,
        zone,
        bound,
        isRestricted && dice.chance(70) ? first.plus(Duration.ofHours(1)) : null,
        isRestricted && dice.chance(70) ? first.plus(Duration.ofHours(hours - 1)) : null,
        files(requests, faults),
        new DayFile("pool_metrics.jsonl", faults.maybeBrokenFirst(metrics)),
        new DayFile("tenant_contracts.json", contracts));
  }

  /** Which endpoints each tenant has; mostly one id stands under two tenants. */
  private Map<String, List<String>> tenants(boolean isScripted) {
    Map<String, List<String>> tenants = new LinkedHashMap<>();
    if (isScripted) {
      dice.some(TENANTS, 2).forEach(tenantId -> tenants.put(tenantId, dice.some(ENDPOINTS, 1)));
      return tenants;
    }
    int count = dice.of(List.of(1, 2, 2, 3, 3, 4));
    int most = count > 2 ? 1 : 3;
    for (String tenantId : dice.some(TENANTS, count)) {
      tenants.put(tenantId, dice.some(ENDPOINTS, dice.between(1, most)));
    }
    if (count > 1 && dice.chance(60)) {
      List<String> ids = new ArrayList<>(tenants.keySet());
      tenants.put(ids.get(1), tenants.get(ids.get(0)));
    }
    return tenants;
  }

  private List<DayFile> files(List<Line> requests, RandomFaults faults) {
    int count = dice.between(1, 3);
    List<DayFile> files = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int from = requests.size() * i / count;
      int to = requests.size() * (i + 1) / count;
      String ending = dice.chance(30) ? ".jsonl.gz" : ".jsonl";
      files.add(
          new DayFile(
              "request_logs-" + i + ending, faults.maybeBrokenFirst(requests.subList(from, to))));
    }
    return files;
  }
}
