package dev.slowhour.core.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.Table;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class NoticeJsonTest {

  private static String written(Notice notice, String file, String rawLine) throws IOException {
    return WrittenJson.of(json -> NoticeJson.write(json, notice, file, rawLine, WrittenJson.SEOUL));
  }

  @Test
  void aNoticeHasAllItsFields() throws IOException {
    Notice notice =
        new Notice(
            Table.REQUEST_LOGS,
            new Place(0, 17),
            NoticeCode.STRAY_POOL,
            List.of("accel_pool"),
            "tnt-a",
            "ep-a",
            Instant.parse("2026-10-13T01:00:00Z"),
            null);
    assertThat(written(notice, "하루/request_logs-1.jsonl", "{\"a\": \"\uFFFD\\\"가\"}"))
        .isEqualTo(
            "{\"table\":\"request_logs\",\"file\":\"하루/request_logs-1.jsonl\",\"line\":17,"
                + "\"code\":\"stray_pool\",\"fields\":[\"accel_pool\"],\"tenant_id\":\"tnt-a\","
                + "\"endpoint_id\":\"ep-a\",\"window_start\":\"2026-10-13T10:00+09:00\","
                + "\"message\":\"이 시간대에 엔드포인트가 쓴 풀과 accel_pool 이 달라 세지 않았습니다.\","
                + "\"raw_line\":\"{\\\"a\\\": \\\"\uFFFD\\\\\\\"가\\\"}\"}");
  }

  @Test
  void whatCouldNotBeReadIsNull() throws IOException {
    Notice notice =
        new Notice(
            Table.TENANT_CONTRACTS,
            new Place(3, 4_294_967_296L),
            NoticeCode.MALFORMED_JSON,
            List.of(),
            null,
            null,
            null,
            "x");
    assertThat(written(notice, "tenant_contracts.json", "x"))
        .isEqualTo(
            "{\"table\":\"tenant_contracts\",\"file\":\"tenant_contracts.json\","
                + "\"line\":4294967296,\"code\":\"malformed_json\",\"fields\":[],"
                + "\"tenant_id\":null,\"endpoint_id\":null,\"window_start\":null,"
                + "\"message\":\"JSON 객체 하나로 읽을 수 없는 줄이라 세지 않았습니다.\",\"raw_line\":\"x\"}");
  }
}
