package dev.slowhour.job.store;

import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.WindowState;
import dev.slowhour.core.time.ReportZone;
import dev.slowhour.job.workflow.WithdrawnWindow;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Writes windows while they come to be, many in one transaction, each with its minutes, evidence
 * and notes. Writers may be several, and windows may come in any order: a row gives way only to one
 * of at least the same rank, and never once it is final. For one thread.
 */
public final class WindowStore implements Closeable {

  /** What became of a window. */
  public enum Outcome {
    /** It is stored. */
    STORED,
    /** The stored row is of a higher rank, or final and the same: it stays. */
    LEFT_ALONE,
    /** The stored row is final and this one, final too, differs: the stored one stays. */
    REFUSED,
    /** This writer has stored the very same before: nothing was sent. */
    UNCHANGED
  }

  /**
   * A window, and what became of it.
   *
   * @param window the window
   * @param outcome what became of it
   * @param isNewState whether it is stored and the first of its state that this writer stored of
   *     the window, as far as it remembers
   * @param rows how many rows were written, of all tables of windows
   */
  public record Put(JudgedWindow window, Outcome outcome, boolean isNewState, int rows) {}

  /** What was stored of a window that is not final. */
  private record Remembered(WindowWrites.Before stored, WindowState state) {}

  /** How many windows are remembered: about 25 MB. */
  private static final int MOST_REMEMBERED = 10_000;

  private static final Comparator<JudgedWindow> RANK =
      Comparator.<JudgedWindow, WindowState>comparing(judged -> judged.progress().state())
          .thenComparing(JudgedWindow::revision);

  private final StoreSession session;
  private final long runId;
  private final ReportZone zone;
  private final Set<String> syntheticPools;
  private final WindowUpsert.Guard guard;
  private final Map<WindowKey, Remembered> remembered =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<WindowKey, Remembered> eldest) {
          return size() > MOST_REMEMBERED;
        }
      };

  /**
   * A writer.
   *
   * @param guard which stored rows give way; tests put another in place of the real one
   */
  WindowStore(
      StoreSession session,
      long runId,
      ReportZone zone,
      Set<String> syntheticPools,
      WindowUpsert.Guard guard) {
    this.session = session;
    this.runId = runId;
    this.zone = zone;
    this.syntheticPools = Set.copyOf(syntheticPools);
    this.guard = guard;
  }

  /**
   * A writer.
   *
   * @param runId of a streaming run
   * @param zone on whose clock sentences tell the time
   * @param syntheticPools pools whose logs and metrics are made up
   * @param patience for how long it tries again when the store is gone
   * @throws StoreException when the store cannot be reached
   */
  public static WindowStore open(
      StoreAddress address,
      long runId,
      ReportZone zone,
      Set<String> syntheticPools,
      Patience patience)
      throws StoreException {
    return new WindowStore(
        StreamRun.session(address, runId, patience),
        runId,
        zone,
        syntheticPools,
        WindowUpsert.Guard.RANK_AND_NOT_FINAL);
  }

  /** Whether the first window, once stored, gives way to the second: it is of no higher rank. */
  static boolean givesWay(JudgedWindow first, JudgedWindow second) {
    return RANK.compare(first, second) <= 0;
  }

  /**
   * Stores windows, or leaves those that are stored, all in one transaction. Of several judgings of
   * one window only the one of the highest rank is looked at, of equal ones the last. When the
   * connection is lost this is done again; storing twice comes out the same.
   *
   * @return what became of each that was looked at
   * @throws StoreException when that cannot be done; then none is stored
   */
  public List<Put> put(Collection<JudgedWindow> windows) throws StoreException {
    Map<WindowKey, JudgedWindow> highest = new TreeMap<>();
    for (JudgedWindow judged : windows) {
      highest.merge(
          WindowKey.of(judged),
          judged,
          (first, second) -> givesWay(first, second) ? second : first);
    }
    List<Put> outcomes = new ArrayList<>(highest.size());
    List<RenderedWindow> changed = new ArrayList<>();
    for (JudgedWindow judged : highest.values()) {
      RenderedWindow rendered = new RenderedWindow(new StoredWindow(judged, zone, syntheticPools));
      if (stored(rendered.key())
          .filter(before -> before.fingerprint().equals(rendered.fingerprint()))
          .isPresent()) {
        outcomes.add(new Put(judged, Outcome.UNCHANGED, false, 0));
      } else {
        changed.add(rendered);
      }
    }
    if (!changed.isEmpty()) {
      putChanged(changed, outcomes);
    }
    return outcomes;
  }

  private Optional<WindowWrites.Before> stored(WindowKey key) {
    return Optional.ofNullable(remembered.get(key)).map(Remembered::stored);
  }

  private void putChanged(List<RenderedWindow> changed, List<Put> outcomes) throws StoreException {
    Set<WindowKey> refused = new HashSet<>();
    Map<WindowKey, WindowWrites.Written> written =
        session.inTransaction(
            connection -> {
              Map<WindowKey, WindowWrites.Written> taken =
                  WindowWrites.put(connection, changed, this::stored, runId, guard);
              List<RenderedWindow> finalsLeft =
                  changed.stream()
                      .filter(window -> window.state() == WindowState.FINAL)
                      .filter(window -> !taken.containsKey(window.key()))
                      .toList();
              refused.clear();
              if (!finalsLeft.isEmpty()) {
                refused.addAll(WindowWrites.differing(connection, finalsLeft));
              }
              return taken;
            });
    for (RenderedWindow window : changed) {
      WindowWrites.Written its = written.get(window.key());
      if (its == null) {
        // Of what is stored nothing is known.
        remembered.remove(window.key());
        outcomes.add(
            new Put(
                window.judged(),
                refused.contains(window.key()) ? Outcome.REFUSED : Outcome.LEFT_ALONE,
                false,
                0));
      } else {
        boolean isNewState = remember(window, its.writing());
        outcomes.add(new Put(window.judged(), Outcome.STORED, isNewState, its.rows()));
      }
    }
  }

  /** Whether its state is another than before. What is final is not written again. */
  private boolean remember(RenderedWindow window, long writing) {
    Remembered before =
        window.state() == WindowState.FINAL
            ? remembered.remove(window.key())
            : remembered.put(
                window.key(),
                new Remembered(
                    new WindowWrites.Before(writing, window.fingerprint()), window.state()));
    return before == null || before.state() != window.state();
  }

  /** Stores one window: {@link #put(Collection)}. */
  public Outcome put(JudgedWindow judged) throws StoreException {
    return put(List.of(judged)).get(0).outcome();
  }

  /**
   * Deletes windows, with all that belongs to them, that are stored and not final.
   *
   * @return how many were deleted
   * @throws StoreException when that cannot be done; then none is
   */
  public int withdraw(Collection<WithdrawnWindow> windows) throws StoreException {
    Set<WindowKey> keys = new TreeSet<>();
    windows.forEach(window -> keys.add(WindowKey.of(window)));
    if (keys.isEmpty()) {
      return 0;
    }
    remembered.keySet().removeAll(keys);
    return session.inTransaction(connection -> WindowWrites.withdraw(connection, keys));
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
