package dev.slowhour.job.store;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.Table;
import java.io.Serializable;
import java.util.EnumMap;
import java.util.Map;

/** The topics that tables are read from: what stands for the file in which a line stood. */
public final class TopicNames implements Serializable {

  private static final long serialVersionUID = 1L;

  @SuppressWarnings("serial") // an EnumMap
  private final Map<Table, String> topics;

  /** Those topics. */
  public TopicNames(Map<Table, String> topics) {
    this.topics = new EnumMap<>(topics);
  }

  /**
   * {@code TOPIC/PARTITION}.
   *
   * @throws IllegalArgumentException when the notice's table is read from no topic
   */
  String fileOf(Notice notice) {
    String topicOrNull = topics.get(notice.table());
    if (topicOrNull == null) {
      throw new IllegalArgumentException(
          "topics: none of " + notice.table().tableName() + " (expected: one of " + topics + ")");
    }
    return topicOrNull + "/" + notice.place().source();
  }
}
