package dev.slowhour.job.workflow;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.RequestFailure;

/**
 * What a source read of {@code request_failures}: a row, a notice, or (at the end of a file)
 * neither.
 *
 * @param rowOrNull the row
 * @param noticeOrNull the notice
 * @param bytes bytes of input since the line before
 * @param blankLines blank lines since the line before
 */
public record RequestFailureLine(
    RequestFailure rowOrNull, Notice noticeOrNull, long bytes, long blankLines) {}
