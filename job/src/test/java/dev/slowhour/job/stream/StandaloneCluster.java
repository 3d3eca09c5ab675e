package dev.slowhour.job.stream;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Flink cluster of processes on loopback, from the class path of the test: one job manager and
 * task managers of one slot each, which can be killed. What is left is killed when it is closed.
 */
final class StandaloneCluster implements AutoCloseable {

  private static final Duration START = Duration.ofMinutes(2);

  /** What Flink's distribution passes; the launcher passes the same. */
  private static final List<String> OPENED =
      List.of(
          "java.lang",
          "java.net",
          "java.io",
          "java.nio",
          "sun.nio.ch",
          "java.lang.reflect",
          "java.text",
          "java.time",
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.atomic",
          "java.util.concurrent.locks");

  private static final String CONFIGURATION =
      """
      jobmanager.rpc.address: 127.0.0.1
      jobmanager.rpc.port: %1$d
      jobmanager.bind-host: 127.0.0.1
      jobmanager.memory.heap.size: 256m
      taskmanager.host: 127.0.0.1
      taskmanager.bind-host: 127.0.0.1
      taskmanager.numberOfTaskSlots: 1
      taskmanager.cpu.cores: 2
      taskmanager.memory.framework.heap.size: 64m
      taskmanager.memory.task.heap.size: 192m
      taskmanager.memory.framework.off-heap.size: 64m
      taskmanager.memory.task.off-heap.size: 0m
      taskmanager.memory.managed.size: 64m
      taskmanager.memory.network.min: 32m
      taskmanager.memory.network.max: 32m
      taskmanager.memory.jvm-metaspace.size: 192m
      taskmanager.memory.jvm-overhead.min: 64m
      taskmanager.memory.jvm-overhead.max: 64m
      rest.address: 127.0.0.1
      rest.port: %2$d
      rest.bind-address: 127.0.0.1
      blob.server.port: 0
      heartbeat.interval: 1000
      heartbeat.timeout: 10000
      io.tmp.dirs: %3$s
      """;

  private final HttpClient http = HttpClient.newHttpClient();
  private final Path folder;
  private final int restPort;
  private final List<Process> processes = new ArrayList<>();
  private final List<Process> taskManagers = new ArrayList<>();
  private int started;

  private StandaloneCluster(Path folder, int restPort) {
    this.folder = folder;
    this.restPort = restPort;
  }

  /** Starts the job manager and so many task managers, and waits until they know each other. */
  static StandaloneCluster start(Path folder, int taskManagers) throws Exception {
    Path temporary = Files.createDirectories(folder.resolve("tmp"));
    int restPort = freePort();
    Files.writeString(
        Files.createDirectories(folder.resolve("conf")).resolve("config.yaml"),
        CONFIGURATION.formatted(freePort(), restPort, temporary));
    StandaloneCluster cluster = new StandaloneCluster(folder, restPort);
    try {
      cluster.launch(
          "jobmanager",
          "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint",
          "-Xmx384m");
      for (int i = 0; i < taskManagers; i++) {
        cluster.startTaskManager();
      }
      cluster.awaitTaskManagers(taskManagers);
      return cluster;
    } catch (Exception | Error e) {
      cluster.close();
      throw e;
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Where jobs are sent to, on 127.0.0.1. */
  int restPort() {
    return restPort;
  }

  /** Starts one more task manager. */
  void startTaskManager() throws IOException {
    started++;
    taskManagers.add(
        launch(
            "taskmanager-" + started,
            "org.apache.flink.runtime.taskexecutor.TaskManagerRunner",
            "-Xmx320m",
            "-D",
            "taskmanager.resource-id=tm-" + started));
  }

  /** Kills the task manager that was started first, as {@code kill -9} does. */
  void killTaskManager() throws InterruptedException {
    Process oldest = taskManagers.remove(0);
    oldest.destroyForcibly();
    oldest.waitFor();
  }

  private Process launch(String name, String mainClass, String heap, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add(heap);
    command.add("-XX:+UseSerialGC");
    OPENED.forEach(opened -> command.add("--add-opens=java.base/" + opened + "=ALL-UNNAMED"));
    command.add("-Djava.io.tmpdir=" + folder.resolve("tmp"));
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(mainClass);
    command.add("--configDir");
    command.add(folder.resolve("conf").toString());
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(name + ".log").toFile())
            .start();
    processes.add(process);
    return process;
  }

  private void awaitTaskManagers(int count) throws Exception {
    long until = System.nanoTime() + START.toNanos();
    while (true) {
      for (Process process : processes) {
        if (!process.isAlive()) {
          throw new IllegalStateException("a process of the cluster ended: " + logs());
        }
      }
      try {
        if (number(get("/overview"), "taskmanagers") >= count) {
          return;
        }
      } catch (IOException notYet) {
        if (System.nanoTime() > until) {
          throw notYet;
        }
      }
      if (System.nanoTime() > until) {
        throw new IllegalStateException("the task managers do not come up: " + logs());
      }
      Thread.sleep(200);
    }
  }

  /** How many checkpoints of a job are complete. */
  long checkpoints(String jobId) throws Exception {
    return number(get("/jobs/" + jobId + "/checkpoints"), "completed");
  }

  /** How often a job has begun anew. */
  long restarts(String jobId) throws Exception {
    Matcher value =
        Pattern.compile("\"value\":\"([0-9]+)\"")
            .matcher(get("/jobs/" + jobId + "/metrics?get=numRestarts"));
    return value.find() ? Long.parseLong(value.group(1)) : 0;
  }

  private String get(String path) throws IOException, InterruptedException {
    return http.send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + restPort + path)).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  private static long number(String json, String field) {
    Matcher value = Pattern.compile("\"" + field + "\":([0-9]+)").matcher(json);
    return value.find() ? Long.parseLong(value.group(1)) : 0;
  }

  private String logs() throws IOException {
    StringBuilder logs = new StringBuilder();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path log : files.filter(file -> file.toString().endsWith(".log")).toList()) {
        logs.append(log.getFileName()).append(": ").append(Files.readString(log)).append('\n');
      }
    }
    return logs.toString();
  }

  @Override
  public void close() {
    processes.forEach(Process::destroyForcibly);
    processes.forEach(process -> process.onExit().join());
  }
}
