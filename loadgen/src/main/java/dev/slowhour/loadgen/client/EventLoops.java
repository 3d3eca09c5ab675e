package dev.slowhour.loadgen.client;

import io.vertx.core.Context;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The threads of a run's network: some event loops, each with a context to send on. */
public final class EventLoops implements AutoCloseable {

  /** Logs each request that this client gives up; every record tells that already. */
  private static final Logger LOG_OF_REQUESTS =
      Logger.getLogger("io.vertx.core.http.impl.HttpClientRequestImpl");

  private final Vertx vertx;
  private final List<Context> contexts;

  private EventLoops(Vertx vertx, List<Context> contexts) {
    this.vertx = vertx;
    this.contexts = contexts;
  }

  /** Starts so many event loops, ≥ 1. */
  public static EventLoops start(int count) {
    LOG_OF_REQUESTS.setLevel(Level.OFF);
    FileSystemOptions noFiles =
        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false);
    Vertx vertx =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(count)
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(1)
                .setFileSystemOptions(noFiles));
    List<Context> contexts = Collections.synchronizedList(new ArrayList<>());
    vertx
        .deployVerticle(() -> new Announced(contexts), new DeploymentOptions().setInstances(count))
        .toCompletionStage()
        .toCompletableFuture()
        .join();
    return new EventLoops(vertx, List.copyOf(contexts));
  }

  /** What they belong to. */
  public Vertx vertx() {
    return vertx;
  }

  /** One context for each. */
  public List<Context> contexts() {
    return contexts;
  }

  /** Ends them and waits until they have ended. */
  @Override
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  /** Of each instance Vert.x chooses another event loop. */
  private static final class Announced extends VerticleBase {
    private final List<Context> contexts;

    private Announced(List<Context> contexts) {
      this.contexts = contexts;
    }

    @Override
    public Future<?> start() {
      contexts.add(context);
      return Future.succeededFuture();
    }
  }
}
