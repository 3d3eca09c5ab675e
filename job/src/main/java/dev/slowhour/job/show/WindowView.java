package dev.slowhour.job.show;

import dev.slowhour.core.data.NoticeCode;
import java.util.List;
import java.util.SortedMap;

/**
 * All that is shown of a window.
 *
 * @param minutes its 60 minutes
 * @param leftOut lines of this tenant, endpoint and hour that do not count
 * @param beside what decides nothing of it
 */
public record WindowView(
    WindowRow window,
    List<MinuteRow> minutes,
    SortedMap<NoticeCode, Long> leftOut,
    Beside beside) {}
