package dev.slowhour.job.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.junit.jupiter.api.Test;

class RowSinkTest {

  private final List<String> calls = new ArrayList<>();
  private boolean isDiskFull;

  private SinkWriter<String> open() throws IOException {
    return new RowSink<String>(
            () ->
                new RowSink.Writer<>() {
                  @Override
                  public void write(String row) {
                    calls.add(row);
                  }

                  @Override
                  public void close() throws IOException {
                    calls.add("close");
                    if (isDiskFull) {
                      throw new IOException("disk full");
                    }
                  }
                })
        .createWriter(null);
  }

  @Test
  void theEndIsWrittenOnceWhenTheLastRowHasCome() throws Exception {
    SinkWriter<String> writer = open();
    writer.write("row", null);
    writer.flush(false);
    assertThat(calls).containsExactly("row");

    writer.flush(true);
    assertThat(calls).containsExactly("row", "close");

    writer.close();
    assertThat(calls).containsExactly("row", "close");
  }

  @Test
  void aDiskThatIsFullAtTheEndFailsTheRun() throws Exception {
    isDiskFull = true;
    SinkWriter<String> writer = open();

    assertThatThrownBy(() -> writer.flush(true)).isInstanceOf(IOException.class);
    assertThatCode(writer::close).doesNotThrowAnyException();
    assertThat(calls).containsExactly("close");
  }

  @Test
  void whenTheRunHasFailedClosingDoesNotFailItAgain() throws Exception {
    isDiskFull = true;
    SinkWriter<String> writer = open();
    writer.write("row", null);

    assertThatCode(writer::close).doesNotThrowAnyException();
    assertThat(calls).containsExactly("row", "close");
  }
}
