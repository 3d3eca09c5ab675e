package dev.slowhour.loadgen.fit;

import dev.slowhour.loadgen.engine.EngineConfig;
import dev.slowhour.loadgen.engine.Frontend;
import dev.slowhour.loadgen.engine.StepTime;
import java.util.Arrays;
import java.util.List;
import org.hipparchus.optim.InitialGuess;
import org.hipparchus.optim.MaxEval;
import org.hipparchus.optim.PointValuePair;
import org.hipparchus.optim.SimpleBounds;
import org.hipparchus.optim.SimpleValueChecker;
import org.hipparchus.optim.nonlinear.scalar.GoalType;
import org.hipparchus.optim.nonlinear.scalar.ObjectiveFunction;
import org.hipparchus.optim.nonlinear.scalar.noderiv.CMAESOptimizer;
import org.hipparchus.optim.nonlinear.scalar.noderiv.NelderMeadSimplex;
import org.hipparchus.optim.nonlinear.scalar.noderiv.SimplexOptimizer;
import org.hipparchus.random.Well19937c;

/**
 * Finds the coefficients with which the model comes closest to a recording.
 *
 * <p>How far it is off is the mean, over requests of two tokens or more, of {@code h(ln(model ÷
 * measured))} of their TTFT and {@code h(3 ln(model ÷ measured))} of their TPOT. {@code h} is
 * Huber's: a square up to 0.3 and straight beyond, so that a stall of the machine does not bend
 * everything. TPOT weighs more because each is a mean of many steps.
 *
 * <p>The model is jumpy in its coefficients: a request that comes a microsecond later joins the
 * next step. So no slopes are looked at. {@link FirstGuess} finds where to begin; CMA-ES, which
 * draws around a point and learns in which directions the valley runs, goes from there; the
 * Nelder-Mead simplex settles. Both work on logarithms, and what is drawn has a fixed seed.
 */
public final class CoefficientFit {

  private static final double HUBER = 0.3;
  private static final double TPOT_WEIGHT = 3;
  private static final int DRAWS_EACH_TIME = 12;
  private static final int MAX_DRAWS = 900;
  private static final int MAX_SETTLING = 300;
  private static final long SEED = 8;
  private static final double ENOUGH = 1e-6;

  /** How far around a point is looked at first, in logarithms. */
  private static final double SPREAD = 0.2;

  /** Coefficients are looked for within this distance of the first guess, in logarithms. */
  private static final double RANGE = Math.log(1_000);

  /** What a coefficient is at least, as a share of what it is usually: a logarithm of 0 is none. */
  private static final double[] LEAST = {1, 1e-3, 1e-3, 1e-6, 1e-6, 1e-3};

  /**
   * What was found.
   *
   * @param config the engine with its coefficients
   * @param loss how far it is off, 0 where it fits exactly
   * @param runs how often the recording was replayed
   */
  public record Result(EngineConfig config, double loss, int runs) {}

  /**
   * Requests that were sent from an instant up to another, in nanoseconds since the recording's
   * start. It is replayed by itself, from an empty engine.
   */
  public record Part(long fromNanos, long toNanos) {

    boolean holds(Recording.Request request) {
      return request.sentNanos() >= fromNanos && request.sentNanos() < toNanos;
    }
  }

  private final Replay replay;
  private final EngineConfig engine;
  private final List<Part> parts;
  private int runs;

  /**
   * @param engine whose limits hold; its step time and front end are looked for
   * @param parts of the recording that are fitted, not overlapping
   */
  public CoefficientFit(Replay replay, EngineConfig engine, List<Part> parts) {
    this.replay = replay;
    this.engine = engine;
    this.parts = List.copyOf(parts);
  }

