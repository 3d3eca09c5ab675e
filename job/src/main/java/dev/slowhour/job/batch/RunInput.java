package dev.slowhour.job.batch;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.PlatformEvent;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.read.InputException;
import dev.slowhour.job.files.NoticePlaces;
import dev.slowhour.job.workflow.JudgeWorkflow;
import dev.slowhour.job.workflow.RequestFailureLine;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** What a batch run judges, found, with that read which is read before the job. */
interface RunInput {

  /** Versions of contracts that hold. */
  List<Contract> contractsInForce();

  /** Pools whose logs and metrics are made up. */
  Set<String> syntheticPools();

  /** What happened to pools besides. */
  List<PlatformEvent> events();

  /** Whether there is anything of a table that may be missing. */
  boolean has(Table table);

  /** Where the lines stand that notices speak of. */
  NoticePlaces noticePlaces();

  /** The workflow's sources over it. */
  JudgeWorkflow.Sources sources(StreamExecutionEnvironment env);

  /** A source of requests that were not answered, where there are such. */
  Optional<DataStream<RequestFailureLine>> failures(StreamExecutionEnvironment env);

  /** What is read, as elements of a JSON array that has begun. */
  void writeInputs(JsonGenerator json) throws IOException;

  /** How much the job reads, in a unit of the input's own. */
  long total();

  /** How much of {@link #total} it has read, by these counts; about. */
  long read(RunCounts counts);

  /** What is said when not one request could be read. */
  InputException noReadableRequest(long unreadableLines);
}
