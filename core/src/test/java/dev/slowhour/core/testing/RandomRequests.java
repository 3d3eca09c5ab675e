package dev.slowhour.core.testing;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Random requests of one endpoint. Each hour has a mood, so that every verdict and every edge
 * between two of them is common.
 */
final class RandomRequests {

  enum Mood {
    /** Everything is answered in time. */
    CALM,
    /** Everything at once, and late. */
    CROWD,
    /** One after the other, each so slow that they pile up. */
    SLOW,
    /** Late, although nothing speaks against the tenant. */
    VICTIM,
    /** Long inputs, and late. */
    LONG_INPUT,
    /** About one in a hundred is late. */
    ONE_PERCENT,
    /** Some of sixteen are late: an odd number of sixteenths is a percentage to be rounded. */
    SIXTEENTHS,
    /** Half the misses have one cause or the other, give or take one. */
    HALVES,
    /** Anything. */
    MIXED,
    /** An odd few at the very start. */
    FEW,
    /** Nothing arrives. */
    SILENT
  }

  private static final List<Mood> MOODS = List.of(Mood.values());
  private static final long MS = 1_000_000;
  private static final List<String> ID_ENDINGS = List.of("", "a", "z", "ｚ", "😀", "é");
  private static final List<String> FRACTIONS =
      List.of(
          "0.0000005", // half a nanosecond
          "0.0000015",
          "0.000001",
          "0.25",
          "0.1234567",
          "0.000000000000000000000000000001");

  private final Dice dice;
  private final Written written;
  private final RandomContract contract;
  private final List<String> pools;
  private final Instant first;
  private final int hours;
  private final Duration bound;
  private final int rowsPerHour;
  private final List<Mood> script;
  private final List<Request> requests = new ArrayList<>();
  private int nextId;

  /** A request before it is written. Its TPOT stays as it is written. */
  private record Request(
      String requestId,
      String accelPool,
      Instant arrivedAt,
      long inputTokens,
      long outputTokens,
      long ttftMs,
      String tpotMs) {

    Instant end() {
      BigInteger nanos =
          new BigDecimal(tpotMs)
              .multiply(BigDecimal.valueOf(outputTokens))
              .add(BigDecimal.valueOf(ttftMs))
              .movePointRight(6)
              .toBigInteger();
      return arrivedAt.plusNanos(nanos.longValueExact());
    }
  }

  RandomRequests(
      Dice dice,
      Written written,
      RandomContract contract,
      List<String> pools,
      Instant first,
      int hours,
      Duration bound,
      int rowsPerHour,
      List<Mood> script) {
    this.dice = dice;
    this.written = written;
    this.contract = contract;
    this.pools = pools;
    this.first = first;
    this.hours = hours;
    this.bound = bound;
    this.rowsPerHour = rowsPerHour;
    this.script = script;
  }

  /** The lines; the moods of the first hours are given where there is a script. */
  List<Line> lines() {
    int home = script.isEmpty() ? dice.between(0, 1) : 0;
    boolean hadManyRows = false;
    for (int i = 0; i < hours; i++) {
      Instant hour = first.plus(Duration.ofHours(i));
      if (i < script.size()) {
        addRows(hour, script.get(i), pools.get(home));
        continue;
      }
      Mood mood = dice.of(MOODS);
      if (mood == Mood.ONE_PERCENT) {
        // One such hour is a hundred rows: more would make the day large.
        mood = hadManyRows ? Mood.MIXED : mood;
        hadManyRows = true;
      }
      addHour(hour, mood, pools.get(dice.chance(90) ? home : 1 - home));
    }
    return requests.stream().map(this::line).toList();
  }

  private void addHour(Instant hour, Mood mood, String pool) {
    int before = requests.size();
    addRows(hour, mood, pool);
    if (mood != Mood.SIXTEENTHS && dice.chance(35) && hasNext(hour)) {
      addReachingOver(hour, pool);
    }
    if (requests.size() > before) {
      List<Request> ofHour = List.copyOf(requests.subList(before, requests.size()));
      addStrays(ofHour, pool);
      addDoubles(ofHour, pool);
      if (mood != Mood.SIXTEENTHS) {
        addLongest(hour, pool);
      }
    }
  }

