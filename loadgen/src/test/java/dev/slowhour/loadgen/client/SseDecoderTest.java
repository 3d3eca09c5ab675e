package dev.slowhour.loadgen.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SseDecoderTest {

  private static final String COMMENT = "<comment>";

  @Test
  void an_event_ends_with_a_blank_line() throws Exception {
    assertThat(decode("data: a\n\ndata: b\n\n")).containsExactly("a", "b");
  }

  @Test
  void an_event_that_no_blank_line_ends_is_none() throws Exception {
    assertThat(decode("data: a\n\ndata: b\n")).containsExactly("a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r", "\r\n"})
  void lines_end_with_any_of_the_three_line_ends(String end) throws Exception {
    assertThat(decode("data: a\n\ndata: b\n\n".replace("\n", end))).containsExactly("a", "b");
  }

  @Test
  void a_line_end_that_two_reads_share_is_one() throws Exception {
    assertThat(decode("data: a\r", "\n\r", "\ndata: b\r\n\r\n")).containsExactly("a", "b");
  }

  @Test
  void lines_of_data_are_joined_by_a_line_feed() throws Exception {
    assertThat(decode("data: a\ndata:b\ndata\n\n")).containsExactly("a\nb\n");
  }

  @Test
  void one_space_behind_the_colon_is_dropped_and_no_more() throws Exception {
    assertThat(decode("data:  a \n\n")).containsExactly(" a ");
  }

  @Test
  void other_fields_and_events_without_data_say_nothing() throws Exception {
    assertThat(decode("event: x\nid: 1\nretry: 3\nDATA: no\n\n\n\ndata:\n\n")).isEmpty();
  }

  @Test
  void a_comment_is_no_event() throws Exception {
    assertThat(decode(": keep-alive\n\ndata: a\n:\n\n")).containsExactly(COMMENT, COMMENT, "a");
  }

  @Test
  void a_byte_order_mark_is_dropped_at_the_start_alone() throws Exception {
    assertThat(decode("\uFEFFdata: a\n\n\uFEFFdata: b\n\n")).containsExactly("a");
  }

  @Test
  void a_line_without_end_is_refused_before_it_fills_the_memory() {
    SseDecoder decoder = new SseDecoder(recorder(new ArrayList<>()));
    byte[] mebibyte = new byte[1 << 20];
    Arrays.fill(mebibyte, (byte) 'x');
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 5; i++) {
                decoder.feed(mebibyte);
              }
            })
        .isInstanceOf(ProtocolException.class)
        .hasMessage("a line of the event stream is longer than 4 MiB");
  }

  @Test
  void an_event_without_end_is_refused_before_it_fills_the_memory() {
    SseDecoder decoder = new SseDecoder(recorder(new ArrayList<>()));
    byte[] line = ("data: " + "x".repeat(1 << 20) + "\n").getBytes(UTF_8);
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 5; i++) {
                decoder.feed(line);
              }
            })
        .isInstanceOf(ProtocolException.class)
        .hasMessage("an event of the stream is longer than 4 MiB");
  }

  /** What a stream says does not hang on the reads that it comes in. */
  @Property
  void the_cuts_between_reads_change_nothing(
      @ForAll("streams") String stream, @ForAll @IntRange(min = 1, max = 9) int size)
      throws Exception {
    byte[] bytes = stream.getBytes(UTF_8);
    List<String> seen = new ArrayList<>();
    SseDecoder decoder = new SseDecoder(recorder(seen));
    for (int start = 0; start < bytes.length; start += size) {
      decoder.feed(Arrays.copyOfRange(bytes, start, Math.min(bytes.length, start + size)));
    }
    assertThat(seen).isEqualTo(oracle(stream));
  }

  @Provide
  Arbitrary<String> streams() {
    return Arbitraries.of(
            "data", ":", " ", "a", "\n", "\r", "\r\n", "한", "data: x", "event: e", "\n\n", ": c\n")
        .list()
        .ofMaxSize(40)
        .map(parts -> String.join("", parts));
  }

  /** The whole text at once: lines first, then fields. */
  private static List<String> oracle(String stream) {
    String unified = stream.replace("\r\n", "\n").replace('\r', '\n');
    List<String> lines = new ArrayList<>(List.of(unified.split("\n", -1)));
    lines.remove(lines.size() - 1);
    List<String> seen = new ArrayList<>();
    List<String> data = new ArrayList<>();
    for (String line : lines) {
      if (line.isEmpty()) {
        String text = String.join("\n", data);
        if (!text.isEmpty()) {
          seen.add(text);
        }
        data.clear();
      } else if (line.startsWith(":")) {
        seen.add(COMMENT);
      } else if (line.equals("data")) {
        data.add("");
      } else if (line.startsWith("data:")) {
        data.add(line.substring(5).replaceFirst("^ ", ""));
      }
    }
    return seen;
  }

  private static List<String> decode(String... reads) throws ProtocolException {
    List<String> seen = new ArrayList<>();
    SseDecoder decoder = new SseDecoder(recorder(seen));
    for (String read : reads) {
      decoder.feed(read.getBytes(UTF_8));
    }
    return seen;
  }

  private static SseDecoder.Listener recorder(List<String> seen) {
    return new SseDecoder.Listener() {
      @Override
      public void onEvent(String data) {
        seen.add(data);
      }

      @Override
      public void onComment() {
        seen.add(COMMENT);
      }
    };
  }
}
