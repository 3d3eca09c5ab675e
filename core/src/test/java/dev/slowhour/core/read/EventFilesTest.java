package dev.slowhour.core.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.PlatformEvent;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.output.NoticeText;
import dev.slowhour.core.time.ReportZone;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventFilesTest {

  private static final String GOOD =
      "{\"at\":\"2026-11-30T19:52:30.001+09:00\",\"accel_pool\":\"p\",\"kind\":\"xid\",\"text\":\"t\"}";

  @TempDir private Path folder;

  private EventFiles.Events read(String name, String content) throws Exception {
    Path file = folder.resolve(name);
    Files.writeString(file, content);
    return EventFiles.read(
        List.of(new InputFile(Table.PLATFORM_EVENTS, file, name)), ReportZone.of("Asia/Seoul"));
  }

  @Test
  void noFileHoldsNoEvent() throws Exception {
    EventFiles.Events events = EventFiles.read(List.of(), ReportZone.of("UTC"));
    assertThat(events.rows()).isEmpty();
    assertThat(events.notices()).isEmpty();
  }

  @Test
  void aGoodLineIsAnEventOfAPool() throws Exception {
    assertThat(read("platform_events.jsonl", GOOD + "\n").rows())
        .containsExactly(
            new PlatformEvent(Instant.parse("2026-11-30T10:52:30.001Z"), "p", "xid", "t"));
  }

  @Test
  void aLineThatCannotBeReadIsANoticeOfNoHourAndNoTenant() throws Exception {
    EventFiles.Events events =
        read(
            "platform_events.jsonl",
            GOOD + "\n{\"at\":\"19:52\",\"text\":\"" + "x".repeat(1001) + "\"}\nno\n" + GOOD);
    assertThat(events.rows()).hasSize(2);
    assertThat(events.notices()).hasSize(2);
    Notice first = events.notices().get(0);
    assertThat(first.fields()).containsExactly("at", "accel_pool", "kind", "text");
    assertThat(first.windowStart()).isEmpty();
    assertThat(first.tenantId()).isEmpty();
    assertThat(first.place().line()).isEqualTo(2);
    assertThat(NoticeText.message(first)).endsWith("이 줄은 쓰지 않았습니다.").doesNotContain("null");
    assertThat(events.notices().get(1).code().code()).isEqualTo("malformed_json");
  }

  @Test
  void theTextMayHaveAThousandCharactersAndNoControlCharacter() throws Exception {
    String longest = GOOD.replace("\"t\"", "\"" + "가".repeat(1_000) + "\"");
    assertThat(read("platform_events.jsonl", longest).rows()).hasSize(1);
    assertThat(read("platform_events.jsonl", GOOD.replace("\"t\"", "\"a\\nb\"")).rows()).isEmpty();
  }

  @Test
  void csvSaysTheSame() throws Exception {
    assertThat(
            read(
                    "platform_events.csv",
                    "kind,at,text,accel_pool\nxid,2026-11-30T19:52:30.001+09:00,\"t, u\",p\n")
                .rows())
        .containsExactly(
            new PlatformEvent(Instant.parse("2026-11-30T10:52:30.001Z"), "p", "xid", "t, u"));
  }
}
