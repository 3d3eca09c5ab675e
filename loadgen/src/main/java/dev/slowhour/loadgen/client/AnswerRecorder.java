package dev.slowhour.loadgen.client;

import dev.slowhour.loadgen.client.MeasuredRequest.Times;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Turns what happens on the wire of one request into its {@link MeasuredRequest}. Every call tells
 * the time at which it happened; the recorder has no clock and no socket. What comes after the
 * request has ended changes nothing. Not for several threads.
 */
final class AnswerRecorder {

  private static final String DONE = "[DONE]";
  private static final int MAX_BODY_BYTES = 1 << 16;

  private final PlannedRequest plan;
  private final long sent;
  private final SseDecoder decoder = new SseDecoder(new StreamListener());
  private final ByteArrayOutputStream body = new ByteArrayOutputStream(0);

  private long now;
  private long connected = Times.NEVER;
  private long head = Times.NEVER;
  private long first = Times.NEVER;
  private long last = Times.NEVER;
  private long lastEvent = Times.NEVER;
  private Integer statusOrNull;
  private String retryAfterOrNull;
  private String contentType = "";
  private boolean isStream;
  private long chunks;
  private long emptyChunks;
  private boolean isFinished;
  private Usage usageOrNull;
  private ServerError errorOrNull;
  private MeasuredRequest resultOrNull;

  AnswerRecorder(PlannedRequest plan, long sentNanos) {
    this.plan = plan;
    this.sent = sentNanos;
  }

  /** The request has its connection. */
  void connected(long nanos) {
    connected = nanos;
  }

  /** Status and headers have come; what lacks is empty. */
  void head(int status, Optional<String> type, Optional<String> retryAfter, long nanos) {
    head = nanos;
    statusOrNull = status;
    contentType = type.orElse("");
    retryAfterOrNull = retryAfter.orElse(null);
    isStream =
        status == 200 && contentType.toLowerCase(Locale.ROOT).startsWith("text/event-stream");
  }

  /** Some bytes of the body have come. */
  void bytes(byte[] bytes, long nanos) {
    now = nanos;
    if (resultOrNull != null) {
      return;
    }
    if (!isStream) {
      body.write(bytes, 0, Math.min(bytes.length, MAX_BODY_BYTES - body.size()));
      return;
    }
    try {
      decoder.feed(bytes);
    } catch (ProtocolException e) {
      fail(Outcome.ERROR, e.getMessage());
    }
  }

  /** The body has come to its proper end. */
  void end(long nanos) {
    now = nanos;
    if (resultOrNull != null) {
      return;
    }
    if (isStream) {
      endStream(false);
    } else {
      endBody();
    }
  }

  /** The connection could not be made or broke. */
  void lost(String detail, long nanos) {
    now = nanos;
    if (resultOrNull == null) {
      // A server that has told its error and then hangs up has told its error.
      if (errorOrNull != null) {
        endStream(false);
      } else {
        fail(Outcome.ERROR, detail);
      }
    }
  }

  /** A limit has passed. */
  void cut(String detail, long nanos) {
    now = nanos;
    if (resultOrNull == null) {
      fail(Outcome.TIMEOUT, detail);
    }
  }

  /** This client gives up on the request. */
  void cancel(long nanos) {
    now = nanos;
    if (resultOrNull == null) {
      fail(Outcome.CANCELLED, "the run was ended");
    }
  }

  /** The request as it ended; empty as long as it has not. */
  Optional<MeasuredRequest> result() {
    return Optional.ofNullable(resultOrNull);
  }

  /** Whether a token has come. */
  boolean hasToken() {
    return first != Times.NEVER;
  }

  /** When the next limit passes, if nothing happens until then. */
  long deadline(Limits limits) {
    Duration next = hasToken() ? limits.idle() : limits.firstToken();
    long from = hasToken() ? lastEvent : sent;
    return Math.min(from + next.toNanos(), sent + limits.total().toNanos());
  }

  /** Ends the request when a limit has passed by then. */
  void cutIfPast(Limits limits, long nanos) {
    if (nanos < deadline(limits)) {
      return;
    }
    if (nanos - sent >= limits.total().toNanos()) {
      cut(Limit.TOTAL.detail(limits.total()), nanos);
    } else if (hasToken()) {
      cut(Limit.IDLE.detail(limits.idle()), nanos);
    } else {
      cut(Limit.FIRST_TOKEN.detail(limits.firstToken()), nanos);
    }
  }

