package dev.slowhour.job.batch;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.PlatformEvent;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.ContractFiles;
import dev.slowhour.core.read.EventFiles;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.read.InputFile;
import dev.slowhour.core.read.InputFiles;
import dev.slowhour.core.read.PoolFiles;
import dev.slowhour.job.files.NoticeFiles;
import dev.slowhour.job.files.NoticePlaces;
import dev.slowhour.job.files.TableSources;
import dev.slowhour.job.workflow.JudgeWorkflow;
import dev.slowhour.job.workflow.RequestFailureLine;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Folders of files. What is read of them is counted in bytes on disk. */
final class FileInput implements RunInput {

  private final List<String> folders;
  private final JudgeSettings settings;
  private final InputFiles files;
  private final ContractFiles.Contracts contracts;
  private final PoolFiles.Pools pools;
  private final EventFiles.Events events;

  private FileInput(
      List<String> folders,
      JudgeSettings settings,
      InputFiles files,
      ContractFiles.Contracts contracts,
      PoolFiles.Pools pools,
      EventFiles.Events events) {
    this.folders = folders;
    this.settings = settings;
    this.files = files;
    this.contracts = contracts;
    this.pools = pools;
    this.events = events;
  }

  static FileInput in(List<String> folders, JudgeSettings settings) throws InputException {
    InputFiles files = InputFiles.find(folders);
    return new FileInput(
        folders,
        settings,
        files,
        ContractFiles.read(files.of(Table.TENANT_CONTRACTS), settings.reportZone()),
        PoolFiles.read(files.of(Table.POOLS), settings.reportZone()),
        EventFiles.read(files.of(Table.PLATFORM_EVENTS), settings.reportZone()));
  }

  @Override
  public List<Contract> contractsInForce() {
    return contracts.inForce();
  }

  @Override
  public Set<String> syntheticPools() {
    return pools.synthetic();
  }

  @Override
  public List<PlatformEvent> events() {
    return events.rows();
  }

  @Override
  public boolean has(Table table) {
    return !files.of(table).isEmpty();
  }

  @Override
  public NoticePlaces noticePlaces() {
    return NoticeFiles.of(files);
  }

  @Override
  public JudgeWorkflow.Sources sources(StreamExecutionEnvironment env) {
    List<Notice> notices = new ArrayList<>(contracts.notices());
    notices.addAll(pools.notices());
    notices.addAll(events.notices());
    return TableSources.of(env, files, contracts.inForce(), notices, settings);
  }

  @Override
  public Optional<DataStream<RequestFailureLine>> failures(StreamExecutionEnvironment env) {
    return has(Table.REQUEST_FAILURES)
        ? Optional.of(TableSources.failures(env, files, settings))
        : Optional.empty();
  }

  @Override
  public void writeInputs(JsonGenerator json) throws IOException {
    for (Table table : Table.values()) {
      for (InputFile file : files.of(table)) {
        writeFile(json, file);
      }
    }
  }

  static void writeFile(JsonGenerator json, InputFile file) throws IOException {
    json.writeStartObject();
    json.writeStringField("table", file.table().tableName());
    json.writeStringField("file", file.name());
    json.writeNumberField("bytes", Files.size(file.path()));
    json.writeEndObject();
  }

  @Override
  public long total() {
    return bytes(files.of(Table.REQUEST_LOGS)) + bytes(files.of(Table.POOL_METRICS));
  }

  private static long bytes(List<InputFile> files) {
    return files.stream().mapToLong(file -> file.path().toFile().length()).sum();
  }

  @Override
  public long read(RunCounts counts) {
    return counts.bytes();
  }

  @Override
  public InputException noReadableRequest(long unreadableLines) {
    return new InputException(
        "no readable request line in "
            + String.join(", ", folders)
            + " ("
            + unreadableLines
            + " lines cannot be read; expected: JSON objects or CSV rows with all fields of"
            + " request_logs)");
  }
}
