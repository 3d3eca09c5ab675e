package dev.slowhour.grafana;

import static dev.slowhour.grafana.Json.object;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What is the same on every dashboard: colours, words, the zone. The colours are those of Okabe and
 * Ito, which people with any kind of colour blindness tell apart; no meaning hangs on colour alone.
 */
final class Look {

  /** The clock of axes and tables; the report zone of the judge unless it was given another. */
  static final String ZONE = "Asia/Seoul";

  static final String BLUE = "#0072B2";
  static final String ORANGE = "#E69F00";
  static final String PURPLE = "#CC79A7";
  static final String RED = "#D55E00";
  static final String SKY = "#56B4E9";
  static final String GREEN = "#009E73";
  static final String GREY = "#999999";

  /** Lines of one panel, in order. */
  static final List<String> SERIES = List.of(SKY, ORANGE, RED, GREEN);

  /** Of a window whose hour may still change: the same colour, let through by half. */
  private static final String HALF = "80";

  private Look() {}

  /** The verdicts in the order of the rule. A code is 1 to 4, see {@code slowhour.verdict_code}. */
  enum Verdict {
    WITHIN_SLO(1, "SLO 안", "✓", BLUE),
    OVER_CONCURRENCY(2, "동시성 계약 초과", "동시", ORANGE),
    LONG_INPUT(3, "긴 입력 몰림", "입력", PURPLE),
    ISOLATION_FAILURE(4, "성능 격리 실패", "격리", RED);

    private final int code;
    private final String label;
    private final String stem;
    private final String color;

    Verdict(int code, String label, String stem, String color) {
      this.code = code;
      this.label = label;
      this.stem = stem;
      this.color = color;
    }

    int code() {
      return code;
    }

    String label() {
      return label;
    }

    String color() {
      return color;
    }
  }

  /** A verdict's code to its label and colour. */
  static List<Map<String, Object>> verdicts() {
    Map<String, Object> options = object();
    for (Verdict verdict : Verdict.values()) {
      options.put(String.valueOf(verdict.code), shown(verdict.label, verdict.color, verdict.code));
    }
    return List.of(object("type", "value", "options", options), nothing());
  }

  /** A value that is not there: neither 0 nor empty. */
  static Map<String, Object> nothing() {
    return object(
        "type",
        "special",
        "options",
        object("match", "null", "result", shown("—", "transparent", 99)));
  }

  /**
   * The code of a cell of the grid to what stands in it. The code is the verdict's, + 10 when the
   * window is provisional, + 20 when it is open, + 100 when the second reading differs.
   */
  static List<Map<String, Object>> cells() {
    Map<String, Object> options = object();
    int index = 0;
    for (int differs : List.of(0, 100)) {
      for (int state : List.of(0, 10, 20)) {
        for (Verdict verdict : Verdict.values()) {
          String text =
              verdict.stem + (differs > 0 ? "*" : "") + (state == 0 ? "" : state == 10 ? "?" : "…");
          String color = verdict.color + (state == 0 ? "" : HALF);
          options.put(String.valueOf(verdict.code + state + differs), shown(text, color, index++));
        }
      }
    }
    return List.of(object("type", "value", "options", options));
  }

  /** The state of a window. */
  static List<Map<String, Object>> states() {
    return List.of(
        object(
            "type",
            "value",
            "options",
            object(
                "final", shown("확정", GREY, 0),
                "provisional", shown("잠정", SKY, 1),
                "open", shown("진행 중", SKY, 2))));
  }

  /** Why a line does not count. */
  static List<Map<String, Object>> noticeCodes() {
    return List.of(
        object(
            "type",
            "value",
            "options",
            texts(
                "malformed_json", "JSON 이 아님",
                "malformed_csv", "CSV 가 아님",
                "invalid_field", "값이 없거나 범위를 벗어남",
                "implausible_duration", "요청 시간이 상한보다 김",
                "late", "시간대가 확정된 뒤 도착",
                "duplicate_request_id", "request_id 중복",
                "stray_pool", "다른 풀에 찍힘",
                "no_contract", "계약 없음",
                "duplicate_contract", "계약 중복",
                "truncated_input", "압축 파일이 끊김")));
  }

  private static Map<String, Object> texts(String... codesAndTexts) {
    Map<String, Object> options = object();
    for (int i = 0; i < codesAndTexts.length; i += 2) {
      options.put(codesAndTexts[i], object("text", codesAndTexts[i + 1], "index", i / 2));
    }
    return options;
  }

  private static Map<String, Object> shown(String text, String color, int index) {
    return object("text", text, "color", color, "index", index);
  }

  /** Names of the columns of counts by verdict, in the order of the rule. */
  static List<String> verdictLabels() {
    List<String> labels = new ArrayList<>();
    for (Verdict verdict : Verdict.values()) {
      labels.add(verdict.label);
    }
    return labels;
  }
}
