package dev.slowhour.loadgen.http;

import dev.slowhour.loadgen.engine.EngineConfig;
import io.prometheus.client.Collector;
import io.prometheus.client.Counter;
import io.prometheus.client.Gauge;
import io.prometheus.client.Histogram;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Families of a page in their order, each with vLLM's labels and under the name asked for. */
final class Families {

  private static final String ENGINE = "0";

  private final String model;
  private final MetricNames names;
  private final List<Collector> collectors = new ArrayList<>();

  Families(String model, MetricNames names) {
    this.model = model;
    this.names = names;
  }

  /** A counter of the engine. */
  Counter.Child counter(String name, String help) {
    Counter counter = Counter.build(shown(name), help).labelNames("engine", "model_name").create();
    show(name, counter);
    return counter.labels(ENGINE, model);
  }

  /** A counter by a further label. */
  Counter counterBy(String name, String help, String label) {
    Counter counter =
        Counter.build(shown(name), help).labelNames("engine", "model_name", label).create();
    show(name, counter);
    return counter;
  }

  /** A counter by reason of the API process, which knows no engine. */
  Counter counterWithoutEngine(String name, String help) {
    Counter counter = Counter.build(shown(name), help).labelNames("model_name", "reason").create();
    show(name, counter);
    return counter;
  }

  /** A gauge of the engine. */
  Gauge.Child gauge(String name, String help) {
    Gauge gauge = Gauge.build(shown(name), help).labelNames("engine", "model_name").create();
    show(name, gauge);
    return gauge.labels(ENGINE, model);
  }

  /** A gauge by a further label. */
  Gauge gaugeBy(String name, String help, String label) {
    Gauge gauge = Gauge.build(shown(name), help).labelNames("engine", "model_name", label).create();
    show(name, gauge);
    return gauge;
  }

  /** A histogram of the engine. */
  Histogram.Child histogram(String name, String help, double[] bounds) {
    Histogram histogram =
        Histogram.build(shown(name), help)
            .labelNames("engine", "model_name")
            .buckets(bounds)
            .create();
    show(name, histogram);
    return histogram.labels(ENGINE, model);
  }

  Counter.Child child(Counter counter, String value) {
    return counter.labels(ENGINE, model, value);
  }

  Gauge.Child child(Gauge gauge, String value) {
    return gauge.labels(ENGINE, model, value);
  }

  /** What the KV cache is, as labels; of what is no matter here what vLLM says by default. */
  void cacheConfig(EngineConfig engine) {
    // One block more than the engine can use: vLLM keeps one for itself.
    int blocks = engine.kvBlocks() + 1;
    int tokens = blocks * engine.blockSize();
    String size = Integer.toString(engine.blockSize());
    Map<String, String> labels =
        new TreeMap<>(
            Map.of(
                "block_size",
                size,
                "cache_dtype",
                "auto",
                "effective_attention_block_size",
                size,
                "enable_prefix_caching",
                engine.prefixCaching() ? "True" : "False",
                "engine",
                ENGINE,
                "gpu_memory_utilization",
                "0.92",
                "kv_cache_max_concurrency",
                Double.toString((double) tokens / engine.maxModelLen()),
                "kv_cache_size_tokens",
                Integer.toString(tokens),
                "num_gpu_blocks",
                Integer.toString(blocks),
                "prefix_caching_hash_algo",
                "sha256"));
    labels.put("num_cpu_blocks", "None");
    labels.put("num_gpu_blocks_override", "None");
    labels.put("sliding_window", "None");
    labels.put("is_attention_free", "False");
    labels.put("_block_size_resolved", "True");
    labels.put("user_specified_block_size", "True");
    Gauge info =
        Gauge.build("vllm:cache_config_info", "What the KV cache is.")
            .labelNames(labels.keySet().toArray(new String[0]))
            .create();
    info.labels(labels.values().toArray(new String[0])).set(1);
    collectors.add(info);
  }

  List<Collector> collectors() {
    return List.copyOf(collectors);
  }

  /** A family that the page does not have is counted all the same, for nobody. */
  private String shown(String name) {
    return names.of(name).orElse(name);
  }

  private void show(String name, Collector collector) {
    if (names.of(name).isPresent()) {
      collectors.add(collector);
    }
  }
}