  /** Looks for them; this takes about a thousand replays. */
  public Result run() {
    PointValuePair drawn = draw(logarithms(guess()));
    PointValuePair settled =
        new SimplexOptimizer(new SimpleValueChecker(-1, ENOUGH))
            .optimize(
                new MaxEval(MAX_SETTLING),
                new ObjectiveFunction(at -> loss(config(at))),
                GoalType.MINIMIZE,
                new InitialGuess(drawn.getPoint()),
                new NelderMeadSimplex(drawn.getPoint().length, SPREAD / 2));
    return new Result(config(settled.getPoint()), settled.getValue(), runs);
  }

  private PointValuePair draw(double[] from) {
    double[] spread = new double[from.length];
    Arrays.fill(spread, SPREAD);
    CMAESOptimizer optimizer =
        new CMAESOptimizer(
            MAX_DRAWS / DRAWS_EACH_TIME,
            0,
            true,
            0,
            0,
            new Well19937c(SEED),
            false,
            // Two rounds with the same best say nothing yet; it ends by its rounds.
            (round, before, after) -> false);
    return optimizer.optimize(
        new MaxEval(2 * MAX_DRAWS),
        new ObjectiveFunction(at -> loss(config(at))),
        GoalType.MINIMIZE,
        new InitialGuess(from),
        new SimpleBounds(
            Arrays.stream(from).map(log -> log - RANGE).toArray(),
            Arrays.stream(from).map(log -> log + RANGE).toArray()),
        new CMAESOptimizer.Sigma(spread),
        new CMAESOptimizer.PopulationSize(DRAWS_EACH_TIME));
  }

  private double[] guess() {
    List<Recording.Request> requests = replay.recording().requests();
    return FirstGuess.of(
        requests.stream().filter(r -> parts.stream().anyMatch(part -> part.holds(r))).toList());
  }

  private static double[] logarithms(double[] guess) {
    double[] logs = new double[guess.length];
    for (int i = 0; i < logs.length; i++) {
      logs[i] = Math.log(Math.max(guess[i], LEAST[i] * Math.max(1, guess[FirstGuess.BASE])));
    }
    return logs;
  }

  private boolean isFitted(Recording.Request request) {
    return request.outputTokens() >= 2
        && request.tpotMs() > 0
        && parts.stream().anyMatch(part -> part.holds(request));
  }

  /** How many requests are fitted. */
  public long fittedRequests() {
    return replay.recording().requests().stream().filter(this::isFitted).count();
  }

  private EngineConfig config(double[] logs) {
    StepTime step =
        new StepTime(
            Math.exp(logs[FirstGuess.BASE]),
            Math.exp(logs[FirstGuess.SEQUENCE]),
            Math.exp(logs[FirstGuess.PREFILL]),
            Math.exp(logs[FirstGuess.CONTEXT]),
            Math.exp(logs[FirstGuess.PAIR]));
    return new EngineConfig(
        engine.maxModelLen(),
        engine.maxNumSeqs(),
        engine.maxNumBatchedTokens(),
        engine.longPrefillTokenThreshold(),
        engine.blockSize(),
        engine.kvBlocks(),
        engine.prefixCaching(),
        engine.policy(),
        step,
        new Frontend(Math.exp(logs[FirstGuess.FRONTEND]), 0));
  }

  /** How far an engine is off in what is fitted. */
  double loss(EngineConfig config) {
    runs++;
    List<Recording.Request> requests = replay.recording().requests();
    double sum = 0;
    int count = 0;
    for (Part part : parts) {
      Replay.Prediction prediction = replay.run(config, part.fromNanos(), part.toNanos());
      for (int i = 0; i < requests.size(); i++) {
        Recording.Request request = requests.get(i);
        if (part.holds(request) && isFitted(request)) {
          sum += huber(Math.log(prediction.ttftMs(i) / request.ttftMs()));
          sum += huber(TPOT_WEIGHT * Math.log(prediction.tpotMs(i) / request.tpotMs()));
          count++;
        }
      }
    }
    return sum / count;
  }

  private static double huber(double value) {
    double size = Math.abs(value);
    return size <= HUBER ? size * size : 2 * HUBER * size - HUBER * HUBER;
  }
}
