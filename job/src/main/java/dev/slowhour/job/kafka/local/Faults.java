package dev.slowhour.job.kafka.local;

import java.util.concurrent.CompletableFuture;
import kafka.server.FaultHandlerFactory;
import org.apache.kafka.server.fault.FaultHandler;
import org.apache.kafka.server.fault.FaultHandlerException;

/**
 * What goes wrong inside the node. Kafka's own handlers end the process at a fatal fault; here a
 * test or a larger command may be around it.
 */
final class Faults implements FaultHandlerFactory {

  private final CompletableFuture<Throwable> fatal = new CompletableFuture<>();

  @Override
  public FaultHandler build(String name, boolean isFatal, Runnable action) {
    return (message, cause) -> {
      FaultHandlerException fault = new FaultHandlerException(name + ": " + message, cause);
      if (isFatal) {
        fatal.complete(fault);
      }
      action.run();
      return fault;
    };
  }

  /** Completed with the first fatal fault. */
  CompletableFuture<Throwable> fatal() {
    return fatal;
  }
}
