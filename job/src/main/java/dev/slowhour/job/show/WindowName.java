package dev.slowhour.job.show;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.read.InputException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a window is asked for: by its key {@code endpoint_id/YYYY-MM-DDTHH}, or by its full name,
 * with {@code tenant_id/} before that. An endpoint id may hold slashes, so which of the two a text
 * is only the windows tell. The hour may also be written as in {@code window_start}, for the hour
 * that a clock shows twice.
 */
public final class WindowName {

  private static final Pattern FORM =
      Pattern.compile("(.+)/(\\d{4}-\\d{2}-\\d{2}T\\d{2}(?::\\d{2}[+-]\\d{2}:\\d{2})?)");

  private static final int HOUR = "2026-10-13T10".length();

  private final String ids;
  private final String hour;

  private WindowName(String ids, String hour) {
    this.ids = ids;
    this.hour = hour;
  }

  /**
   * The name that the text writes.
   *
   * @throws InputException when it is not of that form
   */
  public static WindowName parse(String text) throws InputException {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new InputException(
          "WINDOW: "
              + text
              + " (expected: a window_key such as ep-chat/2026-10-13T10, or one with its tenant,"
              + " tnt-a/ep-chat/2026-10-13T10)");
    }
    return new WindowName(matcher.group(1), matcher.group(2));
  }

  /** The name that only this window has, unless the clock shows its hour twice. */
  static String full(EndpointId endpoint, String windowStart) {
    return endpoint.tenantId() + "/" + endpoint.endpointId() + "/" + windowStart.substring(0, HOUR);
  }

  /** The name that only this window has. */
  static String fullWithOffset(EndpointId endpoint, String windowStart) {
    return endpoint.tenantId() + "/" + endpoint.endpointId() + "/" + windowStart;
  }

  boolean isFullNameOf(EndpointId endpoint, String windowStart) {
    return isHourOf(windowStart) && ids.equals(endpoint.tenantId() + "/" + endpoint.endpointId());
  }

  boolean isKeyOf(EndpointId endpoint, String windowStart) {
    return isHourOf(windowStart) && ids.equals(endpoint.endpointId());
  }

  /** The same endpoint, also of another tenant than the one that may stand before it. */
  boolean namesEndpoint(EndpointId endpoint) {
    return ids.equals(endpoint.endpointId())
        || ids.substring(ids.indexOf('/') + 1).equals(endpoint.endpointId());
  }

  boolean isHourOf(String windowStart) {
    return windowStart.equals(hour) || windowStart.substring(0, HOUR).equals(hour);
  }

  /** {@code YYYY-MM-DDTHH}. */
  String hour() {
    return hour.substring(0, HOUR);
  }

  /** How many characters at its start the name shares with the endpoint's. */
  int likeness(EndpointId endpoint) {
    return Math.max(
        commonPrefix(ids, endpoint.endpointId()),
        commonPrefix(ids, endpoint.tenantId() + "/" + endpoint.endpointId()));
  }

  private static int commonPrefix(String left, String right) {
    int length = 0;
    while (length < Math.min(left.length(), right.length())
        && left.charAt(length) == right.charAt(length)) {
      length++;
    }
    return length;
  }

  @Override
  public String toString() {
    return ids + "/" + hour;
  }
}
