package dev.slowhour.job.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.job.testing.Postgres;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Notices that are stored as they come, and come again. */
class NoticeStoreITCase {

  private static final Instant TEN = Windows.TEN;

  private static final TopicNames TOPICS =
      new TopicNames(
          Map.of(Table.REQUEST_LOGS, "request-logs", Table.TENANT_CONTRACTS, "tenant-contracts"));

  private static final String COUNTS =
      """
      SELECT count(*) FILTER (WHERE file IS NOT NULL) AS stored,
        coalesce(sum(line_count) FILTER (WHERE file IS NULL), 0) AS rest,
        count(*) FILTER (WHERE file IS NULL) AS rests FROM slowhour.notices\
      """;

  private Postgres database;

  @BeforeEach
  void makeDatabase() throws Exception {
    database = Postgres.migrated();
  }

  private NoticeStore open() throws StoreException {
    try (StreamRun run =
        StreamRun.begin(
            database.address(), "test", JudgeSettings.defaults(), "[]", Optional.empty())) {
      return NoticeStore.open(database.address(), run.id(), TOPICS, Patience.OF_STREAMING);
    }
  }

  private static Notice invalid(long offset) {
    return new Notice(
        Table.REQUEST_LOGS,
        new Place(3, offset),
        NoticeCode.INVALID_FIELD,
        List.of("ttft_ms"),
        "tenant",
        "endpoint",
        TEN,
        "{\"ttft_ms\": \"" + offset + "\"}");
  }

  private static Notice of(
      Table table, long offset, NoticeCode code, String tenantOrNull, Instant hourOrNull) {
    return new Notice(
        table, new Place(3, offset), code, List.of(), tenantOrNull, null, hourOrNull, null);
  }

  /** Notices of those offsets, numbered as they stand here, behind those that came before. */
  private static List<CountedNotice> numbered(long before, List<Long> offsets) {
    List<CountedNotice> counted = new ArrayList<>();
    for (int i = 0; i < offsets.size(); i++) {
      counted.add(new CountedNotice(invalid(offsets.get(i)), before + i + 1));
    }
    return counted;
  }

  private static List<Long> offsets(long from, long to) {
    return new ArrayList<>(LongStream.range(from, to).boxed().toList());
  }

  private static Map<String, String> counts(long stored, long rest, long rests) {
    return Map.of(
        "stored",
        Long.toString(stored),
        "rest",
        Long.toString(rest),
        "rests",
        Long.toString(rests));
  }

  @Test
  void aNoticeHoldsWhatOneOfAFileDoesWithItsTopicPartitionAndOffset() throws Exception {
    try (NoticeStore store = open()) {
      store.put(
          List.of(
              new CountedNotice(invalid(0), 1),
              new CountedNotice(
                  of(Table.REQUEST_LOGS, 1, NoticeCode.STRAY_POOL, "tenant", TEN), 1)));
      store.put(List.of());
    }
    assertThat(
            database.rows(
                "SELECT (to_jsonb(n) - '{notice_id,noticed_at}'::text[])::text AS n FROM"
                    + " slowhour.notices n ORDER BY line"))
        .extracting(row -> row.get("n"))
        .containsExactly(
            "{\"code\": \"invalid_field\", \"file\": \"request-logs/3\", \"line\": 0, \"fields\":"
                + " [\"ttft_ms\"], \"run_id\": 1, \"message\": \"형식에 맞지 않는 값이 있습니다:"
                + " ttft_ms(1 이상의 정수). 이 줄은 세지 않았습니다.\", \"raw_line\": \"{\\\"ttft_ms\\\":"
                + " \\\"0\\\"}\", \"tenant_id\": \"tenant\", \"line_count\": 1, \"endpoint_id\":"
                + " \"endpoint\", \"source_table\": \"request_logs\", \"window_start\":"
                + " \"2026-10-13T01:00:00+00:00\"}",
            "{\"code\": \"stray_pool\", \"file\": \"request-logs/3\", \"line\": 1, \"fields\": [],"
                + " \"run_id\": 1, \"message\": \"이 시간대에 엔드포인트가 쓴 풀과 accel_pool 이 달라"
                + " 세지 않았습니다.\", \"raw_line\": null, \"tenant_id\": \"tenant\","
                + " \"line_count\": 1, \"endpoint_id\": null, \"source_table\": \"request_logs\","
                + " \"window_start\": \"2026-10-13T01:00:00+00:00\"}");
  }

  @Test
  void aNoticeIsStoredOnceHoweverOftenItComes() throws Exception {
    List<CountedNotice> notices = numbered(0, offsets(0, 5));
    try (NoticeStore store = open()) {
      store.put(notices);
      store.put(notices);
      store.put(List.of(notices.get(3), notices.get(3), new CountedNotice(invalid(5), 6)));
    }
    try (NoticeStore store = open()) {
      store.put(notices);
      // What hour an unreadable line belongs to is told by lines before it: not so after a restart.
      store.put(
          List.of(
              new CountedNotice(
                  of(Table.REQUEST_LOGS, 2, NoticeCode.INVALID_FIELD, null, null), 1)));
      store.put(
          List.of(
              new CountedNotice(
                  of(Table.REQUEST_LOGS, 2, NoticeCode.DUPLICATE_REQUEST_ID, "tenant", TEN), 1)));
    }
    assertThat(
            database.rows(
                "SELECT code, string_agg(line::text, ' ' ORDER BY line) AS lines FROM"
                    + " slowhour.notices GROUP BY code ORDER BY code"))
        .containsExactly(
            Map.of("code", "duplicate_request_id", "lines", "2"),
            Map.of("code", "invalid_field", "lines", "0 1 2 3 4 5"));
  }

