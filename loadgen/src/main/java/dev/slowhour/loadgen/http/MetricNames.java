package dev.slowhour.loadgen.http;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which vLLM's metric names a page uses. They were renamed more than once. */
public enum MetricNames {
  /** As recorded from vLLM 0.32. */
  V0_32(Map.of(), Set.of()),
  /** Before 0.9: {@code gpu_} names, one latency per output token, waiting without reasons. */
  V0_8(
      Map.of(
          "vllm:kv_cache_usage_perc", "vllm:gpu_cache_usage_perc",
          "vllm:prefix_cache_queries", "vllm:gpu_prefix_cache_queries",
          "vllm:prefix_cache_hits", "vllm:gpu_prefix_cache_hits",
          "vllm:inter_token_latency_seconds", "vllm:time_per_output_token_seconds"),
      Set.of(
          "vllm:num_requests_waiting_by_reason",
          "vllm:request_time_per_output_token_seconds",
          "vllm:request_num_preemptions",
          "vllm:request_prefill_kv_computed_tokens",
          "vllm:prompt_tokens_by_source",
          "vllm:prompt_tokens_cached",
          "vllm:prompt_tokens_cached_by_source",
          "vllm:external_prefix_cache_queries",
          "vllm:external_prefix_cache_hits",
          "vllm:mm_cache_queries",
          "vllm:mm_cache_hits",
          "vllm:estimated_flops_per_gpu",
          "vllm:estimated_read_bytes_per_gpu",
          "vllm:estimated_write_bytes_per_gpu",
          "vllm:engine_sleep_state",
          "vllm:admission_rejections"));

  @SuppressWarnings("ImmutableEnumChecker") // Map.of, which has no mutators
  private final Map<String, String> renamed;

  @SuppressWarnings("ImmutableEnumChecker") // Set.of, which has no mutators
  private final Set<String> absent;

  MetricNames(Map<String, String> renamed, Set<String> absent) {
    this.renamed = renamed;
    this.absent = absent;
  }

  /** The name of a family that vLLM 0.32 calls so, without {@code _total}; empty if it had none. */
  Optional<String> of(String name) {
    return absent.contains(name) ? Optional.empty() : Optional.of(renamed.getOrDefault(name, name));
  }
}
