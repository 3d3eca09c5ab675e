package dev.slowhour.core.audit;

import dev.slowhour.core.data.Table;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A part of check 15: the evidence names no other tenant. A row of this window and a sentence of it
 * are its own whatever other tenants are called; anything else is searched for their names.
 */
final class EvidenceTenantsCheck implements RecountCheck {

  private final TenantNames names;

  EvidenceTenantsCheck(TenantNames names) {
    this.names = names;
  }

  @Override
  public void check(StatedWindow stated, RecountedWindow recounted, Findings findings) {
    Findings.Window out = findings.of(Check.SENTENCES, stated.label());
    int i = 0;
    for (Object element : stated.list(Field.EVIDENCE).orElse(List.of())) {
      String name = "evidence[" + i++ + "]";
      if (element instanceof Map<?, ?> parts) {
        if (parts.get("row") instanceof String row && !isOwnRow(row, recounted)) {
          search(name + ".row", row, recounted, out);
        }
        if (parts.get("filter") instanceof String filter && !isOwnSentence(filter, recounted)) {
          search(name + ".filter", filter, recounted, out);
        }
      }
    }
  }

  private void search(String item, String text, RecountedWindow recounted, Findings.Window out) {
    Optional<String> foreign = names.foreignIn(text, recounted.tenantId());
    foreign.ifPresent(name -> out.fail(item, text, "no other tenant, but it names " + name));
  }

  private static boolean isOwnRow(String row, RecountedWindow recounted) {
    Cells cells = new Cells(recounted);
    return Arrays.stream(Table.values())
        .anyMatch(table -> cells.find(table, row, table.columns().get(0)).isPresent());
  }

  private static boolean isOwnSentence(String filter, RecountedWindow recounted) {
    return Sentence.parse(filter).filter(new ProperSentences(recounted)::isProper).isPresent();
  }
}