  private void addRows(Instant hour, Mood mood, String pool) {
    Instant minute = hour.plus(Duration.ofMinutes(dice.of(List.of(0, 0, 1, 17, 30, 58, 59))));
    int count = dice.between(1, rowsPerHour);
    switch (mood) {
      case SILENT -> {}
      case CALM -> add(count, hour, pool, () -> edge(hour, minute), this::inTime, this::shortInput);
      case CROWD -> add(count, hour, pool, () -> edge(minute, minute), this::late, this::anyInput);
      case SLOW -> addSlow(count, minute, pool);
      case VICTIM -> addVictims(count, hour, pool);
      case LONG_INPUT ->
          add(
              count,
              hour,
              pool,
              () -> spread(hour),
              this::late,
              () -> contract.maxInputTokens() + 1);
      case ONE_PERCENT -> addOnePercent(hour, pool);
      case FEW ->
          add(2 * dice.between(0, 1) + 1, hour, pool, () -> hour, this::inTime, this::shortInput);
      case SIXTEENTHS -> addSixteenths(hour, pool);
      case HALVES -> addHalves(hour, minute, pool);
      case MIXED -> add(count, hour, pool, () -> edge(hour, minute), this::any, this::anyInput);
    }
  }

  private interface Times {
    Instant next();
  }

  private interface Lengths {
    Request of(String requestId, String pool, Instant at, long inputTokens);
  }

  private interface Inputs {
    long next();
  }

  private void add(
      int count, Instant hour, String pool, Times times, Lengths lengths, Inputs inputs) {
    for (int i = 0; i < count; i++) {
      Instant at = times.next();
      if (at.isBefore(hour) || !at.isBefore(hour.plus(Duration.ofHours(1)))) {
        at = hour;
      }
      requests.add(lengths.of(id(), pool, at, inputs.next()));
    }
  }

  /** One after the other, each in progress until long after the next has come. */
  private void addSlow(int count, Instant minute, String pool) {
    long outputTokens = dice.between(1, 3);
    long stepMs = contract.ttftSloMs() + contract.tpotSloMs() * outputTokens;
    long apart = dice.chance(50) ? stepMs : stepMs + 1;
    Instant hourEnd = minute.plus(Duration.ofMinutes(1));
    int rows = Math.max(count, (int) contract.maxConcurrency() + 3);
    for (int i = 0; i < rows; i++) {
      Instant at = minute.plusNanos(apart * MS * i);
      if (at.isAfter(hourEnd)) {
        at = minute;
      }
      long ttftMs = Math.min(stepMs * (contract.maxConcurrency() + 2), bound.toMillis() - 1);
      requests.add(new Request(id(), pool, at, shortInput(), outputTokens, ttftMs, "0"));
    }
  }

  /** One a minute, so that none meets another. */
  private void addVictims(int count, Instant hour, String pool) {
    boolean isAtOnce = dice.chance(30);
    Instant busy = hour.plus(Duration.ofMinutes(dice.between(0, 59)));
    for (int i = 0; i < count; i++) {
      boolean isOfBusyMinute = isAtOnce && i < contract.maxConcurrency();
      Instant at = isOfBusyMinute ? busy : hour.plus(Duration.ofMinutes((7L * i) % 60));
      long ttftMs = contract.ttftSloMs() + 1;
      requests.add(
          new Request(
              id(),
              pool,
              at.plusNanos(dice.between(0L, 999L)),
              dice.chance(50) ? contract.maxInputTokens() : shortInput(),
              1,
              ttftMs,
              dice.chance(50) ? "0" : tpotJustAbove()));
    }
  }

  private void addOnePercent(Instant hour, String pool) {
    int count = dice.of(List.of(99, 100, 100, 101));
    for (int i = 0; i < count; i++) {
      Instant at = hour.plusSeconds(30L * i);
      requests.add(
          i == count / 2
              ? late(id(), pool, at, anyInput())
              : new Request(id(), pool, at, 1, 1, contract.ttftSloMs(), "0"));
    }
  }

  private void addSixteenths(Instant hour, String pool) {
    int late = dice.between(1, 8);
    for (int i = 0; i < 16; i++) {
      Instant at = hour.plusSeconds(200L * i);
      requests.add(
          i < late
              ? late(id(), pool, at, anyInput())
              : new Request(id(), pool, at, 1, 1, contract.ttftSloMs(), "0"));
    }
  }

  /** Two groups of misses: one crowds a minute or has long inputs, the other does neither. */
  private void addHalves(Instant hour, Instant minute, String pool) {
    int half = (int) contract.maxConcurrency() + 1;
    boolean isCrowd = dice.chance(60);
    boolean isLong = !isCrowd || dice.chance(50);
    long longInput = contract.maxInputTokens() + 1;
    for (int i = 0; i < half; i++) {
      Instant at = isCrowd ? minute : hour.plusSeconds(180L * i);
      requests.add(
          new Request(id(), pool, at, isLong ? longInput : 1, 1, contract.ttftSloMs() + 1, "0"));
    }
    int others = half + dice.between(-1, 1);
    Instant far = hour.plus(Duration.ofMinutes(minute.equals(hour) ? 20 : 5));
    for (int i = 0; i < others; i++) {
      Instant at = far.plusSeconds(60L * (i + 1));
      requests.add(
          new Request(id(), pool, at, contract.maxInputTokens(), 1, contract.ttftSloMs() + 1, "0"));
    }
  }