  /** Whether the request had to be ended since it got no connection in time. */
  boolean cutIfUnconnected(Limits limits, long nanos) {
    if (connected != Times.NEVER || nanos - sent < limits.connect().toNanos()) {
      return false;
    }
    cut("no connection within " + limits.connect().toMillis() + " ms", nanos);
    return true;
  }

  private void event(String data) {
    if (resultOrNull != null) {
      return;
    }
    lastEvent = now;
    if (data.equals(DONE)) {
      endStream(true);
      return;
    }
    try {
      chunk(Chunk.read(data));
    } catch (ProtocolException e) {
      fail(Outcome.ERROR, e.getMessage());
    }
  }

  private void chunk(Chunk chunk) {
    if (chunk.carriesToken()) {
      first = hasToken() ? first : now;
      last = now;
      chunks++;
      emptyChunks += chunk.hasText() ? 0 : 1;
    }
    isFinished |= chunk.isFinish();
    // Early chunks of some servers say null; the last word counts.
    usageOrNull = chunk.usage().orElse(usageOrNull);
    errorOrNull = chunk.error().orElse(errorOrNull);
  }

  private void endStream(boolean isDone) {
    if (errorOrNull != null) {
      OptionalInt code = errorOrNull.code();
      // Behind a 200 the code of the event is the only word on what went wrong.
      statusOrNull = code.isPresent() ? Integer.valueOf(code.getAsInt()) : statusOrNull;
      Outcome outcome =
          code.isPresent() && !hasToken() ? Outcome.ofStatus(code.getAsInt()) : Outcome.ERROR;
      fail(outcome, errorOrNull.message());
    } else if (!hasToken()) {
      fail(Outcome.ERROR, "the stream ended without a token");
    } else if (!isDone && !isFinished) {
      fail(Outcome.ERROR, "the stream ended without a finish reason and without " + DONE);
    } else {
      answered(isDone);
    }
  }

  private void endBody() {
    ServerError error = ServerError.ofBody(body.toString(StandardCharsets.UTF_8));
    if (statusOrNull != 200) {
      fail(Outcome.ofStatus(statusOrNull), error.message());
    } else if (error.code().isPresent()) {
      statusOrNull = error.code().getAsInt();
      fail(Outcome.ofStatus(statusOrNull), error.message());
    } else {
      String type = contentType.isEmpty() ? "no content type" : contentType;
      fail(Outcome.ERROR, "not an event stream but " + type + ": " + error.message());
    }
  }

  private void answered(boolean isDone) {
    boolean hasUsage =
        usageOrNull != null && usageOrNull.promptTokens() > 0 && usageOrNull.completionTokens() > 0;
    long outputTokens = hasUsage ? usageOrNull.completionTokens() : chunks;
    Set<Flag> flags = EnumSet.noneOf(Flag.class);
    addIf(!hasUsage, Flag.USAGE_MISSING, flags);
    addIf(chunks < outputTokens, Flag.TOKENS_BATCHED, flags);
    addIf(chunks == 1 && outputTokens > 1, Flag.TPOT_UNMEASURED, flags);
    addIf(!isDone, Flag.DONE_MISSING, flags);
    addIf(!isFinished, Flag.FINISH_REASON_MISSING, flags);
    long inputTokens = hasUsage ? usageOrNull.promptTokens() : plan.inputTokens();
    result(Outcome.ANSWERED, "", inputTokens, outputTokens, flags);
  }

  private static void addIf(boolean isSo, Flag flag, Set<Flag> flags) {
    if (isSo) {
      flags.add(flag);
    }
  }

  private void fail(Outcome outcome, String detail) {
    result(outcome, Excerpt.of(detail), plan.inputTokens(), chunks, EnumSet.noneOf(Flag.class));
  }

  private void result(
      Outcome outcome, String detail, long inputTokens, long outputTokens, Set<Flag> flags) {
    resultOrNull =
        new MeasuredRequest(
            plan,
            outcome,
            detail,
            statusOrNull,
            retryAfterOrNull,
            new Times(sent, connected, head, first, last, now),
            inputTokens,
            outputTokens,
            chunks,
            emptyChunks,
            Collections.unmodifiableSet(flags));
  }

  private final class StreamListener implements SseDecoder.Listener {
    @Override
    public void onEvent(String data) {
      event(data);
    }

    @Override
    public void onComment() {
      // A keep-alive is no token and no sign that the engine works.
    }
  }
}
