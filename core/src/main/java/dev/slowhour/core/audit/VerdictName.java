package dev.slowhour.core.audit;

import java.util.Arrays;
import java.util.Optional;

/** The four verdicts, and the rule that picks one, in integers. */
enum VerdictName {
  WITHIN_SLO("SLO 안에서 처리됨"),
  OVER_CONCURRENCY("계약 동시성을 넘겨 보냄"),
  LONG_INPUT("계약보다 긴 입력이 몰림"),
  ISOLATION_FAILURE("계약 안인데 밀림 · 성능 격리 실패");

  private final String text;

  VerdictName(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }

  static Optional<VerdictName> of(String text) {
    return Arrays.stream(values()).filter(verdict -> verdict.text.equals(text)).findFirst();
  }

  /**
   * Rules 1 to 4.
   *
   * @param requests n
   * @param misses m
   * @param inOverMinutes c
   * @param withLongInput l
   */
  static VerdictName of(long requests, long misses, long inOverMinutes, long withLongInput) {
    if (misses * 100 <= requests) {
      return WITHIN_SLO;
    }
    if (inOverMinutes * 2 >= misses) {
      return OVER_CONCURRENCY;
    }
    return withLongInput * 2 >= misses ? LONG_INPUT : ISOLATION_FAILURE;
  }
}
