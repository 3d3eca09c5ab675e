package dev.slowhour.job.store;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Elements that are handed to a store together. */
final class SimpleBatch<T> implements StoreSink.Batch<T> {

  /** Puts elements into a store. */
  @FunctionalInterface
  interface Putter<T> {

    /** Puts all or none. */
    void put(Collection<T> elements) throws StoreException;
  }

  private final Closeable store;
  private final Putter<T> putter;
  private final List<T> waiting = new ArrayList<>();

  SimpleBatch(Closeable store, Putter<T> putter) {
    this.store = store;
    this.putter = putter;
  }

  @Override
  public void add(T element) {
    waiting.add(element);
  }

  @Override
  public int size() {
    return waiting.size();
  }

  @Override
  public void write() throws StoreException {
    putter.put(waiting);
    waiting.clear();
  }

  @Override
  public void close() {
    try {
      store.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
