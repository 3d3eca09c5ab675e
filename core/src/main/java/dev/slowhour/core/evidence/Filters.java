package dev.slowhour.core.evidence;

import static dev.slowhour.core.evidence.Words.number;
import static dev.slowhour.core.evidence.Words.numberAsObject;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.judge.EndpointWindow;
import dev.slowhour.core.time.ReportZone;
import java.time.Instant;

/**
 * The sentences of {@code filter}: a closed grammar, which the audit turns back into counts. A
 * sentence that is not here is not written.
 */
final class Filters {

  private final ClockText clock;
  private final EndpointWindow window;
  private final String name;

  Filters(EndpointWindow window, ReportZone zone) {
    this.window = window;
    EndpointId endpoint = window.endpoint();
    clock = new ClockText(zone, window.windowStart());
    name = endpoint.tenantId() + "·" + endpoint.endpointId();
  }

  String arrivedInHour() {
    return name + " · " + clock.hour() + " 도착";
  }

  String missed() {
    Contract contract = window.contract();
    return "위 요청 중 ttft_ms > "
        + number(contract.ttftSloMs())
        + " 또는 tpot_ms > "
        + number(contract.tpotSloMs());
  }

  String inProgressAt(Instant instant) {
    return clock.instant(instant) + " 에 진행 중이던 " + name + " 요청(이 시간대 최대)";
  }

  String peakOfHour() {
    return "이 시간대 " + name + " 동시 요청 수 최대";
  }

  String peakOfMinute(Instant minute) {
    return clock.minute(minute) + " 분 안에서 진행 중이던 " + name + " 요청의 최댓값";
  }

  String peakOfHourAtSlo() {
    return "모두 SLO 안에 끝났다면 " + peakOfHour();
  }

  String minutesOver() {
    return "동시 요청 수가 " + numberAsObject(window.contract().maxConcurrency()) + " 넘은 분";
  }

  String missesInMinutesOver() {
    return missesOf() + minutesOver() + "에 도착";
  }

  String missesInCountedMinutesOver() {
    return missesOf() + minutesOver() + "(" + number(window.overConcurrencyMinutes()) + "분)에 도착";
  }

  String missesInMinutesOverAtSlo() {
    return missesOf()
        + "모두 SLO 안에 끝났다면 동시 요청 수가 "
        + numberAsObject(window.contract().maxConcurrency())
        + " 넘었을 분에 도착";
  }

  String missesWithLongInput() {
    return missesOf() + "input_tokens > " + number(window.contract().maxInputTokens());
  }

  String missesOfMinute(Instant minute) {
    return clock.minute(minute) + " 분 도착 · SLO 를 넘긴 " + name + " 요청";
  }

  String otherTenantsInMinute(Instant minute) {
    return window.accelPool() + " · " + clock.minute(minute) + " 분 도착 · " + otherTenants();
  }

  String otherTenantsInHourBefore(Instant minute) {
    return window.accelPool() + " · " + clock.hourBefore(minute) + " 도착 · " + otherTenants();
  }

  String poolInHourBefore(Instant minute) {
    return window.accelPool() + " · " + clock.hourBefore(minute);
  }

  private String missesOf() {
    return "SLO 를 넘긴 " + number(window.sloMissCount()) + "건 중 ";
  }

  private String otherTenants() {
    String tenantId = window.endpoint().tenantId();
    return tenantId + " " + Particle.SUBJECT.after(tenantId) + " 아닌 tenant_id";
  }
}
