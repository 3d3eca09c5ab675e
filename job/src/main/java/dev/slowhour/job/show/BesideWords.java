package dev.slowhour.job.show;

import static dev.slowhour.job.show.NumberWords.number;

import dev.slowhour.core.data.FailureHour;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What is said of requests that were not answered and of events of the pool. */
final class BesideWords {

  private static final String NONE = "없음";

  private BesideWords() {}

  /** A line for each, also where there were none; nothing where the input had no such table. */
  static List<WindowWords.Line> lines(Beside beside) {
    List<WindowWords.Line> lines = new ArrayList<>();
    beside
        .failures()
        .ifPresent(hour -> lines.add(new WindowWords.Line("응답 없이 끝난 요청", failures(hour))));
    beside
        .events()
        .ifPresent(events -> lines.add(new WindowWords.Line("이 풀의 이벤트", events(events))));
    return lines;
  }

  private static String failures(FailureHour hour) {
    return hour.count() == 0
        ? NONE
        : number(hour.count())
            + "건 (거절 "
            + number(hour.refused())
            + ", 시간 초과 "
            + number(hour.timeouts())
            + ", 취소 "
            + number(hour.cancelled())
            + ", 오류 "
            + number(hour.errors())
            + "). 판정에는 세지 않습니다.";
  }

  private static String events(List<PoolEvent> events) {
    return events.isEmpty()
        ? NONE
        : events.stream()
            .map(event -> event.clock() + " " + event.kind())
            .collect(Collectors.joining(", "));
  }
}
