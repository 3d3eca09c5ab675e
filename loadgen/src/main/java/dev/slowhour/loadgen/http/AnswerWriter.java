package dev.slowhour.loadgen.http;

import io.vertx.core.Context;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;

/** Writes one answer, in one piece or as an event stream, on the context of its connection. */
final class AnswerWriter implements EngineLoop.Listener {

  private static final String EVENT_STREAM = "text/event-stream; charset=utf-8";
  private static final String DONE = "data: [DONE]\n\n";
  private static final long NO_TIMER = -1;

  private final Context context;
  private final HttpServerResponse response;
  private final Call call;
  private final AnswerJson json;
  private final int streamInterval;

  private int written;
  private long keepAliveTimer = NO_TIMER;

  AnswerWriter(Context context, HttpServerResponse response, Call call, EngineServerConfig config) {
    this.context = context;
    this.response = response;
    this.call = call;
    this.json = new AnswerJson(call, config.model());
    this.streamInterval = config.streamInterval();
  }

  /** Sends the head of a stream: at once, for it says nothing about the first token. */
  void begin(Duration keepAlive) {
    if (!call.isStream()) {
      return;
    }
    response.setChunked(true).putHeader("content-type", EVENT_STREAM);
    response.writeHead();
    if (!keepAlive.isZero()) {
      keepAliveTimer =
          context
              .owner()
              .setPeriodic(keepAlive.toMillis(), fired -> response.write(": keep-alive\n\n"));
    }
  }

  @Override
  public void onToken(int number) {
    context.runOnContext(run -> token(number));
  }

  @Override
  public void onDead() {
    context.runOnContext(run -> dead());
  }

  private void token(int number) {
    stopKeepAlive();
    boolean isLast = number == call.request().outputTokens();
    if (response.closed() || response.ended()) {
      return;
    }
    if (!call.isStream()) {
      if (isLast) {
        response.putHeader("content-type", "application/json").end(json.whole());
      }
      return;
    }
    // The first token goes alone, whatever the interval is.
    if (number != 1 && !isLast && (number - 1) % streamInterval != 0) {
      return;
    }
    String role = call.isChat() && number == 1 ? json.role() : "";
    response.write(role + json.tokens(written + 1, number));
    written = number;
    if (isLast) {
      response.end((call.includeUsage() ? json.usage() : "") + DONE);
    }
  }

  private void dead() {
    stopKeepAlive();
    if (response.closed() || response.ended()) {
      return;
    }
    ApiError error = ApiError.dead();
    if (call.isStream()) {
      response.end("data: " + error.json() + "\n\n" + DONE);
    } else {
      Answers.error(response, error);
    }
  }

  /** The connection is gone. */
  void stopKeepAlive() {
    if (keepAliveTimer != NO_TIMER) {
      context.owner().cancelTimer(keepAliveTimer);
      keepAliveTimer = NO_TIMER;
    }
  }
}
