package dev.slowhour.loadgen.run;

import dev.slowhour.loadgen.client.MeasuredRequest;
import dev.slowhour.loadgen.client.RunClock;
import java.io.Closeable;
import java.io.IOException;

/** Where records of requests go. Used by one thread. */
public interface RecordSink extends Closeable {

  /** Takes a request that has ended. */
  void accept(MeasuredRequest request, RunClock clock) throws IOException;
}
