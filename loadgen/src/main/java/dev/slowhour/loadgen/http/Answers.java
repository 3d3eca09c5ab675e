package dev.slowhour.loadgen.http;

import io.vertx.core.http.HttpServerResponse;

/** Answers in one piece. */
final class Answers {

  private Answers() {}

  static void json(HttpServerResponse response, int status, String body) {
    response.setStatusCode(status).putHeader("content-type", "application/json").end(body);
  }

  static void error(HttpServerResponse response, ApiError error) {
    json(response, error.status(), error.json());
  }

  /** As the framework behind vLLM's server says it, whose errors are not OpenAI's. */
  static void detail(HttpServerResponse response, int status, String detail) {
    json(response, status, "{\"detail\":\"" + detail + "\"}");
  }
}
