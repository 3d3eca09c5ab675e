package dev.slowhour.job.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.apache.flink.util.FileUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SortedLinesTest {

  private static final Instant TEN = Instant.parse("2026-10-13T10:00:00.000000001Z");

  @TempDir private Path folder;

  private static ReplayLine line(Table table, Instant time, int file, long line) {
    return new ReplayLine(table, time, file, line, "키", null, true, new byte[] {1, 2, 3});
  }

  private static List<ReplayLine> sorted(Path folder, List<ReplayLine> lines, long maxBytes)
      throws IOException {
    List<ReplayLine> taken = new ArrayList<>();
    try (SortedLines sorting = new SortedLines(folder, maxBytes)) {
      for (ReplayLine line : lines) {
        sorting.add(line);
      }
      for (ReplayLine l = sorting.takeOrNull(); l != null; l = sorting.takeOrNull()) {
        taken.add(l);
      }
      assertThat(sorting.parts()).isEqualTo(maxBytes == 1 ? lines.size() : 0);
    }
    assertThat(folder).isEmptyDirectory();
    return taken;
  }

  @Test
  void contractsComeFirstThenWhatHasNoTimeThenTimesThenTablesFilesAndLines() throws Exception {
    List<ReplayLine> expected =
        List.of(
            line(Table.TENANT_CONTRACTS, ReplayLine.AT_ONCE, 0, 2),
            line(Table.TENANT_CONTRACTS, ReplayLine.AT_ONCE, 1, 1),
            line(Table.REQUEST_LOGS, ReplayLine.AT_THE_START, 0, 1),
            line(Table.POOL_METRICS, TEN.minusNanos(1), 0, 9),
            line(Table.REQUEST_LOGS, TEN, 0, 3),
            line(Table.REQUEST_LOGS, TEN, 0, 4),
            line(Table.REQUEST_LOGS, TEN, 1, 1),
            line(Table.POOL_METRICS, TEN, 0, 1),
            line(Table.REQUEST_LOGS, TEN.plusNanos(1), 0, 1));
    List<ReplayLine> shuffled = new ArrayList<>(expected);
    shuffled.sort(Comparator.comparingLong(ReplayLine::line));

    assertThat(sorted(folder, shuffled, Long.MAX_VALUE)).isEqualTo(expected);
  }

  @Test
  void nothingInNothingOut() throws Exception {
    assertThat(sorted(folder, List.of(), Long.MAX_VALUE)).isEmpty();
  }

  @Provide
  Arbitrary<List<ReplayLine>> lines() {
    Arbitrary<Instant> times =
        Combinators.combine(
                Arbitraries.integers().between(-2, 2), Arbitraries.integers().between(0, 2))
            .as((second, nano) -> TEN.plusSeconds(second).plusNanos(nano));
    return Combinators.combine(
            Arbitraries.of(Day.TABLES),
            Arbitraries.frequencyOf(
                Tuple.of(5, times),
                Tuple.of(1, Arbitraries.of(ReplayLine.AT_ONCE, ReplayLine.AT_THE_START))),
            Arbitraries.integers().between(0, 2),
            Arbitraries.longs().between(1, 1_000_000_000_000L),
            Arbitraries.strings().ofMaxLength(5).injectNull(0.3),
            Arbitraries.strings().ofMaxLength(5).injectNull(0.3),
            Arbitraries.of(true, false),
            Arbitraries.bytes().array(byte[].class).ofMaxSize(20))
        .as(ReplayLine::new)
        .list()
        .ofMaxSize(60);
  }

  /** What comes back out of parts on disk is what went in, in the order that a list sorts into. */
  @Property(tries = 100)
  void partsOnDiskComeBackWholeAndInOrder(@ForAll("lines") List<ReplayLine> lines)
      throws IOException {
    Path parts = Files.createTempDirectory("sorted-lines");
    try {
      List<ReplayLine> expected = new ArrayList<>(lines);
      expected.sort(
          Comparator.comparing(ReplayLine::time)
              .thenComparing(ReplayLine::table)
              .thenComparing(ReplayLine::file)
              .thenComparing(ReplayLine::line));

      List<ReplayLine> taken = sorted(parts, lines, 1);

      assertThat(taken)
          .usingRecursiveFieldByFieldElementComparator()
          .containsExactlyInAnyOrderElementsOf(expected);
      assertThat(taken).isSortedAccordingTo(Comparator.naturalOrder());
      assertThat(taken).extracting(ReplayLine::time).isEqualTo(times(expected));
    } finally {
      FileUtils.deleteDirectoryQuietly(parts.toFile());
    }
  }

  private static List<Instant> times(List<ReplayLine> lines) {
    return lines.stream().map(ReplayLine::time).toList();
  }
}
