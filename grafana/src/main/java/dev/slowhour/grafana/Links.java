package dev.slowhour.grafana;

import static dev.slowhour.grafana.Json.object;

import java.util.Map;

/** Uids, which addresses hang on, and the ways from one dashboard to another. */
final class Links {

  static final String DAY = "slowhour-day";
  static final String WINDOW = "slowhour-window";
  static final String MONTH = "slowhour-month";
  static final String COMPARISON = "slowhour-comparison";
  static final String LIVE = "slowhour-live";
  static final String PIPELINE = "slowhour-pipeline";
  static final String JOINT = "slowhour-joint";

  static final String POSTGRES = "slowhour-postgres";

  /** Every dashboard has it; the menu of links at the top is made of it. */
  static final String TAG = "slowhour";

  private Links() {}

  /** The window of a cell of the grid: with the hour before it, to which it is compared. */
  static Map<String, Object> windowOfCell() {
    return link(
        "이 시간대 자세히",
        "/d/"
            + WINDOW
            + "?var-tenant=${__field.labels.tenant_id:percentencode}"
            + "&var-endpoint=${__field.labels.endpoint_id:percentencode}"
            + "&var-window=${__value.time}&time=${__value.time}&time.window=7200000");
  }

  /** The window of a table's row, from its columns tenant_id, endpoint_id, window_ms and to_ms. */
  static Map<String, Object> windowOfRow() {
    return link(
        "이 시간대 자세히",
        "/d/"
            + WINDOW
            + "?var-tenant=${__data.fields.tenant_id:percentencode}"
            + "&var-endpoint=${__data.fields.endpoint_id:percentencode}"
            + "&var-window=${__data.fields.window_ms}"
            + "&from=${__data.fields.from_ms}&to=${__data.fields.to_ms}");
  }

  /** The day of a table's row, from its columns from_ms and to_ms. */
  static Map<String, Object> dayOfRow() {
    return link(
        "이 날짜 보기", "/d/" + DAY + "?from=${__data.fields.from_ms}&to=${__data.fields.to_ms}");
  }

  private static Map<String, Object> link(String title, String url) {
    return object("title", title, "url", url, "targetBlank", false);
  }
}
