package dev.slowhour.job.store;

import dev.slowhour.core.data.EndpointId;
import java.io.Closeable;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Keeps the stored contracts as a streaming job knows them. For one thread. */
public final class ContractStore implements Closeable {

  /** What a version is stored under. */
  private record Key(EndpointId endpoint, String validFrom) {

    static final Comparator<Key> ORDER =
        Comparator.comparing(Key::endpoint).thenComparing(Key::validFrom);

    static Key of(ContractChange change) {
      return new Key(change.endpoint(), ContractRows.validFrom(change.validFrom()));
    }
  }

  private final StoreSession session;
  private final long runId;

  ContractStore(StoreSession session, long runId) {
    this.session = session;
    this.runId = runId;
  }

  /**
   * A writer.
   *
   * @param runId of a streaming run
   * @param patience for how long it tries again when the store is gone
   * @throws StoreException when the store cannot be reached
   */
  public static ContractStore open(StoreAddress address, long runId, Patience patience)
      throws StoreException {
    return new ContractStore(StreamRun.session(address, runId, patience), runId);
  }

  /**
   * Stores changes, all in one transaction: of each version the last.
   *
   * @throws StoreException when that cannot be done; then none is stored
   */
  public void put(Collection<ContractChange> changes) throws StoreException {
    Map<Key, ContractChange> last = new TreeMap<>(Key.ORDER);
    changes.forEach(change -> last.put(Key.of(change), change));
    if (last.isEmpty()) {
      return;
    }
    List<ContractChange> removed =
        last.values().stream().filter(change -> change.contract().isEmpty()).toList();
    session.inTransaction(
        connection -> {
          ContractRows.upsertChanged(
              connection,
              last.values().stream().flatMap(change -> change.contract().stream()).toList(),
              runId);
          ContractRows.delete(connection, removed);
          return null;
        });
  }

  /** How often a transaction was tried again. May be asked by any thread. */
  long retries() {
    return session.retries();
  }

  @Override
  public void close() {
    session.close();
  }
}
