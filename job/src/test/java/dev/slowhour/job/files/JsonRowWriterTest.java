package dev.slowhour.job.files;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonRowWriterTest {

  @TempDir private Path folder;

  private interface Opener {
    JsonRowWriter open(Path file) throws IOException;
  }

  private String written(Opener opener, String... ids) throws IOException {
    Path file = folder.resolve("rows");
    try (JsonRowWriter rows = opener.open(file)) {
      for (String id : ids) {
        JsonGenerator json = rows.next();
        json.writeStartObject();
        json.writeStringField("id", id);
        json.writeEndObject();
      }
    }
    return Files.readString(file);
  }

  @Test
  void anArrayOfNothing() throws IOException {
    assertThat(written(JsonRowWriter::array)).isEqualTo("[]\n");
  }

  @Test
  void anArrayOfOne() throws IOException {
    assertThat(written(JsonRowWriter::array, "a")).isEqualTo("[\n{\"id\":\"a\"}\n]\n");
  }

  @Test
  void anArrayOfTwo() throws IOException {
    assertThat(written(JsonRowWriter::array, "a", "b"))
        .isEqualTo("[\n{\"id\":\"a\"},\n{\"id\":\"b\"}\n]\n");
  }

  @Test
  void noLines() throws IOException {
    assertThat(written(JsonRowWriter::lines)).isEmpty();
  }

  @Test
  void oneLine() throws IOException {
    assertThat(written(JsonRowWriter::lines, "a")).isEqualTo("{\"id\":\"a\"}\n");
  }

  @Test
  void twoLines() throws IOException {
    assertThat(written(JsonRowWriter::lines, "a", "b"))
        .isEqualTo("{\"id\":\"a\"}\n{\"id\":\"b\"}\n");
  }

  @Test
  void textsAreUtf8AndNotEscapedBeyondNeed() throws IOException {
    assertThat(written(JsonRowWriter::lines, "한글 😀 \uE000 \"\\/"))
        .isEqualTo("{\"id\":\"한글 😀 \uE000 \\\"\\\\/\"}\n");
  }

  @Test
  void anEarlierFileIsReplaced() throws IOException {
    written(JsonRowWriter::lines, "a", "b", "c");

    assertThat(written(JsonRowWriter::lines, "d")).isEqualTo("{\"id\":\"d\"}\n");
  }
}
