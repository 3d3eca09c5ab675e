package dev.slowhour.loadgen.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** An error as vLLM answers it: {@code {"error": {"message", "type", "param", "code"}}}. */
final class ApiError extends Exception {

  private static final long serialVersionUID = 1L;

  private final int status;
  private final String type;
  private final String paramOrNull;

  private ApiError(int status, String type, String paramOrNull, String message) {
    super(message, null, false, false);
    this.status = status;
    this.type = type;
    this.paramOrNull = paramOrNull;
  }

  /** 400: a parameter's value cannot be. */
  static ApiError badParameter(String parameter, String value, String message) {
    return new ApiError(
        400,
        "BadRequestError",
        parameter,
        message + " (parameter=" + parameter + ", value=" + value + ")");
  }

  /** 400: the body is no JSON, or lacks what it needs. */
  static ApiError invalid(String param, String message) {
    return new ApiError(400, "Bad Request", param, message);
  }

  /** 404: there is no such model. */
  static ApiError noSuchModel(String asked, String served) {
    String message = "The model `" + asked + "` does not exist. Valid aliases: " + served + ".";
    return new ApiError(404, "NotFoundError", "model", message);
  }

  /** 503: as many requests wait or run as may. */
  static ApiError busy() {
    return new ApiError(
        503,
        "Service Unavailable",
        null,
        "The engine is currently busy and cannot accept new requests. Please try again later or on"
            + " a different instance.");
  }

  /** 500: the engine process is dead, while the server still answers. */
  static ApiError dead() {
    return new ApiError(
        500,
        "InternalServerError",
        null,
        "EngineCore encountered an issue. See stack trace (above) for the root cause.");
  }

  int status() {
    return status;
  }

  /** The body, or the data of an event. */
  String json() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.putObject("error")
        .put("message", getMessage())
        .put("type", type)
        .put("param", paramOrNull)
        .put("code", status);
    return root.toString();
  }
}
