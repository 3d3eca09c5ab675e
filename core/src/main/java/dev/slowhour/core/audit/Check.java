package dev.slowhour.core.audit;

/** The fifteen checks, in the order of spec/verdict.md. */
enum Check {
  ENUMS(1, "verdict and also_found within their enums"),
  WINDOWS(2, "all fields present, exactly the windows that the rows call for"),
  RANGES(3, "ranges and orderings"),
  MISSES(4, "slo_miss_count and slo_miss_pct"),
  ONE_PERCENT(5, "the 1 % rule"),
  CONCURRENCY(6, "concurrency by overlap, over minutes"),
  OVER_CONTRACT(7, "rule 2 and the second reading"),
  LONG_INPUT(8, "rule 3 and also_found"),
  ISOLATION(9, "rule 4 and the pool figures"),
  OTHER_TENANTS(10, "other tenants' average and ratio"),
  EMPTY_METRICS(11, "an empty metric gives null fields"),
  NULLS(12, "which fields are null for which verdict"),
  EVIDENCE_NAMES(13, "evidence names real tables and columns"),
  EVIDENCE_VALUES(14, "evidence values equal the cells or counts"),
  SENTENCES(15, "sentences end politely and name no other tenant");

  private final int number;
  private final String title;

  Check(int number, String title) {
    this.number = number;
    this.title = title;
  }

  int number() {
    return number;
  }

  String title() {
    return title;
  }
}
