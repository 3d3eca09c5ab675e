package dev.slowhour.loadgen.cli;

import dev.slowhour.core.read.InputException;
import dev.slowhour.loadgen.client.Limits;
import dev.slowhour.loadgen.client.Target;
import dev.slowhour.loadgen.run.Api;
import dev.slowhour.loadgen.run.TenantHeaders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** What is sent to, and how. */
final class TargetOptions {

  @Option(
      names = "--target",
      paramLabel = "URL",
      required = true,
      description = "An OpenAI-compatible engine or gateway, such as http://127.0.0.1:8000.")
  private String url;

  @Option(
      names = "--api",
      paramLabel = "API",
      defaultValue = "chat",
      description = "chat or completions (default: ${DEFAULT-VALUE}).")
  private String api;

  @Option(
      names = "--openai-only",
      description = "Send no field that OpenAI does not know, such as ignore_eos.")
  private boolean isOpenAiOnly;

  @Option(
      names = "--api-key-file",
      paramLabel = "FILE",
      description = "File with a key, sent as a bearer token.")
  private Path keyFile;

  @Option(
      names = "--header",
      paramLabel = "NAME=VALUE",
      description = "A further header of every request; may be given again.")
  private Map<String, String> headers = new LinkedHashMap<>();

  @Option(
      names = "--tenant-keys",
      paramLabel = "FILE",
      description = "JSON object of tenant ids and keys, sent as bearer tokens.")
  private Path tenantKeys;

  @Option(
      names = "--tenant-header",
      paramLabel = "NAME",
      defaultValue = "",
      description = "Header that carries the tenant's id.")
  private String tenantHeader;

  @Option(
      names = "--connect-timeout",
      paramLabel = "S",
      defaultValue = "10",
      description = "Seconds until a connection is there (default: ${DEFAULT-VALUE}).")
  private double connect;

  @Option(
      names = "--first-token-timeout",
      paramLabel = "S",
      defaultValue = "120",
      description = "Seconds until the first token (default: ${DEFAULT-VALUE}).")
  private double firstToken;

  @Option(
      names = "--idle-timeout",
      paramLabel = "S",
      defaultValue = "30",
      description = "Seconds between two events of a stream (default: ${DEFAULT-VALUE}).")
  private double idle;

  @Option(
      names = "--total-timeout",
      paramLabel = "S",
      defaultValue = "600",
      description = "Seconds until the end (default: ${DEFAULT-VALUE}).")
  private double total;

  Target target() throws InputException {
    try {
      return Target.parse(url);
    } catch (IllegalArgumentException e) {
      throw new InputException("--target: " + e.getMessage());
    }
  }

  Api api() throws InputException {
    return switch (api) {
      case "chat" -> Api.CHAT;
      case "completions" -> Api.COMPLETIONS;
      default -> throw new InputException("--api: " + api + " (expected: chat or completions)");
    };
  }

  boolean isOpenAiOnly() {
    return isOpenAiOnly;
  }

  Map<String, String> headers() throws IOException {
    Map<String, String> all = new LinkedHashMap<>(headers);
    if (keyFile != null) {
      all.put("authorization", "Bearer " + Files.readString(keyFile).strip());
    }
    return all;
  }

  TenantHeaders tenantHeaders() throws IOException, InputException {
    Map<String, String> keys = tenantKeys == null ? Map.of() : TenantHeaders.readKeys(tenantKeys);
    return new TenantHeaders(headers(), keys, tenantHeader);
  }

  Limits limits() throws InputException {
    try {
      return new Limits(seconds(connect), seconds(firstToken), seconds(idle), seconds(total));
    } catch (IllegalArgumentException e) {
      throw new InputException(e.getMessage());
    }
  }

  private static Duration seconds(double seconds) {
    return Duration.ofMillis(Math.round(seconds * 1_000));
  }
}
