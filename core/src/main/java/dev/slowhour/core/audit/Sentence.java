package dev.slowhour.core.audit;

import java.util.List;
import java.util.Optional;

/**
 * A {@code filter}: its form, and what it fills into it, as written.
 *
 * @param values ids, numbers and times in the order of the form's template
 */
record Sentence(SentenceForm form, List<String> values) {

  /** The sentence that a text is; empty when the grammar has none like it. */
  static Optional<Sentence> parse(String text) {
    for (SentenceForm form : SentenceForm.values()) {
      Optional<List<String>> values = form.read(text);
      if (values.isPresent()) {
        return Optional.of(new Sentence(form, values.get()));
      }
    }
    return Optional.empty();
  }

  String text() {
    return form.write(values);
  }

  /** The number that is the {@code index}-th value. */
  long number(int index) {
    return Long.parseLong(values.get(index).replace(",", ""));
  }
}
