package dev.slowhour.job.cli;

import dev.slowhour.job.store.StoreAddress;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Grafana's file for a datasource, for one organisation. The password stays in its file. */
final class DatasourceText {

  private static final Pattern LOOPBACK =
      Pattern.compile("(localhost|127\\.[0-9.]+|\\[::1\\]):\\d+");

  private DatasourceText() {}

  static String of(
      String who, StoreAddress address, String role, Path passwordFile, int organisation) {
    return """
    # Postgres as %s sees it. A file for Grafana's provisioning/datasources/.
    apiVersion: 1
    datasources:
      - name: Slowhour Postgres
        orgId: %d
        uid: slowhour-postgres
        type: postgres
        access: proxy
        url: %s
        user: %s
        jsonData:
          database: %s
          sslmode: %s
          postgresVersion: 1500
          timescaledb: false
          maxOpenConns: 10
          maxIdleConns: 2
          connMaxLifetime: 14400
          timeInterval: 1m
        secureJsonData:
          password: %s
        editable: false
    """
        .formatted(
            who,
            organisation,
            quoted(address.hostAndPort()),
            role,
            quoted(address.database()),
            sslMode(address),
            "$__file{" + passwordFile.toAbsolutePath().normalize() + "}");
  }

  /** Grafana knows no mode that asks for TLS and does without when it is refused. */
  static String sslMode(StoreAddress address) {
    boolean isLocal = LOOPBACK.matcher(address.hostAndPort()).matches();
    return address
        .sslMode()
        .filter(mode -> !mode.equals("prefer") && !mode.equals("allow"))
        .orElse(isLocal ? "disable" : "require");
  }

  /** A scalar of YAML whose dollars Grafana leaves alone. */
  private static String quoted(String text) {
    return "'" + text.replace("'", "''").replace("$", "$$") + "'";
  }
}
