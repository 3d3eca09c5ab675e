package dev.slowhour.loadgen.traffic;

import dev.slowhour.loadgen.engine.Prefix;
import dev.slowhour.loadgen.scenario.Lengths;
import dev.slowhour.loadgen.scenario.SharedPrefix;
import dev.slowhour.loadgen.scenario.Source;

/** Draws what an endpoint asks for. */
final class Drafts {

  private final Lengths input;
  private final Lengths output;
  private final SharedPrefix prefixOrNull;
  private final long owner;
  private final Dice dice;

  /**
   * @param owner tells the beginnings of one endpoint's prompts from those of others
   */
  Drafts(Source source, long owner, Dice dice) {
    this.input = source.inputTokens().orElseThrow();
    this.output = source.outputTokens().orElseThrow();
    this.prefixOrNull = source.prefixOrNull();
    this.owner = owner;
    this.dice = dice;
  }

  Draft draw() {
    int prompt = dice.draw(input);
    int answer = dice.draw(output);
    if (prefixOrNull == null) {
      return new Draft(prompt, answer, Prefix.NONE);
    }
    long variant = owner * 1_000_003 + dice.below(prefixOrNull.variants());
    return new Draft(prompt, answer, new Prefix(new long[] {variant}, prefixOrNull.tokens()));
  }
}
