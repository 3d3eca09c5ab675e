package dev.slowhour.loadgen.http;

import dev.slowhour.loadgen.engine.Counters;
import dev.slowhour.loadgen.engine.EngineConfig;
import dev.slowhour.loadgen.engine.EngineEvent;
import dev.slowhour.loadgen.engine.Gauges;
import dev.slowhour.loadgen.engine.RequestTimes;
import io.prometheus.client.Collector;
import io.prometheus.client.Counter;
import io.prometheus.client.Gauge;
import io.prometheus.client.Histogram;
import java.util.ArrayList;
import java.util.List;

/**
 * vLLM's own metrics. When each is counted follows what was recorded from a real one: the time to
 * the first token when it comes, times of a whole request when it finishes, nothing at all of one
 * that was cancelled or refused but the refusal.
 *
 * <p>Written by the engine's thread and read by any.
 */
final class EngineMetrics {

  private static final double[] TTFT = {
    0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20, 40,
    80, 160, 640, 2560
  };
  private static final double[] TOKEN_LATENCY = {
    0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20, 40, 80
  };
  private static final double[] REQUEST_LATENCY = {
    0.3, 0.5, 0.8, 1, 1.5, 2, 2.5, 5, 10, 15, 20, 30, 40, 50, 60, 120, 240, 480, 960, 1920, 7680
  };
  private static final double[] ITERATION_TOKENS = {
    1, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384
  };
  private static final double[] PARAMETER_N = {1, 2, 5, 10, 20};
  private static final double[] PREEMPTIONS = {1, 2, 3, 4, 5, 10, 20};

  private final Families families;
  private final Gauge.Child running;
  private final Gauge.Child waiting;
  private final Gauge.Child waitingForCapacity;
  private final Gauge.Child kvUsage;
  private final Counter.Child prefixQueries;
  private final Counter.Child prefixHits;
  private final Counter.Child preemptions;
  private final Counter.Child promptTokens;
  private final Counter.Child computedTokens;
  private final Counter.Child cachedTokens;
  private final Counter.Child cachedPromptTokens;
  private final Counter.Child deviceCachedTokens;
  private final Counter.Child generationTokens;
  private final Counter finished;
  private final Counter.Child rejected;
  private final Histogram.Child requestPromptTokens;
  private final Histogram.Child requestGenerationTokens;
  private final Histogram.Child iterationTokens;
  private final Histogram.Child maxGenerationTokens;
  private final Histogram.Child parameterN;
  private final Histogram.Child parameterMaxTokens;
  private final Histogram.Child timeToFirstToken;
  private final Histogram.Child interTokenLatency;
  private final Histogram.Child timePerOutputToken;
  private final Histogram.Child endToEnd;
  private final Histogram.Child queueTime;
  private final Histogram.Child inferenceTime;
  private final Histogram.Child prefillTime;
  private final Histogram.Child decodeTime;
  private final Histogram.Child requestPreemptions;
  private final Histogram.Child prefillComputedTokens;

  private Counters last = new Counters(0, 0, 0, 0, 0, 0, 0, 0, 0);

