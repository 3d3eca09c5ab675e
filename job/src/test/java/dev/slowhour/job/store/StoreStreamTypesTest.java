package dev.slowhour.job.store;

import dev.slowhour.job.workflow.WithdrawnWindow;
import org.apache.flink.types.PojoTestUtils;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What travels to the sinks, or lies in state before them. */
class StoreStreamTypesTest {

  @ParameterizedTest
  @ValueSource(
      classes = {
        WithdrawnWindow.class,
        WindowChange.class,
        NoticeUnit.class,
        NoticeTally.class,
        CountedNotice.class,
        ContractChange.class
      })
  void isSerializedFieldByField(Class<?> type) {
    PojoTestUtils.assertSerializedAsPojoWithoutKryo(type);
  }
}
