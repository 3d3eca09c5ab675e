package dev.slowhour.job.workflow;

import java.util.List;

/**
 * How far one subtask has read its partitions, told several times a second.
 *
 * @param subtask its index
 * @param partitions the partitions that it has seen a row of
 */
public record Positions(int subtask, List<PartitionTime> partitions) {}