  EngineMetrics(EngineConfig engine, String model, MetricNames names) {
    Families f = new Families(model, names);
    this.families = f;
    double[] tokens = oneTwoFive(engine.maxModelLen());
    f.counter("vllm:estimated_flops_per_gpu", "Not estimated by this engine: 0.");
    f.counter("vllm:estimated_read_bytes_per_gpu", "Not estimated by this engine: 0.");
    f.counter("vllm:estimated_write_bytes_per_gpu", "Not estimated by this engine: 0.");
    running = f.gauge("vllm:num_requests_running", "Requests that run.");
    waiting = f.gauge("vllm:num_requests_waiting", "Requests that wait, preempted ones too.");
    Gauge byReason =
        f.gaugeBy("vllm:num_requests_waiting_by_reason", "Requests that wait, by why.", "reason");
    waitingForCapacity = f.child(byReason, "capacity");
    f.child(byReason, "deferred");
    Gauge sleep = f.gaugeBy("vllm:engine_sleep_state", "Whether the engine sleeps.", "sleep_state");
    f.child(sleep, "awake").set(1);
    f.child(sleep, "weights_offloaded");
    f.child(sleep, "discard_all");
    kvUsage = f.gauge("vllm:kv_cache_usage_perc", "Share of KV blocks in use, 0 to 1.");
    prefixQueries = f.counter("vllm:prefix_cache_queries", "Tokens looked up in the cache.");
    prefixHits = f.counter("vllm:prefix_cache_hits", "Tokens found in the cache.");
    f.counter("vllm:external_prefix_cache_queries", "No external cache here: 0.");
    f.counter("vllm:external_prefix_cache_hits", "No external cache here: 0.");
    f.counter("vllm:mm_cache_queries", "No images here: 0.");
    f.counter("vllm:mm_cache_hits", "No images here: 0.");
    preemptions = f.counter("vllm:num_preemptions", "Times a request lost its KV blocks.");
    promptTokens = f.counter("vllm:prompt_tokens", "Prompt tokens of requests with a first token.");
    Counter bySource =
        f.counterBy("vllm:prompt_tokens_by_source", "Prompt tokens, by whence.", "source");
    computedTokens = f.child(bySource, "local_compute");
    cachedTokens = f.child(bySource, "local_cache_hit");
    f.child(bySource, "external_kv_transfer");
    cachedPromptTokens = f.counter("vllm:prompt_tokens_cached", "Prompt tokens from the cache.");
    Counter byTier =
        f.counterBy("vllm:prompt_tokens_cached_by_source", "Cached tokens, by tier.", "source");
    deviceCachedTokens = f.child(byTier, "device");
    f.child(byTier, "host");
    f.child(byTier, "p2p");
    f.child(byTier, "disk");
    f.child(byTier, "external_unspecified");
    generationTokens = f.counter("vllm:generation_tokens", "Tokens generated.");
    finished = f.counterBy("vllm:request_success", "Requests that finished.", "finished_reason");
    for (String reason : List.of("stop", "length", "abort", "error", "repetition")) {
      f.child(finished, reason);
    }
    Counter rejections =
        f.counterWithoutEngine("vllm:admission_rejections", "Requests refused, by limit.");
    rejected = rejections.labels(model, "max_num_queued_reqs");
    rejections.labels(model, "max_num_queued_tokens");
    requestPromptTokens = f.histogram("vllm:request_prompt_tokens", "Of requests.", tokens);
    requestGenerationTokens = f.histogram("vllm:request_generation_tokens", "Of requests.", tokens);
    iterationTokens =
        f.histogram("vllm:iteration_tokens_total", "Tokens of a step.", ITERATION_TOKENS);
    maxGenerationTokens =
        f.histogram("vllm:request_max_num_generation_tokens", "Of requests.", tokens);
    parameterN = f.histogram("vllm:request_params_n", "The n asked for.", PARAMETER_N);
    parameterMaxTokens =
        f.histogram("vllm:request_params_max_tokens", "The max_tokens asked for.", tokens);
    timeToFirstToken = f.histogram("vllm:time_to_first_token_seconds", "From its arrival.", TTFT);
    interTokenLatency =
        f.histogram("vllm:inter_token_latency_seconds", "Between two tokens.", TOKEN_LATENCY);
    timePerOutputToken =
        f.histogram(
            "vllm:request_time_per_output_token_seconds", "Mean of a request.", TOKEN_LATENCY);
    endToEnd =
        f.histogram("vllm:e2e_request_latency_seconds", "From its arrival.", REQUEST_LATENCY);
    queueTime = f.histogram("vllm:request_queue_time_seconds", "Waiting.", REQUEST_LATENCY);
    inferenceTime = f.histogram("vllm:request_inference_time_seconds", "Running.", REQUEST_LATENCY);
    prefillTime = f.histogram("vllm:request_prefill_time_seconds", "Prefill.", REQUEST_LATENCY);
    decodeTime = f.histogram("vllm:request_decode_time_seconds", "Decode.", REQUEST_LATENCY);
    requestPreemptions = f.histogram("vllm:request_num_preemptions", "Of a request.", PREEMPTIONS);
    prefillComputedTokens =
        f.histogram("vllm:request_prefill_kv_computed_tokens", "Not from the cache.", tokens);
    f.cacheConfig(engine);
  }