  @Test
  void ofAUnitTheFirstThousandAreStoredAndOneRowCountsTheRest() throws Exception {
    try (NoticeStore store = open()) {
      store.put(numbered(0, offsets(0, 999)));
      assertThat(database.rows(COUNTS)).containsExactly(counts(999, 0, 0));
      store.put(numbered(999, offsets(999, 1_000)));
      assertThat(database.rows(COUNTS)).containsExactly(counts(1_000, 0, 0));
      store.put(numbered(1_000, offsets(1_000, 1_001)));
      assertThat(database.rows(COUNTS)).containsExactly(counts(1_000, 1, 1));
      store.put(numbered(1_001, offsets(1_001, 2_500)));
    }
    assertThat(database.rows(COUNTS)).containsExactly(counts(1_000, 1_500, 1));
    assertThat(database.count("SELECT max(line) FROM slowhour.notices")).isEqualTo(999);
  }

  @Test
  void aReplayFromAnyPointAndInAnyOrderComesToTheSame() throws Exception {
    try (NoticeStore store = open()) {
      store.put(numbered(0, offsets(0, 700)));
      store.put(numbered(700, offsets(700, 1_800)));
    }
    // Back to where 300 had been counted: the others come again, mixed up, and some more.
    List<Long> again = offsets(300, 2_100);
    Collections.shuffle(again, new Random(7));
    try (NoticeStore store = open()) {
      store.put(numbered(300, again.subList(0, 750)));
      assertThat(database.rows(COUNTS))
          .as("what was counted is not taken back")
          .containsExactly(counts(1_000, 800, 1));
      store.put(numbered(1_050, again.subList(750, again.size())));
    }
    assertThat(database.rows(COUNTS)).containsExactly(counts(1_000, 1_100, 1));
  }

  @Test
  void aFailureBetweenTwoWritesWithAnotherOrderAfterItStoresAThousandAllTheSame() throws Exception {
    try (NoticeStore store = open()) {
      store.put(numbered(0, offsets(0, 600)));
    }
    List<Long> again = offsets(0, 1_500);
    Collections.reverse(again);
    try (NoticeStore store = open()) {
      store.put(numbered(0, again.subList(0, 1_200)));
      store.put(numbered(1_200, again.subList(1_200, 1_500)));
    }
    assertThat(database.rows(COUNTS)).containsExactly(counts(1_000, 500, 1));
  }

  @Test
  void unitsAreCountedApart() throws Exception {
    List<Notice> kinds =
        List.of(
            of(Table.REQUEST_LOGS, 0, NoticeCode.MALFORMED_JSON, null, null),
            of(Table.REQUEST_LOGS, 0, NoticeCode.MALFORMED_JSON, null, TEN),
            of(
                Table.REQUEST_LOGS,
                0,
                NoticeCode.MALFORMED_JSON,
                null,
                TEN.plus(Duration.ofHours(1))),
            of(Table.REQUEST_LOGS, 0, NoticeCode.INVALID_FIELD, null, TEN),
            of(Table.REQUEST_LOGS, 0, NoticeCode.INVALID_FIELD, "tenant", TEN),
            of(Table.TENANT_CONTRACTS, 0, NoticeCode.INVALID_FIELD, "tenant", null));
    List<CountedNotice> all = new ArrayList<>();
    for (int number = 1; number <= 1_002; number++) {
      for (int kind = 0; kind < kinds.size(); kind++) {
        Notice notice = kinds.get(kind);
        all.add(
            new CountedNotice(
                new Notice(
                    notice.table(),
                    new Place(kind, number),
                    notice.code(),
                    notice.fields(),
                    notice.tenantIdOrNull(),
                    notice.endpointIdOrNull(),
                    notice.windowStartOrNull(),
                    "{"),
                number));
      }
    }
    try (NoticeStore store = open()) {
      store.put(all);
      store.put(all);
    }
    assertThat(database.rows(COUNTS)).containsExactly(counts(6_000, 12, 6));
  }

  @Test
  void writersThatStoreTheSameAtOnceStoreItOnce() throws Exception {
    int writers = 4;
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    CyclicBarrier start = new CyclicBarrier(writers);
    List<Future<Void>> ends = new ArrayList<>();
    for (int writer = 0; writer < writers; writer++) {
      Random random = new Random(writer);
      ends.add(
          threads.submit(
              () -> {
                List<Long> order = offsets(0, 1_300);
                Collections.shuffle(order, random);
                try (NoticeStore store = open()) {
                  start.await();
                  for (int from = 0; from < 1_300; from += 100) {
                    store.put(numbered(from, order.subList(from, from + 100)));
                  }
                }
                return null;
              }));
    }
    for (Future<Void> end : ends) {
      end.get(120, TimeUnit.SECONDS);
    }
    threads.shutdown();

    assertThat(database.rows(COUNTS)).containsExactly(counts(1_000, 300, 1));
    assertThat(database.count("SELECT count(DISTINCT line) FROM slowhour.notices"))
        .isEqualTo(1_000);
  }
}
