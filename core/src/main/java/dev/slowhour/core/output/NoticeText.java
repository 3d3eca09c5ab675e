package dev.slowhour.core.output;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.Table;
import java.util.List;
import java.util.Map;

/** The sentence of a notice, in Korean: what was wrong and what the line counts for. */
public final class NoticeText {

  private static final String ID = "1~200자, 제어 문자와 '·' 없이, 앞뒤 공백 없이";
  private static final String NAME = "1~200자, 제어 문자 없이";
  private static final String POSITIVE = "1 이상의 정수";
  private static final String INSTANT = "2026-10-13T10:17:00+09:00 꼴의 시각";

  /** What each column expects; {@code tenant_id} besides has no slash. */
  private static final Map<String, String> EXPECTED =
      Map.ofEntries(
          Map.entry("request_id", ID),
          Map.entry("tenant_id", ID + ", '/' 없이"),
          Map.entry("endpoint_id", ID),
          Map.entry("accel_pool", ID),
          Map.entry("arrived_at", INSTANT),
          Map.entry("input_tokens", POSITIVE),
          Map.entry("output_tokens", POSITIVE),
          Map.entry("ttft_ms", POSITIVE),
          Map.entry("tpot_ms", "0 이상의 수, 소수점 앞 15자리 뒤 30자리까지"),
          Map.entry("tenant_name", NAME),
          Map.entry("model", NAME),
          Map.entry("ttft_slo_ms", POSITIVE),
          Map.entry("tpot_slo_ms", POSITIVE),
          Map.entry("max_concurrency", POSITIVE),
          Map.entry("max_input_tokens", POSITIVE),
          Map.entry("valid_from", INSTANT + ", 없으면 필드를 생략"),
          Map.entry("minute", "2026-10-13T10:17+09:00 꼴의, 초가 0 인 시각"),
          Map.entry("title", NAME),
          Map.entry("synthetic", "true 또는 false"),
          Map.entry("kv_cache_util", "0~1 의 수 또는 null"),
          Map.entry("queued_requests", "0 이상의 정수 또는 null"),
          Map.entry("kind", ID),
          Map.entry("status", "0 이상의 정수, 없으면 필드를 생략"),
          Map.entry("at", INSTANT),
          Map.entry("text", "1~1,000자, 제어 문자 없이"));

  /** Of failed requests two columns expect something else. */
  private static final Map<String, String> EXPECTED_OF_FAILURES =
      Map.of("accel_pool", ID + ", 또는 null", "kind", "refused, timeout, cancelled, error 가운데 하나");

  private NoticeText() {}

  /** The sentence, in polite form. */
  public static String message(Notice notice) {
    return switch (notice.code()) {
      case MALFORMED_JSON -> "JSON 객체 하나로 읽을 수 없는 줄이라 세지 않았습니다.";
      case MALFORMED_CSV -> "CSV 한 줄로 읽을 수 없어 세지 않았습니다.";
      case INVALID_FIELD -> invalidField(notice.table(), notice.fields());
      case IMPLAUSIBLE_DURATION -> "ttft_ms + tpot_ms × output_tokens 가 요청 하나의 상한을 넘어 세지 않았습니다.";
      case LATE -> "시간대가 확정된 뒤에 도착한 줄이라 세지 않았습니다.";
      case DUPLICATE_REQUEST_ID -> "같은 시간대에 request_id 가 같은 줄이 또 있어 하나만 세었습니다.";
      case STRAY_POOL -> "이 시간대에 엔드포인트가 쓴 풀과 accel_pool 이 달라 세지 않았습니다.";
      case NO_CONTRACT -> "시간대 시작에 유효한 계약이 없어 판정하지 않았습니다.";
      case DUPLICATE_CONTRACT -> "valid_from 까지 같은 계약이 뒤에 다시 나와 뒤의 계약을 따랐습니다.";
      case TRUNCATED_INPUT -> "압축 파일이 이 줄부터 손상되어 앞줄까지만 읽었습니다.";
    };
  }

  private static String invalidField(Table table, List<String> fields) {
    StringBuilder faults = new StringBuilder();
    for (String field : fields) {
      faults
          .append(faults.isEmpty() ? "" : ", ")
          .append(field)
          .append('(')
          .append(expected(table, field))
          .append(')');
    }
    String consequence =
        switch (table) {
          case REQUEST_LOGS, REQUEST_FAILURES -> "이 줄은 세지 않았습니다.";
          case TENANT_CONTRACTS -> "이 계약은 적용하지 않았습니다.";
          // Nothing is counted of a metric, of what a pool is called or of an event.
          case POOL_METRICS, POOLS, PLATFORM_EVENTS -> "이 줄은 쓰지 않았습니다.";
        };
    return "형식에 맞지 않는 값이 있습니다: " + faults + ". " + consequence;
  }

  private static String expected(Table table, String field) {
    return table == Table.REQUEST_FAILURES && EXPECTED_OF_FAILURES.containsKey(field)
        ? EXPECTED_OF_FAILURES.get(field)
        : EXPECTED.get(field);
  }
}