  /** 1, 2, 5, 10, 20 and so on, up to the longest sequence. */
  private static double[] oneTwoFive(int max) {
    List<Double> bounds = new ArrayList<>();
    for (double power = 1; ; power *= 10) {
      for (int digit : new int[] {1, 2, 5}) {
        if (digit * power > max) {
          return bounds.stream().mapToDouble(Double::doubleValue).toArray();
        }
        bounds.add(digit * power);
      }
    }
  }

  /** The engine after a step. */
  void stepped(Gauges gauges, Counters now, int stepTokens) {
    running.set(gauges.running());
    waiting.set(gauges.waiting());
    waitingForCapacity.set(gauges.waiting());
    kvUsage.set(gauges.kvUsage());
    add(prefixQueries, now.prefixQueriedTokens() - last.prefixQueriedTokens());
    add(prefixHits, now.prefixHitTokens() - last.prefixHitTokens());
    add(preemptions, now.preemptions() - last.preemptions());
    add(generationTokens, now.generatedTokens() - last.generatedTokens());
    add(promptTokens, now.promptTokens() - last.promptTokens());
    if (stepTokens > 0) {
      iterationTokens.observe(stepTokens);
    }
    last = now;
  }

  private static void add(Counter.Child counter, long count) {
    counter.inc((double) count);
  }

  /** A request ran for the first time. */
  void scheduled(EngineEvent.Scheduled event) {
    if (!event.resumed()) {
      cachedTokens.inc(event.cachedTokens());
      cachedPromptTokens.inc(event.cachedTokens());
      deviceCachedTokens.inc(event.cachedTokens());
      computedTokens.inc(event.request().promptTokens() - event.cachedTokens());
    }
  }

  /** A request has its first token, so many seconds after it came. */
  void firstToken(double seconds) {
    timeToFirstToken.observe(seconds);
  }

  /** A request has a further token, so many seconds after the one before. */
  void furtherToken(double seconds) {
    interTokenLatency.observe(seconds);
  }

  /** A request has finished. Times of the engine go that many times as fast as real ones. */
  void finished(Call call, RequestTimes times, double timeScale) {
    double scaled = 1e9 * timeScale;
    int outputTokens = call.request().outputTokens();
    families.child(finished, call.finishReason()).inc();
    requestPromptTokens.observe(call.request().promptTokens());
    requestGenerationTokens.observe(outputTokens);
    maxGenerationTokens.observe(outputTokens);
    parameterN.observe(1);
    parameterMaxTokens.observe(call.maxTokens());
    timePerOutputToken.observe(
        outputTokens == 1 ? 0 : times.decodeNanos() / scaled / (outputTokens - 1));
    endToEnd.observe((times.lastToken() - times.submitted()) / scaled);
    queueTime.observe(times.queueNanos() / scaled);
    inferenceTime.observe((times.lastToken() - times.firstScheduled()) / scaled);
    prefillTime.observe(times.prefillNanos() / scaled);
    decodeTime.observe(times.decodeNanos() / scaled);
    requestPreemptions.observe(times.preemptions());
    prefillComputedTokens.observe(call.request().promptTokens() - times.cachedTokens());
  }

  /** A request was refused by the limit of the queue. */
  void refused() {
    rejected.inc();
  }

  /** Its families in the order of vLLM's page. */
  List<Collector> collectors() {
    return families.collectors();
  }
}
