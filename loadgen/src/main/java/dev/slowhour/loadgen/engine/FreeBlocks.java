package dev.slowhour.loadgen.engine;

/** Free blocks in the order in which they became free; any of them can be taken out. */
final class FreeBlocks {

  private final int[] next;
  private final int[] previous;

  /** Stands before the oldest and behind the newest. */
  private final int ends;

  private int size;

  /** All of so many blocks are free, in the order of their numbers. */
  FreeBlocks(int total) {
    next = new int[total + 1];
    previous = new int[total + 1];
    ends = total;
    next[ends] = ends;
    previous[ends] = ends;
    for (int block = 0; block < total; block++) {
      add(block);
    }
  }

  int size() {
    return size;
  }

  void add(int block) {
    int newest = previous[ends];
    next[newest] = block;
    previous[block] = newest;
    next[block] = ends;
    previous[ends] = block;
    size++;
  }

  void remove(int block) {
    next[previous[block]] = next[block];
    previous[next[block]] = previous[block];
    size--;
  }

  /** Takes the block that has been free for longest. */
  int removeOldest() {
    if (size == 0) {
      throw new IllegalStateException("no block is free");
    }
    int oldest = next[ends];
    remove(oldest);
    return oldest;
  }
}
