package dev.slowhour.loadgen.run;

import java.util.SplittableRandom;

/**
 * Prompts of a wanted length without a tokenizer: short English words, each about one token of any
 * byte-pair vocabulary and exactly one of our own engine. What the server counted stands in usage.
 */
final class PromptWords {

  private static final String[] WORDS = {
    "the",
    "time",
    "people",
    "way",
    "water",
    "day",
    "part",
    "sound",
    "work",
    "place",
    "year",
    "back",
    "thing",
    "name",
    "line",
    "house",
    "point",
    "page",
    "letter",
    "answer",
    "study",
    "world",
    "food",
    "country",
    "plant",
    "school",
    "father",
    "tree",
    "city",
    "earth",
    "eye",
    "light",
    "story",
    "life",
    "night",
    "sea",
    "river",
    "car",
    "side",
    "feet",
    "book",
    "idea",
    "mountain",
    "wood",
    "fire",
    "problem",
    "ship",
    "area",
    "half",
    "rock",
    "order",
    "fact",
    "street",
    "inch",
    "nothing",
    "course",
    "wheel",
    "force",
    "island",
    "machine",
    "note",
    "plan",
    "star",
    "box"
  };

  private PromptWords() {}

  /**
   * The words of a request: those of its shared spans first, then its own.
   *
   * @param ownSeed what its own words are drawn by
   */
  static String text(OfferedRequest request, long ownSeed) {
    long tokens = request.plan().inputTokens();
    StringBuilder text = new StringBuilder((int) Math.min(1 << 20, tokens * 6));
    long written = 0;
    for (long span : request.prefixSpans()) {
      long length = Math.min(request.tokensPerSpan(), tokens - written);
      append(text, length, span);
      written += length;
    }
    append(text, tokens - written, ownSeed);
    return text.toString();
  }

  private static void append(StringBuilder text, long words, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (long i = 0; i < words; i++) {
      if (!text.isEmpty()) {
        text.append(' ');
      }
      text.append(WORDS[random.nextInt(WORDS.length)]);
    }
  }
}
