package dev.slowhour.core.judge;

/** Whose slow hour it was. */
public enum Verdict {
  WITHIN_SLO("SLO 안에서 처리됨", "SLO 안"),
  OVER_CONCURRENCY("계약 동시성을 넘겨 보냄", "동시성 계약 초과"),
  LONG_INPUT("계약보다 긴 입력이 몰림", "긴 입력 몰림"),
  ISOLATION_FAILURE("계약 안인데 밀림 · 성능 격리 실패", "성능 격리 실패");

  private final String text;
  private final String label;

  Verdict(String text, String label) {
    this.text = text;
    this.label = label;
  }

  /** The verdict as rows and files write it. */
  public String text() {
    return text;
  }

  /** The short form for tables and pictures. */
  public String label() {
    return label;
  }

  /**
   * The rule, in its order.
   *
   * @param requests n, requests of the hour, ≥ 1
   * @param misses m, requests that missed their SLO
   * @param missesInOverConcurrency c, misses that arrived in a minute over the contracted
   *     concurrency
   * @param missesWithLongInput l, misses with more input tokens than contracted
   */
  public static Verdict of(
      long requests, long misses, long missesInOverConcurrency, long missesWithLongInput) {
    if (misses * 100 <= requests) {
      return WITHIN_SLO;
    }
    if (isHalfOrMore(missesInOverConcurrency, misses)) {
      return OVER_CONCURRENCY;
    }
    if (isHalfOrMore(missesWithLongInput, misses)) {
      return LONG_INPUT;
    }
    return ISOLATION_FAILURE;
  }

  static boolean isHalfOrMore(long part, long whole) {
    return part * 2 >= whole;
  }
}
