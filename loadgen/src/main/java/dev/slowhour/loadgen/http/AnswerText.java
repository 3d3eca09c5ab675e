package dev.slowhour.loadgen.http;

/** The words of answers: a fixed list, begun at a place that hangs on the request's id. */
final class AnswerText {

  private static final String[] WORDS = {
    " the",
    " queue",
    " was",
    " long",
    " and",
    " each",
    " token",
    " had",
    " to",
    " wait",
    " its",
    " turn",
    " while",
    " another",
    " tenant",
    " sent",
    " more",
    " than",
    " it",
    " had",
    " said"
  };

  private AnswerText() {}

  /** The text of a token, from 1; it needs no escape in JSON. */
  static String token(String id, int number) {
    return WORDS[Math.floorMod(id.hashCode() + number, WORDS.length)];
  }

  /** The texts of some tokens, both ends included. */
  static String tokens(String id, int first, int last) {
    StringBuilder text = new StringBuilder();
    for (int number = first; number <= last; number++) {
      text.append(token(id, number));
    }
    return text.toString();
  }
}