  /** Requests that are still in progress in the next hour, or in the one after. */
  private void addReachingOver(Instant hour, String pool) {
    int count = dice.between(1, (int) contract.maxConcurrency() + 1);
    Instant next = hour.plus(Duration.ofHours(1));
    Instant until =
        switch (dice.between(0, 4)) {
          case 0 -> next;
          case 1 -> next.plusNanos(1);
          case 2 -> next.plus(Duration.ofMinutes(dice.between(1, 59)));
          case 3 -> next.plus(Duration.ofHours(1)).plusNanos(dice.between(0, 1));
          default -> next.plus(Duration.ofMinutes(dice.between(60, 75)));
        };
    for (int i = 0; i < count; i++) {
      Instant at = dice.chance(50) ? next.minusNanos(1 + i) : next.minusSeconds(1 + i);
      requests.add(until(until, id(), pool, at, anyInput()));
    }
  }

  private void addStrays(List<Request> ofHour, String pool) {
    String other = pools.get(0).equals(pool) ? pools.get(1) : pools.get(0);
    if (dice.chance(25)) {
      requests.add(withPool(dice.of(ofHour), id(), other));
    }
    if (ofHour.size() <= 6 && dice.chance(30)) {
      // As many rows in the other pool: the first row decides, and it may be the same instant.
      int count = ofHour.size() + (dice.chance(20) ? 1 : 0);
      for (int i = 0; i < count; i++) {
        requests.add(withPool(ofHour.get(i % ofHour.size()), id(), other));
      }
    }
  }

  private Request withPool(Request row, String requestId, String pool) {
    return new Request(
        requestId,
        pool,
        row.arrivedAt(),
        row.inputTokens(),
        row.outputTokens(),
        row.ttftMs(),
        row.tpotMs());
  }

  private void addDoubles(List<Request> ofHour, String pool) {
    int count = dice.chance(50) ? dice.between(1, 3) : 0;
    String other = pools.get(0).equals(pool) ? pools.get(1) : pools.get(0);
    for (int i = 0; i < count; i++) {
      Request row = dice.of(ofHour);
      boolean isMore = dice.chance(50);
      long step = isMore ? 1 : -1;
      Instant at = row.arrivedAt();
      long input = row.inputTokens();
      long output = row.outputTokens();
      long ttft = row.ttftMs();
      String tpot = row.tpotMs();
      String ofPool = row.accelPool();
      switch (dice.between(0, 7)) {
        case 0 -> at = at.plusNanos(isMore ? 1 : 0);
        case 1 -> ofPool = other;
        case 2 -> input = Math.max(1, input + step);
        case 3 -> output = Math.max(1, output + step);
        case 4 -> ttft = Math.max(1, ttft + step);
        case 5 -> tpot = new BigDecimal(tpot).add(new BigDecimal("1e-9")).toPlainString();
        case 6 -> tpot = tpot.matches("\\d+") ? tpot + ".0" : tpot;
        default -> at = at.plus(Duration.ofHours(hasNext(at) ? 1 : 0));
      }
      requests.add(new Request(row.requestId(), ofPool, at, input, output, ttft, tpot));
    }
  }

  /** As long as a request may take, or a ten millionth of a millisecond longer. */
  private void addLongest(Instant hour, String pool) {
    if (dice.chance(12)) {
      Instant at = hour.plus(Duration.ofMinutes(dice.between(0, 59)));
      long output = dice.between(1, 4);
      long ttftMs = bound.toMillis() - output;
      String tpot = dice.chance(50) ? "1" : dice.chance(50) ? "1.0000001" : "0.9999999";
      requests.add(new Request(id(), pool, at, anyInput(), output, ttftMs, tpot));
    }
  }

  private boolean hasNext(Instant at) {
    return at.isBefore(first.plus(Duration.ofHours(hours - 1)));
  }

  private String id() {
    nextId++;
    // Numbers of one length would always sort as they came.
    return "r" + dice.between(0, 9) + nextId + dice.of(ID_ENDINGS);
  }

  /** Any instant of the hour. */
  private Instant spread(Instant hour) {
    return hour.plus(Duration.ofMinutes(dice.between(0, 59)))
        .plusNanos(dice.between(0L, 59_999 * MS));
  }

