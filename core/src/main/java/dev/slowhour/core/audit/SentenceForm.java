package dev.slowhour.core.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The closed grammar of {@code filter}, a form a line of the table in spec/verdict.md.
 *
 * <p>In a template {@code {T}} is a tenant_id, {@code {E}} an endpoint_id, {@code {P}} an
 * accel_pool, {@code {n}} an integer with thousands commas, {@code {m}} a minute, {@code {t}} an
 * instant, {@code {o}} and {@code {h}} the start and the end of the window's hour. Particles that
 * follow the reading of what is before them stand in the table's form; a reader takes either. No
 * sentence is of two forms, since an id holds no {@code ·}.
 */
enum SentenceForm {
  ARRIVED("{T}·{E} · {o}~{h} 도착"),
  MISSED("위 요청 중 ttft_ms > {n} 또는 tpot_ms > {n}"),
  IN_PROGRESS_AT_PEAK("{t} 에 진행 중이던 {T}·{E} 요청(이 시간대 최대)"),
  PEAK("이 시간대 {T}·{E} 동시 요청 수 최대"),
  PEAK_OF_MINUTE("{m} 분 안에서 진행 중이던 {T}·{E} 요청의 최댓값"),
  PEAK_AT_SLO("모두 SLO 안에 끝났다면 이 시간대 {T}·{E} 동시 요청 수 최대"),
  OVER_MINUTES("동시 요청 수가 {n} {을} 넘은 분"),
  MISSED_WHILE_OVER("SLO 를 넘긴 {n}건 중 동시 요청 수가 {n} {을} 넘은 분에 도착"),
  MISSED_WHILE_OVER_WITH_MINUTES("SLO 를 넘긴 {n}건 중 동시 요청 수가 {n} {을} 넘은 분({n}분)에 도착"),
  MISSED_WHILE_OVER_AT_SLO("SLO 를 넘긴 {n}건 중 모두 SLO 안에 끝났다면 동시 요청 수가 {n} {을} 넘었을 분에 도착"),
  MISSED_WITH_LONG_INPUT("SLO 를 넘긴 {n}건 중 input_tokens > {n}"),
  MISSED_IN_MINUTE("{m} 분 도착 · SLO 를 넘긴 {T}·{E} 요청"),
  OTHERS_IN_MINUTE("{P} · {m} 분 도착 · {T} {이} 아닌 tenant_id"),
  OTHERS_BEFORE("{P} · {m}~{m} 도착 · {T} {이} 아닌 tenant_id"),
  POOL_AVERAGE("{P} · {m}~{m}");

  /** No sentence about ids of 200 code points is longer. */
  private static final int MAX_UNITS = 2_000;

  private static final String DATE = "(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01]) )?";
  private static final String CLOCK = "(?:[01]\\d|2[0-3]):[0-5]\\d";

  private final String template;
  private final Pattern pattern;

  SentenceForm(String template) {
    this.template = template;
    StringBuilder regex = new StringBuilder();
    Matcher token = Token.PATTERN.matcher(template);
    int at = 0;
    while (token.find()) {
      regex.append(Pattern.quote(template.substring(at, token.start())));
      regex.append(regexOf(token.group(1)));
      at = token.end();
    }
    regex.append(Pattern.quote(template.substring(at)));
    pattern = Pattern.compile(regex.toString());
  }

  /** The form as it is written above. */
  String template() {
    return template;
  }

  private static String regexOf(String token) {
    return switch (token) {
      case "T", "E", "P" -> "([^·]+)";
      case "n" -> "(0|[1-9]\\d{0,2}(?:,\\d{3}){0,5})";
      case "m" -> "(" + DATE + CLOCK + ")";
      case "t" -> "(" + DATE + CLOCK + ":[0-5]\\d(?:\\.\\d{0,8}[1-9])?)";
      case "o" -> "((?:[01]\\d|2[0-3]):00)";
      case "h" -> "((?:0[1-9]|1\\d|2[0-4]):00)";
      case "을" -> "[을를]";
      case "이" -> "[이가]";
      default -> throw new IllegalArgumentException("token: " + token);
    };
  }

  /** The sentence's values, in order, when it is of this form. */
  Optional<List<String>> read(String sentence) {
    if (sentence.length() > MAX_UNITS) {
      return Optional.empty();
    }
    Matcher matcher = pattern.matcher(sentence);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    List<String> values = new ArrayList<>();
    for (int group = 1; group <= matcher.groupCount(); group++) {
      values.add(matcher.group(group));
    }
    return Optional.of(List.copyOf(values));
  }

  /** The sentence of those values. */
  String write(List<String> values) {
    StringBuilder sentence = new StringBuilder();
    Matcher token = Token.PATTERN.matcher(template);
    int at = 0;
    int next = 0;
    while (token.find()) {
      sentence.append(template, at, token.start());
      boolean isParticle =
          Character.UnicodeScript.of(token.group(1).charAt(0)) == Character.UnicodeScript.HANGUL;
      sentence.append(isParticle ? token.group(1) : values.get(next++));
      at = token.end();
    }
    return sentence.append(template.substring(at)).toString();
  }

  /** Which column a figure of this form counts or averages; empty when it may be either metric. */
  Optional<String> field() {
    return switch (this) {
      case POOL_AVERAGE -> Optional.empty();
      case MISSED_WITH_LONG_INPUT -> Optional.of("input_tokens");
      default -> Optional.of("request_id");
    };
  }

  /** How a figure of this form comes about. */
  String agg() {
    return this == POOL_AVERAGE ? "avg" : "count";
  }

  /** What stands for a value in a template. In a class of its own: the forms are made from it. */
  private static final class Token {
    static final Pattern PATTERN = Pattern.compile("\\{(.)}");
  }
}
