package dev.slowhour.job.workflow;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.PoolMetric;
import dev.slowhour.core.judge.EndpointHour;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.RequestBlock;
import dev.slowhour.core.time.ReportZone;
import java.util.function.Consumer;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.util.Collector;

/**
 * The one graph of both modes: lines, contracts and metrics in, judged windows and notices out.
 * Batch and streaming differ in the sources and sinks that they bring and in the runtime mode.
 */
public final class JudgeWorkflow {

  private JudgeWorkflow() {}

  /**
   * What is read.
   *
   * @param requests {@code request_logs}
   * @param metrics {@code pool_metrics}
   * @param contracts {@code tenant_contracts}
   */
  public record Sources(
      DataStream<RequestLine> requests,
      DataStream<PoolMetricLine> metrics,
      DataStream<ContractLine> contracts) {}

  /** Where results go. */
  public record Sinks(
      Consumer<DataStream<JudgedWindow>> windows, Consumer<DataStream<Notice>> notices) {}

  /** Builds the graph. */
  public static void define(
      Sources sources, Sinks sinks, JudgeSettings settings, RuntimeExecutionMode mode) {
    SingleOutputStreamOperator<RequestBlock> blocks =
        sources
            .requests()
            .transform(
                "request blocks",
                TypeInformation.of(RequestBlock.class),
                new RequestBlocks(settings))
            .uid("request-blocks");

    DataStream<Contract> contracts =
        sources
            .contracts()
            .<Contract>flatMap((line, out) -> collect(line.contractOrNull(), out))
            .returns(Contract.class)
            .name("contracts")
            .uid("contracts");

    SingleOutputStreamOperator<EndpointHour> endpointHours =
        blocks
            .keyBy(RequestBlock::endpoint, TypeInformation.of(EndpointId.class))
            .connect(contracts.broadcast(EndpointHours.CONTRACTS))
            .process(
                new EndpointHours(settings, mode == RuntimeExecutionMode.BATCH),
                TypeInformation.of(EndpointHour.class))
            .name("endpoint hours")
            .uid("endpoint-hours");

    DataStream<PoolInput> arrivals =
        endpointHours
            .flatMap(new SendArrivals(settings))
            .returns(PoolInput.class)
            .name("arrivals by pool")
            .uid("arrivals-by-pool");
    DataStream<PoolInput> metrics =
        sources
            .metrics()
            .flatMap(new SendMetrics(settings))
            .returns(PoolInput.class)
            .name("metrics by pool")
            .uid("metrics-by-pool");
    sinks
        .windows()
        .accept(
            arrivals
                .union(metrics)
                .keyBy(PoolInput::key, TypeInformation.of(PoolAndHour.class))
                .connect(
                    blocks
                        .getSideOutput(RequestBlocks.FIRST_ARRIVALS)
                        .broadcast(PoolHours.FIRST_ARRIVAL))
                .process(new PoolHours(settings), TypeInformation.of(JudgedWindow.class))
                .name("pool hours")
                .uid("pool-hours")
                .map(new CountWindows())
                .name("count windows")
                .uid("count-windows"));

    sinks
        .notices()
        .accept(
            sources
                .requests()
                .<Notice>flatMap((line, out) -> collect(line.noticeOrNull(), out))
                .returns(Notice.class)
                .name("request notices")
                .uid("request-notices")
                .union(
                    sources
                        .metrics()
                        .<Notice>flatMap((line, out) -> collect(line.noticeOrNull(), out))
                        .returns(Notice.class)
                        .name("metric notices")
                        .uid("metric-notices"),
                    endpointHours.getSideOutput(EndpointHours.NOTICES),
                    sources
                        .contracts()
                        .<Notice>flatMap((line, out) -> collect(line.noticeOrNull(), out))
                        .returns(Notice.class)
                        .name("contract notices")
                        .uid("contract-notices"))
                .map(new CountNotices())
                .name("count notices")
                .uid("count-notices"));
  }

  private static <T> void collect(T valueOrNull, Collector<T> out) {
    if (valueOrNull != null) {
      out.collect(valueOrNull);
    }
  }

  private static final class SendArrivals extends RichFlatMapFunction<EndpointHour, PoolInput> {

    private static final long serialVersionUID = 1L;
    private final JudgeSettings settings;

    SendArrivals(JudgeSettings settings) {
      this.settings = settings;
    }

    @Override
    public void flatMap(EndpointHour endpointHour, Collector<PoolInput> out) {
      PoolHours.send(endpointHour, settings, out);
    }
  }

  private static final class SendMetrics extends RichFlatMapFunction<PoolMetricLine, PoolInput> {

    private static final long serialVersionUID = 1L;
    private final JudgeSettings settings;
    private transient ReportZone zone;
    private transient ReadCounters counters;

    SendMetrics(JudgeSettings settings) {
      this.settings = settings;
    }

    @Override
    public void open(OpenContext context) {
      zone = settings.reportZone();
      counters = ReadCounters.register(getRuntimeContext(), "pool_metrics");
    }

    @Override
    public void flatMap(PoolMetricLine line, Collector<PoolInput> out) {
      PoolMetric metric = line.rowOrNull();
      counters.count(metric != null, line.noticeOrNull() != null, line.bytes(), line.blankLines());
      if (metric != null) {
        PoolHours.send(metric, settings, zone, out);
      }
    }
  }
}
