package dev.slowhour.job.store;

import dev.slowhour.core.evidence.EvidenceItem;
import dev.slowhour.core.evidence.EvidenceList;
import dev.slowhour.core.evidence.Notes;
import dev.slowhour.core.judge.EndpointWindow;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.PoolLook;
import dev.slowhour.core.judge.Verdict;
import dev.slowhour.core.time.ReportZone;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A judged window on its way into the store.
 *
 * @param judged the window
 * @param zone on whose clock its sentences tell the time
 * @param syntheticPools pools whose logs and metrics are made up
 */
record StoredWindow(JudgedWindow judged, ReportZone zone, Set<String> syntheticPools) {

  EndpointWindow window() {
    return judged.window();
  }

  /** The pool's figures, which rows show of an isolation failure alone. */
  Optional<PoolLook> shownLook() {
    return judged.poolLook().filter(look -> window().verdict() == Verdict.ISOLATION_FAILURE);
  }

  /** Its first minutes, so many. */
  List<Minute> minutes(int count) {
    return IntStream.range(0, count).mapToObj(index -> new Minute(this, index)).toList();
  }

  /** Its evidence, in order. */
  List<Evidence> evidence() {
    List<EvidenceItem> items = EvidenceList.of(judged, zone);
    return IntStream.range(0, items.size())
        .mapToObj(index -> new Evidence(this, index + 1, items.get(index)))
        .toList();
  }

  /** Its notes, in order. */
  List<Note> notes() {
    List<String> notes = Notes.of(judged, zone, syntheticPools);
    return IntStream.range(0, notes.size())
        .mapToObj(index -> new Note(this, index + 1, notes.get(index)))
        .toList();
  }

  /**
   * One of its minutes.
   *
   * @param index 0 to 59
   */
  record Minute(StoredWindow of, int index) {

    EndpointWindow window() {
      return of.window();
    }
  }

  /**
   * One item of its evidence.
   *
   * @param position from 1
   */
  record Evidence(StoredWindow of, int position, EvidenceItem item) {}

  /**
   * One of its notes.
   *
   * @param position from 1
   */
  record Note(StoredWindow of, int position, String text) {}
}
