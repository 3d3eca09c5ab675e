package dev.slowhour.job.store;

import java.sql.Connection;
import java.sql.SQLException;

/** What is done in one transaction; done again as a whole when the connection is lost. */
@FunctionalInterface
interface SqlWork<T> {
  T in(Connection connection) throws SQLException, StoreException;
}
