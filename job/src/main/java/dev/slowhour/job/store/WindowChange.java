package dev.slowhour.job.store;

import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.job.workflow.WithdrawnWindow;

/**
 * A window that is to be stored, or one that is to go: one of the two is set.
 *
 * @param judgedOrNull the window
 * @param withdrawnOrNull the one to go
 */
public record WindowChange(JudgedWindow judgedOrNull, WithdrawnWindow withdrawnOrNull) {}