  /** Mostly an instant at which something else begins or ends. */
  private Instant edge(Instant hour, Instant minute) {
    return switch (dice.between(0, 7)) {
      case 0 -> minute;
      case 1 -> minute.plusSeconds(60).minusNanos(1);
      case 2 -> hour;
      case 3 -> requests.isEmpty() ? hour : dice.of(requests).arrivedAt();
      case 4 -> requests.isEmpty() ? hour : dice.of(requests).end();
      case 5 -> requests.isEmpty() ? minute : dice.of(requests).end().minusNanos(1);
      case 6 -> minute.plusNanos(dice.between(0L, 59_999 * MS));
      default -> minute.plusMillis(dice.between(0, 59_999));
    };
  }

  private Request any(String requestId, String pool, Instant at, long input) {
    return switch (dice.between(0, 3)) {
      case 0 -> late(requestId, pool, at, input);
      case 1 ->
          requests.isEmpty()
              ? inTime(requestId, pool, at, input)
              : until(dice.of(requests).arrivedAt(), requestId, pool, at, input);
      default -> inTime(requestId, pool, at, input);
    };
  }

  private Request inTime(String requestId, String pool, Instant at, long input) {
    long output = dice.between(1, 3);
    long ttft = dice.chance(40) ? contract.ttftSloMs() : dice.between(1, contract.ttftSloMs());
    String tpot =
        dice.chance(40)
            ? sameAs(contract.tpotSloMs())
            : fraction(dice.between(0, contract.tpotSloMs() - 1));
    return fitting(new Request(requestId, pool, at, input, output, ttft, tpot));
  }

  private Request late(String requestId, String pool, Instant at, long input) {
    long output = dice.between(1, 3);
    boolean isTtft = dice.chance(50);
    long ttft =
        isTtft ? contract.ttftSloMs() + dice.of(List.of(1L, 1L, 999L)) : contract.ttftSloMs();
    String tpot = isTtft ? fraction(0) : tpotJustAbove();
    return fitting(new Request(requestId, pool, at, input, output, ttft, tpot));
  }

  /** In progress until that very instant, if it comes later. */
  private Request until(Instant end, String requestId, String pool, Instant at, long input) {
    Duration length = Duration.between(at, end);
    if (length.compareTo(Duration.ofMillis(1)) < 0 || length.compareTo(bound) > 0) {
      return inTime(requestId, pool, at, input);
    }
    BigDecimal rest = BigDecimal.valueOf(length.toNanos() % MS, 6);
    // What is below a nanosecond is cut off, and the end stays where it is.
    String cut = dice.chance(50) ? "" : "5";
    return fitting(
        new Request(requestId, pool, at, input, 1, length.toMillis(), rest.toPlainString() + cut));
  }

  /** Short requests are to be plausible under the shortest bound too. */
  private Request fitting(Request row) {
    boolean isPlausible = !row.end().isAfter(row.arrivedAt().plus(bound).minusNanos(1));
    return isPlausible
        ? row
        : new Request(
            row.requestId(), row.accelPool(), row.arrivedAt(), row.inputTokens(), 1, 1, "0");
  }

  private String tpotJustAbove() {
    return contract.tpotSloMs()
        + dice.of(List.of(".000000000000000000000000000001", ".5", ".0000005"));
  }

  private String sameAs(long number) {
    return dice.of(List.of(number + "", number + ".0", number + "00e-2", number / 10 + "e1"));
  }

  private String fraction(long whole) {
    return dice.chance(50)
        ? Long.toString(whole)
        : BigDecimal.valueOf(whole).add(new BigDecimal(dice.of(FRACTIONS))).toPlainString();
  }

  private long shortInput() {
    return dice.chance(30) ? contract.maxInputTokens() : dice.between(1, contract.maxInputTokens());
  }

  private long anyInput() {
    return dice.chance(30) ? contract.maxInputTokens() + 1 : shortInput();
  }

  private Line line(Request row) {
    Map<String, Value> values = new LinkedHashMap<>();
    values.put("request_id", written.text(row.requestId()));
    values.put("tenant_id", written.text(contract.tenantId()));
    values.put("endpoint_id", written.text(contract.endpointId()));
    values.put("accel_pool", written.text(row.accelPool()));
    values.put("arrived_at", written.instant(row.arrivedAt()));
    values.put("input_tokens", Value.number(row.inputTokens()));
    values.put("output_tokens", Value.number(row.outputTokens()));
    values.put("ttft_ms", Value.number(row.ttftMs()));
    values.put("tpot_ms", new Value.Numeral(row.tpotMs()));
    if (dice.chance(3)) {
      values.put("further", new Value.Other("{\"ignored\": [1]}"));
    }
    return new Line.Fields(values);
  }
}
