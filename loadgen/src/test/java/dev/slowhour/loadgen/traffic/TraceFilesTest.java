package dev.slowhour.loadgen.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slowhour.core.read.InputException;
import dev.slowhour.loadgen.engine.Prefix;
import dev.slowhour.loadgen.scenario.Arrivals.TraceFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceFilesTest {

  private static final long MS = 1_000_000;

  @TempDir private Path folder;

  private List<TraceRow> read(TraceFormat format, String text) throws IOException, InputException {
    return TraceFiles.read(Files.writeString(folder.resolve("trace"), text), format);
  }

  @Test
  void azureHasSevenDecimalsCrLfAndNoNewlineAtTheEnd() throws Exception {
    assertThat(
            read(
                TraceFormat.AZURE,
                String.join(
                    "\r\n",
                    "TIMESTAMP,ContextTokens,GeneratedTokens",
                    "2023-11-16 18:15:46.6805900,374,44",
                    "2023-11-16 18:59:59.9999999,1,2",
                    "2023-11-16 19:00:00,3,4")))
        .containsExactly(
            new TraceRow(0, 374, 44, Prefix.NONE, 0),
            new TraceRow(2_653_319_409_900L, 1, 2, Prefix.NONE, 1),
            new TraceRow(2_653_319_410_000L, 3, 4, Prefix.NONE, 2));
  }

  @Test
  void mooncakeHasSpansAndSeveralRequestsAtOneTime() throws Exception {
    Prefix first = new Prefix(new long[] {46, 47}, 512);
    Prefix second = new Prefix(new long[] {46, 48}, 512);

    assertThat(
            read(
                TraceFormat.MOONCAKE,
                """
                {"timestamp": 3000, "input_length": 1000, "output_length": 5, "hash_ids": [46, 47]}
                {"timestamp": 3000, "input_length": 900, "output_length": 6, "hash_ids": [46, 48]}

                {"timestamp": 6000, "input_length": 3, "output_length": 7, "hash_ids": []}
                """))
        .containsExactly(
            new TraceRow(0, 1000, 5, first, 46),
            new TraceRow(0, 900, 6, second, 46),
            new TraceRow(3_000 * MS, 3, 7, new Prefix(new long[0], 512), 2));
  }

  @Test
  void burstGptLeavesOutWhatFailedAndKeepsSessionsTogether() throws Exception {
    List<TraceRow> rows =
        read(
            TraceFormat.BURSTGPT,
            """
            Timestamp,Session ID,Elapsed time,Model,Request tokens,Response tokens,Total tokens,Log Type
            5,s1,1.5,ChatGPT,472,18,490,Conversation log
            45.25,s2,0,ChatGPT,1087,0,1087,Conversation log
            118,s1,2,GPT-4,417,276,693,API log
            """);

    assertThat(rows)
        .extracting(TraceRow::atNanos, TraceRow::promptTokens, TraceRow::outputTokens)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(0L, 472, 18),
            org.assertj.core.groups.Tuple.tuple(113_000 * MS, 417, 276));
    assertThat(rows.get(0).session()).isEqualTo(rows.get(1).session());
  }

  @Test
  void rowsArePutInTheOrderOfTime() throws Exception {
    assertThat(
            read(
                TraceFormat.BURSTGPT,
                "Timestamp,Request tokens,Response tokens\n9,1,1\n7,2,2\n8,3,3\n"))
        .extracting(TraceRow::atNanos)
        .containsExactly(0L, 1_000 * MS, 2_000 * MS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "AZURE | TIMESTAMP,ContextTokens,GeneratedTokens~16.11.2023,1,1 | :2: TIMESTAMP: 16.11.2023"
            + " (expected: 2023-11-16 18:15:46.6805900)",
        "AZURE | TIMESTAMP,ContextTokens,GeneratedTokens~2023-11-16 18:15:46,1,-1 | :2:"
            + " GeneratedTokens: -1 (expected: an integer ≥ 0)",
        "AZURE | TIMESTAMP,Context~2023-11-16 18:15:46,1 | :2: no column ContextTokens (has"
            + " [TIMESTAMP, Context])",
        "BURSTGPT | Timestamp,Request tokens,Response tokens~soon,1,1 | :2: Timestamp: soon"
            + " (expected: seconds)",
        "BURSTGPT | Timestamp,Request tokens,Response tokens~1,1,0 | : holds no answered request"
            + " (expected: at least one)",
      })
  void whatIsNotOfTheFormatIsToldWithItsLine(TraceFormat format, String text, String message) {
    assertThatThrownBy(() -> read(format, text.replace('~', '\n')))
        .isInstanceOf(InputException.class)
        .hasMessage(folder.resolve("trace") + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"timestamp\": 1, \"input_length\": 1, \"hash_ids\": []}",
        "{\"timestamp\": 1, \"input_length\": -1, \"output_length\": 1, \"hash_ids\": []}",
        "{\"timestamp\": 1, \"input_length\": 1.5, \"output_length\": 1, \"hash_ids\": []}",
        "[1]",
        "{",
      })
  void aLineThatIsNoRowOfMooncakeIsToldWithItsNumber(String line) {
    assertThatThrownBy(() -> read(TraceFormat.MOONCAKE, "\n" + line + "\n"))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(folder.resolve("trace") + ":2: no row of Mooncake (expected: ");
  }
}
