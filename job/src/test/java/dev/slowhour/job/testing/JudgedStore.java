package dev.slowhour.job.testing;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.testing.Fixture;
import dev.slowhour.job.batch.BatchRun;
import dev.slowhour.job.batch.LocalCluster;
import dev.slowhour.job.batch.Outputs;
import dev.slowhour.job.batch.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A store with the worked inputs judged into it: the seed day with its unreadable lines, the day of
 * corner cases, and the recorded hour; with an event of the platform, and readings as they are.
 */
public final class JudgedStore {

  private static final List<Fixture> FIXTURES =
      List.of(Fixture.SEED_DAY_BROKEN, Fixture.EDGE_DAY, Fixture.RECORDED_HOUR);
  private static final AtomicInteger COPIES = new AtomicInteger();

  private JudgedStore() {}

  private static final class Shared {

    private static final Postgres TEMPLATE = judged();

    private static Postgres judged() {
      try {
        Postgres database = Postgres.migrated();
        for (Fixture fixture : FIXTURES) {
          judge(fixture, database);
        }
        database.execute(
            """
            INSERT INTO slowhour.events (accel_pool, at, kind, text) VALUES
              ('gpu-pool-1', '2026-10-13T10:16:30+09:00', 'deploy', 'tnt-f06 의 새 리비전을 올림'),
              ('npu-pool-2', '2026-10-13T11:30:00+09:00', 'restart', '창이 없는 시간대의 재시작');
            ANALYZE\
            """);
        return database;
      } catch (IOException | InputException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    private static void judge(Fixture fixture, Postgres database)
        throws IOException, InputException, InterruptedException {
      try (TemporaryFolder folder = TemporaryFolder.create("slowhour-test")) {
        Path input = folder.path().resolve("in");
        fixture.copyTo(input);
        new BatchRun(
                List.of(input.toString()),
                new Outputs(Optional.empty(), Optional.of(database.address()), false),
                JudgeSettings.defaults())
            .run(LocalCluster.environment(2, folder.path()), job -> {});
      }
    }
  }

  /** The one that all tests of the process share: for reading alone. */
  public static Postgres shared() {
    return Shared.TEMPLATE;
  }

  /** One of one's own, to change. */
  public static Postgres copy() {
    return Shared.TEMPLATE.copy("judged_copy_" + COPIES.incrementAndGet());
  }
}
