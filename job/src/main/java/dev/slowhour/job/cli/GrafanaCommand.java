package dev.slowhour.job.cli;

import dev.slowhour.core.read.CommandFailure;
import dev.slowhour.core.read.InputException;
import dev.slowhour.job.store.Access;
import dev.slowhour.job.store.Grantee;
import dev.slowhour.job.store.StoreAddress;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    name = "grafana",
    header = "Start a Grafana of this machine with the dashboards, on the store.",
    description = {
      "",
      "Takes the Grafana in GRAFANA_HOME, or grafana or grafana-server on the PATH, or Docker; 9.4"
          + " to 13. It listens on loopback, sees the store as operations do, and runs until this"
          + " is stopped.",
      "",
      "SLOWHOUR_ALERT_WEBHOOK is where alerts are sent; unset, they are only shown.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:Grafana was stopped",
      "1:a fault of slowhour",
      "2:there is no Grafana here, it ended by itself, or the store cannot be reached"
    },
    sortOptions = false)
final class GrafanaCommand implements Callable<Integer> {

  /** Nobody listens there: alerts go nowhere. Without any address Grafana would not start. */
  private static final String NO_WEBHOOK = "http://127.0.0.1:9/no-webhook-is-set";

  /** A container keeps these to itself. */
  private static final Set<String> OWN_FOLDERS =
      Set.of("GF_PATHS_DATA", "GF_PATHS_LOGS", "GF_PATHS_PLUGINS");

  private final Path home;
  private final Map<String, String> processEnvironment;

  @Spec private CommandSpec spec;

  @Mixin private JdbcOptions jdbc;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "3000",
      description = "Port on loopback (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--prometheus",
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:9090",
      description =
          "Prometheus with the engines' and the job's metrics (default: ${DEFAULT-VALUE}).")
  private String prometheus;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "grafana-data",
      description =
          "Folder for Grafana's own database, its log and the passwords (default:"
              + " ${DEFAULT-VALUE}).")
  private Path data;

  GrafanaCommand(Path home, Map<String, String> processEnvironment) {
    this.home = home;
    this.processEnvironment = processEnvironment;
  }

  @Override
  public Integer call() throws InputException, IOException, InterruptedException {
    StoreAddress address = jdbc.requiredAddress();
    Optional<GrafanaProgram> found = GrafanaProgram.find(processEnvironment);
    if (found.isEmpty()) {
      PrintWriter err = spec.commandLine().getErr();
      err.println(
          "slowhour: no Grafana here (expected: GRAFANA_HOME, or grafana, grafana-server or docker"
              + " on the PATH)");
      err.println(
          "slowhour: unpack one of 9.4 to 13 from grafana.com/grafana/download and set GRAFANA_HOME"
              + " to its folder, or install Docker");
      return CommandFailure.CANNOT_BE_DONE;
    }
    Files.createDirectories(data);
    Path log = data.resolve("grafana.log").toAbsolutePath();
    Process grafana = start(found.get(), environment(address), log);
    Runtime.getRuntime().addShutdownHook(new Thread(grafana::destroy, "stop Grafana"));
    String url = "http://127.0.0.1:" + port;
    if (waitUntilItAnswers(grafana, url)) {
      PrintWriter out = spec.commandLine().getOut();
      out.println(url + "/d/slowhour-day  log in as admin; the password is in");
      out.println(data.resolve("admin-password").toAbsolutePath());
      out.println("Ctrl-C stops it; its log: " + log);
      out.flush();
      grafana.waitFor();
      return 0;
    }
    throw new IOException("Grafana ended with code " + grafana.exitValue() + "; see " + log);
  }

  private Process start(GrafanaProgram program, Map<String, String> environment, Path log)
      throws IOException {
    List<String> command = new ArrayList<>(program.command());
    if (program.isDocker()) {
      command.addAll(List.of("--network", "host"));
      // By name alone: values, and with them passwords, stay off the command line.
      environment.keySet().stream()
          .filter(name -> !OWN_FOLDERS.contains(name))
          .forEach(name -> command.addAll(List.of("-e", name)));
      Path grafana = home.resolve("grafana").toAbsolutePath().normalize();
      command.addAll(List.of("-v", grafana + ":" + grafana + ":ro", GrafanaProgram.IMAGE));
    }
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().putAll(environment);
    return builder.start();
  }

  private Map<String, String> environment(StoreAddress address) throws InputException, IOException {
    Path grafana = home.resolve("grafana").toAbsolutePath().normalize();
    String password = RolePassword.in(data.resolve("role-password"));
    Map<String, String> environment = new TreeMap<>();
    environment.put("SLOWHOUR_PG", address.hostAndPort());
    environment.put("SLOWHOUR_PG_DATABASE", address.database());
    environment.put("SLOWHOUR_PG_SSLMODE", DatasourceText.sslMode(address));
    environment.put("SLOWHOUR_PG_USER", Access.grant(address, Grantee.operations(), password));
    environment.put("SLOWHOUR_PG_PASSWORD", password);
    environment.put("SLOWHOUR_PROMETHEUS", prometheus);
    environment.put(
        "SLOWHOUR_ALERT_WEBHOOK",
        processEnvironment.getOrDefault("SLOWHOUR_ALERT_WEBHOOK", NO_WEBHOOK));
    environment.put("SLOWHOUR_DASHBOARDS", grafana.resolve("dashboards").toString());
    environment.put("GF_PATHS_PROVISIONING", grafana.resolve("provisioning").toString());
    environment.put("GF_PATHS_DATA", data.toAbsolutePath().normalize().toString());
    environment.put("GF_PATHS_LOGS", data.resolve("log").toAbsolutePath().normalize().toString());
    environment.put(
        "GF_PATHS_PLUGINS", data.resolve("plugins").toAbsolutePath().normalize().toString());
    environment.put("GF_SERVER_HTTP_ADDR", "127.0.0.1");
    environment.put("GF_SERVER_HTTP_PORT", String.valueOf(port));
    environment.put(
        "GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH",
        grafana.resolve("dashboards/shared/slowhour-day.json").toString());
    environment.put("GF_SECURITY_ADMIN_PASSWORD", RolePassword.in(data.resolve("admin-password")));
    environment.put("GF_DATE_FORMATS_DEFAULT_TIMEZONE", "Asia/Seoul");
    environment.put("GF_DATAPROXY_ROW_LIMIT", "50000");
    environment.put("GF_AUTH_ANONYMOUS_ENABLED", "false");
    environment.put("GF_USERS_ALLOW_SIGN_UP", "false");
    environment.put("GF_ANALYTICS_REPORTING_ENABLED", "false");
    environment.put("GF_ANALYTICS_CHECK_FOR_UPDATES", "false");
    environment.put("GF_ANALYTICS_CHECK_FOR_PLUGIN_UPDATES", "false");
    return environment;
  }

  /** False when the process ended before it answered. */
  private static boolean waitUntilItAnswers(Process grafana, String url)
      throws InterruptedException {
    while (!grafana.waitFor(500, TimeUnit.MILLISECONDS)) {
      if (answers(url + "/api/health")) {
        return true;
      }
    }
    return false;
  }

  private static boolean answers(String url) {
    try {
      HttpURLConnection connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
      connection.setConnectTimeout(1000);
      connection.setReadTimeout(1000);
      return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
    } catch (IOException e) {
      // Not yet.
      return false;
    }
  }
}
