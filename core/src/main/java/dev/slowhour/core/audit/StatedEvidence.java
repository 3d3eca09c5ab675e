package dev.slowhour.core.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The evidence list that a window states. */
record StatedEvidence(List<StatedItem> items) {

  /** Empty when it states no list. */
  static Optional<StatedEvidence> of(StatedWindow stated) {
    return stated
        .list(Field.EVIDENCE)
        .map(
            list -> {
              List<StatedItem> items = new ArrayList<>();
              for (Object element : list) {
                items.add(StatedItem.of(items.size(), element));
              }
              return new StatedEvidence(List.copyOf(items));
            });
  }

  /** The items without those that may be there or not. */
  List<StatedItem> required() {
    return items.stream().filter(item -> !item.isOptional()).toList();
  }

  /** Whether every item is one. */
  boolean isReadable() {
    return items.stream().allMatch(item -> item.item().isPresent());
  }

  /** Whether the items are of the kinds that a list must have, in its order. */
  boolean isInStepWith(List<EvidenceItem> expected) {
    return isReadable()
        && required().stream()
            .map(item -> item.item().orElseThrow().kind())
            .toList()
            .equals(expected.stream().map(EvidenceItem::kind).toList());
  }
}
