package dev.slowhour.loadgen.scenario;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.Pool;
import dev.slowhour.core.read.InputException;
import dev.slowhour.loadgen.engine.EngineConfig;
import dev.slowhour.loadgen.engine.Frontend;
import dev.slowhour.loadgen.engine.SchedulingPolicy;
import dev.slowhour.loadgen.engine.StepTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Reads pools, endpoints and what they send. */
final class PlanReader {

  private static final int VLLM_BLOCK_SIZE = 16;

  private final Path folder;

  PlanReader(Path folder) {
    this.folder = folder;
  }

  PoolPlan pool(YamlNode node) throws InputException {
    String accelPool = id(node.get("accel_pool"));
    String title = node.find("title").map(YamlNode::text).orElse(accelPool);
    return new PoolPlan(
        new Pool(accelPool, title, node.flag("synthetic")), engine(node.get("engine")));
  }

  private static EngineConfig engine(YamlNode node) throws InputException {
    YamlNode step = node.get("step_time");
    try {
      return new EngineConfig(
          node.integer("max_model_len"),
          node.integer("max_num_seqs"),
          node.integer("max_num_batched_tokens"),
          node.integer("long_prefill_token_threshold", 0),
          node.integer("block_size", VLLM_BLOCK_SIZE),
          node.integer("kv_blocks"),
          node.flag("prefix_caching"),
          node.find("scheduling_policy").map(YamlNode::text).orElse("fcfs").equals("fcfs")
              ? SchedulingPolicy.FCFS
              : SchedulingPolicy.PRIORITY,
          new StepTime(
              step.number("base_us"),
              step.number("per_sequence_us", 0),
              step.number("per_prefill_token_us", 0),
              step.number("per_context_token_us", 0),
              step.number("per_attention_pair_us", 0)),
          frontend(node));
    } catch (IllegalArgumentException e) {
      throw node.fault(e.getMessage());
    }
  }

  private static Frontend frontend(YamlNode engine) {
    return engine
        .find("frontend")
        .map(f -> new Frontend(f.number("per_request_us", 0), f.number("per_prompt_token_us", 0)))
        .orElse(new Frontend(0, 0));
  }

  EndpointPlan endpoint(YamlNode node, List<PoolPlan> pools) throws InputException {
    YamlNode agreed = node.get("contract");
    Contract contract =
        new Contract(
            id(node.get("tenant_id")),
            node.text("tenant_name"),
            id(node.get("endpoint_id")),
            node.text("model"),
            agreed.longInteger("ttft_slo_ms"),
            agreed.longInteger("tpot_slo_ms"),
            agreed.longInteger("max_concurrency"),
            agreed.longInteger("max_input_tokens"),
            null);
    String pool = node.text("pool");
    PoolPlan served =
        pools.stream()
            .filter(plan -> plan.pool().accelPool().equals(pool))
            .findFirst()
            .orElseThrow(() -> node.get("pool").fault(pool + " (expected: one of the pools)"));
    Source usual =
        source(node, arrivals(node.get("arrivals")), new Source(null, null, null, null), served);
    return new EndpointPlan(contract, pool, node.integer("priority", 0), usual);
  }

  /** Ids go into file names of rows and sentences: {@code data.md} says what they may hold. */
  private static String id(YamlNode node) throws InputException {
    String id = node.text();
    int length = id.codePointCount(0, id.length());
    boolean isId =
        length >= 1
            && length <= 200
            && id.equals(id.strip())
            && !id.contains("·")
            && !id.contains("/")
            && id.codePoints().noneMatch(Character::isISOControl);
    if (!isId) {
      throw node.fault(
          "no id (expected: 1 to 200 characters, no /, no ·, no control characters, no spaces at"
              + " either end)");
    }
    return id;
  }

  /**
   * What a node's fields say is sent.
   *
   * @param usual what holds for lengths and prefix where the node does not say
   */
  Source source(YamlNode node, Arrivals arrivals, Source usual, PoolPlan pool)
      throws InputException {
    boolean isTrace = arrivals instanceof Arrivals.Trace;
    Lengths input = lengths(node, "input_tokens", usual.inputTokensOrNull(), isTrace);
    Lengths output = lengths(node, "output_tokens", usual.outputTokensOrNull(), isTrace);
    SharedPrefix prefix = usual.prefixOrNull();
    if (node.find("shared_prefix").isPresent()) {
      YamlNode shared = node.get("shared_prefix");
      prefix = new SharedPrefix(shared.integer("tokens"), shared.integer("variants", 1));
    }
    int limit = pool.engine().maxModelLen();
    if (!isTrace && (long) input.longest() + output.longest() > limit) {
      throw node.fault(
          "up to "
              + input.longest()
              + " input and "
              + output.longest()
              + " output tokens (expected: together at most the engine's max_model_len, "
              + limit
              + ")");
    }
    return new Source(arrivals, input, output, isTrace ? null : prefix);
  }

  private static Lengths lengths(YamlNode node, String name, Lengths usualOrNull, boolean isTrace)
      throws InputException {
    if (isTrace) {
      if (node.find(name).isPresent()) {
        throw node.get(name).fault("beside a trace (expected: nothing, for the trace says it)");
      }
      return null;
    }
    if (node.find(name).isPresent()) {
      return lengths(node.get(name));
    }
    if (usualOrNull == null) {
      throw node.fault(name + " is missing (expected: a distribution, for there is no trace)");
    }
    return usualOrNull;
  }

  private static Lengths lengths(YamlNode node) throws InputException {
    String distribution = node.text("distribution");
    if (distribution.equals("fixed")) {
      return new Lengths.Fixed(node.integer("value"));
    }
    int min = node.integer("min", 1);
    int max = node.integer("max");
    if (min > max) {
      throw node.fault("min " + min + ", max " + max + " (expected: min at most max)");
    }
    return switch (distribution) {
      case "uniform" -> new Lengths.Uniform(min, max);
      case "lognormal" ->
          new Lengths.LogNormal(node.number("median"), node.number("sigma"), min, max);
      default -> new Lengths.Exponential(node.number("mean"), min, max);
    };
  }

  Arrivals arrivals(YamlNode node) throws InputException {
    return switch (node.text("process")) {
      case "poisson" -> new Arrivals.Poisson(node.number("rate_per_s"));
      case "gamma" -> new Arrivals.Gamma(node.number("rate_per_s"), node.number("cv"));
      case "fixed" -> fixed(node);
      case "workers" ->
          new Arrivals.Workers(node.integer("workers"), node.duration("think", Duration.ZERO));
      default -> trace(node);
    };
  }

  private static Arrivals fixed(YamlNode node) throws InputException {
    Duration every = node.get("every").duration();
    if (every.isZero()) {
      throw node.get("every").fault("0 (expected: more than nothing)");
    }
    return new Arrivals.Fixed(every, node.integer("at_once", 1));
  }

  private Arrivals trace(YamlNode node) throws InputException {
    int parts = node.integer("parts", 1);
    int part = node.integer("part", 0);
    if (part >= parts) {
      throw node.fault("part " + part + " of " + parts + " (expected: 0 to " + (parts - 1) + ")");
    }
    Arrivals.TraceFormat format =
        switch (node.text("format")) {
          case "azure" -> Arrivals.TraceFormat.AZURE;
          case "mooncake" -> Arrivals.TraceFormat.MOONCAKE;
          default -> Arrivals.TraceFormat.BURSTGPT;
        };
    return new Arrivals.Trace(
        format,
        folder.resolve(node.text("path")),
        node.number("speed", 1),
        parts,
        part,
        node.flag("repeat"));
  }
}
