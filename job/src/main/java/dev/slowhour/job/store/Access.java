package dev.slowhour.job.store;

import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.postgresql.PGConnection;

/**
 * Makes and takes away the roles that Grafana logs in with. What a role sees follows from its row
 * in {@code access_roles}; its name is random, for names of roles are readable by all roles.
 */
public final class Access {

  /** Bounds that hold unless a session lifts them; rights are what it cannot lift. */
  private static final List<String> SETTINGS =
      List.of(
          "default_transaction_read_only = on",
          "statement_timeout = '15s'",
          "idle_in_transaction_session_timeout = '60s'");

  private static final int MAX_CONNECTIONS = 20;
  private static final int RANDOM_BYTES = 8;

  private Access() {}

  /**
   * Makes the grantee's role, or takes the one that there is, and gives it that password.
   *
   * @return the name of the role
   * @throws StoreException when the tenant is not known to the store, or it cannot be done
   */
  public static String grant(StoreAddress address, Grantee grantee, String password)
      throws StoreException {
    try (StoreSession session = StoreSession.open(address)) {
      Schema.check(address, session);
      return session.inTransaction(
          connection -> {
            lock(connection);
            Optional<String> existing = roleOf(connection, grantee);
            if (existing.isEmpty()) {
              requireKnown(connection, grantee);
            }
            String role = existing.isEmpty() ? create(connection, grantee) : existing.get();
            // Hashed here: the password is in no statement, so in no log of the server.
            connection
                .unwrap(PGConnection.class)
                .alterUserPassword(role, password.toCharArray(), "scram-sha-256");
            return role;
          });
    }
  }

  /**
   * Takes the grantee's role away. Sessions that are logged in with it see nothing from then on.
   *
   * @return the name that it had; empty when there was none
   * @throws StoreException when it cannot be done
   */
  public static Optional<String> revoke(StoreAddress address, Grantee grantee)
      throws StoreException {
    try (StoreSession session = StoreSession.open(address)) {
      Schema.check(address, session);
      return session.inTransaction(
          connection -> {
            lock(connection);
            Optional<String> role = roleOf(connection, grantee);
            if (role.isPresent()) {
              try (PreparedStatement delete =
                  connection.prepareStatement(
                      "DELETE FROM slowhour.access_roles WHERE role_name = ?::name")) {
                delete.setString(1, role.get());
                delete.executeUpdate();
              }
              execute(connection, "DROP ROLE IF EXISTS " + role.get());
            }
            return role;
          });
    }
  }

  /** Two that grant at once take turns; readers go on. */
  private static void lock(Connection connection) throws SQLException {
    execute(connection, "LOCK TABLE slowhour.access_roles IN SHARE ROW EXCLUSIVE MODE");
  }

  private static Optional<String> roleOf(Connection connection, Grantee grantee)
      throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(
            "SELECT a.role_name FROM slowhour.access_roles a JOIN pg_roles r"
                + " ON r.rolname = a.role_name WHERE a.kind = ?"
                + " AND a.tenant_id IS NOT DISTINCT FROM ?::text ORDER BY a.granted_at LIMIT 1")) {
      query.setString(1, grantee.kind().text());
      query.setString(2, grantee.tenant().orElse(null));
      try (ResultSet found = query.executeQuery()) {
        return found.next() ? Optional.of(found.getString(1)) : Optional.empty();
      }
    }
  }

  private static void requireKnown(Connection connection, Grantee grantee)
      throws SQLException, StoreException {
    if (grantee.tenant().isEmpty()) {
      return;
    }
    try (PreparedStatement query =
        connection.prepareStatement(
            "SELECT EXISTS (SELECT FROM slowhour.contracts WHERE tenant_id = ?)")) {
      query.setString(1, grantee.tenant().get());
      try (ResultSet found = query.executeQuery()) {
        found.next();
        if (!found.getBoolean(1)) {
          throw new StoreException(
              "tenant: "
                  + grantee.tenant().get()
                  + " (expected: a tenant with a contract in the store; judge its logs first)");
        }
      }
    }
  }

  private static String create(Connection connection, Grantee grantee) throws SQLException {
    byte[] random = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(random);
    String role = grantee.kind().group() + "_" + HexFormat.of().formatHex(random);
    execute(
        connection,
        "CREATE ROLE "
            + role
            + " LOGIN CONNECTION LIMIT "
            + MAX_CONNECTIONS
            + " IN ROLE "
            + grantee.kind().group());
    for (String setting : SETTINGS) {
      execute(connection, "ALTER ROLE " + role + " SET " + setting);
    }
    // A restored dump has the rows and not the roles: the new role takes the place of the lost one.
    try (PreparedStatement delete =
        connection.prepareStatement(
            "DELETE FROM slowhour.access_roles a WHERE kind = ?"
                + " AND tenant_id IS NOT DISTINCT FROM ?::text"
                + " AND NOT EXISTS (SELECT FROM pg_roles r WHERE r.rolname = a.role_name)")) {
      delete.setString(1, grantee.kind().text());
      delete.setString(2, grantee.tenant().orElse(null));
      delete.executeUpdate();
    }
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO slowhour.access_roles (role_name, kind, tenant_id)"
                + " VALUES (?::name, ?, ?)")) {
      insert.setString(1, role);
      insert.setString(2, grantee.kind().text());
      insert.setString(3, grantee.tenant().orElse(null));
      insert.executeUpdate();
    }
    return role;
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
