package dev.slowhour.core.doctor;

import dev.slowhour.core.data.Table;
import java.util.List;

/**
 * What the input folders hold.
 *
 * @param files the files, by table and in the order in which they are read
 * @param missing tables without a file that judging needs or would use
 * @param gaps the metrics of each pool
 * @param gapsAreKnown false when the metrics are of more days than can be looked at
 * @param withoutRows endpoints with a contract and no row, as {@code tenant_id/endpoint_id}
 * @param withoutContract endpoints with rows and no contract
 */
public record Report(
    List<FileReport> files,
    List<Table> missing,
    List<PoolGaps> gaps,
    boolean gapsAreKnown,
    Names withoutRows,
    Names withoutContract) {

  /** Whether there is anything to read in it. */
  public boolean isReadable() {
    return files.stream().anyMatch(file -> file.rows() > 0);
  }
}
