package dev.slowhour.core.audit;

import dev.slowhour.core.data.Contract;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The ids and names of all tenants, and which text names one that it must not name. */
final class TenantNames {

  private final Map<String, Set<String>> namesOfTenant = new HashMap<>();
  private final Map<Integer, Set<String>> namesByFirstCodePoint = new HashMap<>();

  void add(String tenantId) {
    namesOfTenant.computeIfAbsent(tenantId, id -> new HashSet<>(Set.of(id)));
    index(tenantId);
  }

  void add(Contract contract) {
    add(contract.tenantId());
    namesOfTenant.get(contract.tenantId()).add(contract.tenantName());
    index(contract.tenantName());
  }

  private void index(String name) {
    namesByFirstCodePoint.computeIfAbsent(name.codePointAt(0), c -> new HashSet<>()).add(name);
  }

  /**
   * A name in the text that is another tenant's and not also that tenant's: it stands there with no
   * letter, digit, {@code -} or {@code _} on either side.
   */
  Optional<String> foreignIn(String text, String tenantId) {
    Set<String> own = namesOfTenant.getOrDefault(tenantId, Set.of(tenantId));
    int[] positions = positions(text);
    for (int from : positions) {
      if (from > 0 && isWordPart(text.codePointBefore(from))) {
        continue;
      }
      for (String name : namesByFirstCodePoint.getOrDefault(text.codePointAt(from), Set.of())) {
        int to = from + name.length();
        if (text.startsWith(name, from)
            && (to == text.length() || !isWordPart(text.codePointAt(to)))
            && !own.contains(name)) {
          return Optional.of(name);
        }
      }
    }
    return Optional.empty();
  }

  private static int[] positions(String text) {
    int[] positions = new int[text.codePointCount(0, text.length())];
    int at = 0;
    for (int i = 0; i < positions.length; i++) {
      positions[i] = at;
      at += Character.charCount(text.codePointAt(at));
    }
    return positions;
  }

  private static boolean isWordPart(int codePoint) {
    return Character.isLetterOrDigit(codePoint) || codePoint == '-' || codePoint == '_';
  }
}
