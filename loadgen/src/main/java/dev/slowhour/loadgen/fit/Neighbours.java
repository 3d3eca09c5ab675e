package dev.slowhour.loadgen.fit;

import java.util.List;

/**
 * What went on beside a request, itself included.
 *
 * @param sequences how many generated while it did, on average
 * @param contextTokens how many tokens those held, on average
 * @param prefillTokens tokens of prompts that were computed while it generated
 * @param prefillPairs pairs of a token of such a prompt and one before it
 * @param sequencesAtFirst how many generated when its first token came
 * @param contextAtFirst how many tokens those held
 */
record Neighbours(
    double sequences,
    double contextTokens,
    double prefillTokens,
    double prefillPairs,
    double sequencesAtFirst,
    double contextAtFirst) {

  /**
   * @param requests in the order in which they were sent
   * @param longestNanos that any of them took
   */
  static Neighbours of(List<Recording.Request> requests, int index, long longestNanos) {
    Recording.Request own = requests.get(index);
    double first = first(own);
    double last = last(own);
    double length = Math.max(1, last - first);
    double sequences = 0;
    double context = 0;
    double prefill = 0;
    double pairs = 0;
    double atFirst = 1;
    double contextAtFirst = 0;
    int start = index;
    while (start > 0 && requests.get(start - 1).sentNanos() > own.sentNanos() - longestNanos) {
      start--;
    }
    for (int i = start; i < requests.size() && requests.get(i).sentNanos() < last; i++) {
      Recording.Request other = requests.get(i);
      double otherFirst = first(other);
      double otherLast = last(other);
      double from = Math.max(first, otherFirst);
      double to = Math.min(last, otherLast);
      if (to > from) {
        sequences += (to - from) / length;
        context += held(other, (from + to) / 2) * (to - from) / length;
      }
      if (i != index && otherFirst > first && otherFirst <= last) {
        prefill += other.promptTokens();
        pairs += other.promptTokens() * (other.promptTokens() + 1.0) / 2;
      }
      if (i != index && otherFirst <= first && otherLast > first) {
        atFirst++;
        contextAtFirst += held(other, first);
      }
    }
    return new Neighbours(sequences, context, prefill, pairs, atFirst, contextAtFirst);
  }

  private static double first(Recording.Request request) {
    return request.sentNanos() + request.ttftMs() * 1e6;
  }

  private static double last(Recording.Request request) {
    return first(request) + request.tpotMs() * (request.outputTokens() - 1) * 1e6;
  }

  /** Tokens that a generating request holds at an instant: one more with each step. */
  private static double held(Recording.Request request, double nanos) {
    double share = (nanos - first(request)) / Math.max(1, last(request) - first(request));
    return request.promptTokens() + share * (request.outputTokens() - 1);
  }
}
