package dev.slowhour.job.store;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** The store cannot do what was asked; the message says in one line why, without any secret. */
public final class StoreException extends IOException {

  private static final long serialVersionUID = 1L;

  StoreException(String message) {
    super(message);
  }

  StoreException(String message, Throwable cause) {
    super(message, cause);
  }

  static StoreException of(StoreAddress address, SQLException failure) {
    return new StoreException(
        "Postgres at "
            + address.display()
            + ": "
            + meaning(Optional.ofNullable(failure.getSQLState()).orElse(""))
            + text(failure),
        failure);
  }

  private static String meaning(String sqlState) {
    return switch (sqlState) {
      case "28000", "28P01" -> "the login was refused: ";
      case "25006" -> "it is read-only: ";
      case "42501" -> "the role may not do that: ";
      case "53100" -> "its disk is full: ";
      default -> sqlState.startsWith("08") ? "no connection: " : "";
    };
  }

  /** What the server says, without the statement and the row that it would add. */
  private static String text(SQLException failure) {
    ServerErrorMessage server =
        failure instanceof PSQLException ofServer ? ofServer.getServerErrorMessage() : null;
    String message =
        server != null && server.getMessage() != null ? server.getMessage() : failure.getMessage();
    return String.valueOf(message).strip().replaceAll("\\s+", " ");
  }
}
