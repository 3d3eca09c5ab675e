package dev.slowhour.loadgen.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.QRDecomposition;
import org.hipparchus.linear.RealVector;

/**
 * Coefficients straight from a recording, without the model: while a request generates, a step
 * lasts its TPOT on average, and the recording tells how many others generated meanwhile, how much
 * they held and which prompts fell into it; its TTFT is the front end, one and a half steps and its
 * own prompt. That is a line for each of them, solved by least squares of relative errors. It holds
 * as long as hardly anybody waits in a queue.
 */
final class FirstGuess {

  static final int BASE = 0;
  static final int SEQUENCE = 1;
  static final int PREFILL = 2;
  static final int CONTEXT = 3;
  static final int PAIR = 4;
  static final int FRONTEND = 5;
  private static final int COEFFICIENTS = 6;

  /** A request waits for half a step that runs when it comes, and is in the next. */
  private static final double STEPS_TO_FIRST = 1.5;

  private static final double TPOT_WEIGHT = 3;
  private static final double HUBER = 0.3;
  private static final int REWEIGHTINGS = 6;

  private FirstGuess() {}

  /**
   * In microseconds, in the order of the constants; none below 0.
   *
   * @param requests of a part of a recording, in the order in which they were sent
   */
  static double[] of(List<Recording.Request> requests) {
    List<double[]> rows = new ArrayList<>();
    long longest = 0;
    for (Recording.Request request : requests) {
      longest = Math.max(longest, request.endNanos() - request.sentNanos());
    }
    for (int i = 0; i < requests.size(); i++) {
      Recording.Request request = requests.get(i);
      if (request.outputTokens() >= 2 && request.tpotMs() > 0) {
        Neighbours neighbours = Neighbours.of(requests, i, longest);
        rows.add(tpotRow(request, neighbours));
        rows.add(ttftRow(request, neighbours));
      }
    }
    return solve(rows);
  }

  /** Relative: what adds up to 1 where it fits. */
  private static double[] tpotRow(Recording.Request request, Neighbours meanwhile) {
    int gaps = request.outputTokens() - 1;
    double[] row = new double[COEFFICIENTS];
    row[BASE] = 1;
    row[SEQUENCE] = meanwhile.sequences();
    row[PREFILL] = meanwhile.prefillTokens() / gaps;
    row[CONTEXT] = meanwhile.contextTokens();
    row[PAIR] = meanwhile.prefillPairs() / gaps;
    return scaled(row, TPOT_WEIGHT / (request.tpotMs() * 1_000));
  }

  private static double[] ttftRow(Recording.Request request, Neighbours meanwhile) {
    double prompt = request.promptTokens();
    double[] row = new double[COEFFICIENTS];
    row[BASE] = STEPS_TO_FIRST;
    row[SEQUENCE] = STEPS_TO_FIRST * meanwhile.sequencesAtFirst();
    row[PREFILL] = prompt;
    row[CONTEXT] = STEPS_TO_FIRST * meanwhile.contextAtFirst();
    row[PAIR] = prompt * (prompt + 1) / 2;
    row[FRONTEND] = 1;
    return scaled(row, 1 / (request.ttftMs() * 1_000));
  }

  private static double[] scaled(double[] row, double factor) {
    return Arrays.stream(row).map(value -> value * factor).toArray();
  }

  private static double[] solve(List<double[]> rows) {
    boolean[] isZero = new boolean[COEFFICIENTS];
    double[] found = new double[COEFFICIENTS];
    double[] weights = new double[rows.size()];
    Arrays.fill(weights, 1);
    for (int i = 0; i < REWEIGHTINGS; i++) {
      found = leastSquares(rows, weights, isZero);
      for (int row = 0; row < weights.length; row++) {
        double target = target(row);
        double size = Math.abs(target - dot(rows.get(row), found));
        weights[row] = size <= HUBER ? 1 : Math.sqrt(HUBER / size);
      }
    }
    return found;
  }

  private static double target(int row) {
    return row % 2 == 0 ? TPOT_WEIGHT : 1;
  }

  private static double dot(double[] row, double[] factors) {
    double sum = 0;
    for (int i = 0; i < row.length; i++) {
      sum += row[i] * factors[i];
    }
    return sum;
  }

  /** What would come out below 0 is 0, and the others are found without it. */
  private static double[] leastSquares(List<double[]> rows, double[] weights, boolean[] isZero) {
    while (true) {
      int[] columns = IntStream.range(0, COEFFICIENTS).filter(c -> !isZero[c]).toArray();
      double[][] matrix = new double[rows.size()][columns.length];
      double[] right = new double[rows.size()];
      double[] scale = new double[columns.length];
      for (int c = 0; c < columns.length; c++) {
        for (double[] row : rows) {
          scale[c] = Math.max(scale[c], Math.abs(row[columns[c]]));
        }
      }
      for (int r = 0; r < matrix.length; r++) {
        right[r] = weights[r] * target(r);
        for (int c = 0; c < columns.length; c++) {
          matrix[r][c] = weights[r] * rows.get(r)[columns[c]] / scale[c];
        }
      }
      RealVector solved =
          new QRDecomposition(new Array2DRowRealMatrix(matrix, false), 1e-12)
              .getSolver()
              .solve(new ArrayRealVector(right, false));
      double[] found = new double[COEFFICIENTS];
      int worst = -1;
      for (int c = 0; c < columns.length; c++) {
        found[columns[c]] = solved.getEntry(c) / scale[c];
        if (solved.getEntry(c) < 0 && (worst < 0 || found[columns[c]] < found[worst])) {
          worst = columns[c];
        }
      }
      if (worst < 0) {
        return found;
      }
      isZero[worst] = true;
    }
  }
}
