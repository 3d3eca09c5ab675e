package dev.slowhour.job.kafka.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.slowhour.job.kafka.KafkaSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.SharedServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.bootstrap.BootstrapDirectory;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * A real Kafka of one node (KRaft: broker and controller in one) in this process, on 127.0.0.1,
 * without encryption or login: for trying and testing. What it holds lies in a folder, and is there
 * again when it is started again with that folder.
 *
 * <p>Not for several threads, but for {@link #awaitFault} and {@link #close}.
 */
public final class LocalKafka implements AutoCloseable {

  private static final Duration SHUTDOWN = Duration.ofSeconds(10);

  private final Path folder;
  private final int port;
  private final int controllerPort;
  private Node nodeOrNull;

  private LocalKafka(Path folder, int port, int controllerPort, Node node) {
    this.folder = folder;
    this.port = port;
    this.controllerPort = controllerPort;
    this.nodeOrNull = node;
  }

  private record Node(ControllerServer controller, BrokerServer broker, Faults faults) {

    void shutdown() {
      broker.shutdown(SHUTDOWN);
      controller.shutdown();
    }
  }

  /**
   * Starts it and returns when it can be used.
   *
   * @param folder where its data are or will be; made if it is not there. Of one process at a time
   * @param port of 127.0.0.1, 1 to 65535, or 0 for any that is free
   * @throws IOException when the port is in use, the folder is in use or holds something else, or
   *     the node does not start; nothing goes on then
   */
  public static LocalKafka start(Path folder, int port) throws IOException {
    try (LoopbackPorts ports = new LoopbackPorts()) {
      int brokerPort = port;
      if (port == 0) {
        brokerPort = ports.takeAny();
      } else {
        ports.take(port);
      }
      int controllerPort = ports.takeAny();
      Node node = startNode(folder.toAbsolutePath(), brokerPort, controllerPort, ports);
      return new LocalKafka(folder.toAbsolutePath(), brokerPort, controllerPort, node);
    }
  }

  /** Where it listens: {@code HOST:PORT}. */
  public String bootstrapServers() {
    return NodeProperties.HOST + ":" + port;
  }

  /** The port that it listens on, also after it was started again. */
  public int port() {
    return port;
  }

  /** How to reach it, with the topics of that name. */
  public KafkaSettings settings() {
    return KafkaSettings.of(bootstrapServers());
  }

  /** Stops it. Whoever is connected loses the connection; what was acknowledged is kept. */
  public synchronized void stop() {
    if (nodeOrNull != null) {
      nodeOrNull.shutdown();
      nodeOrNull = null;
    }
  }

  /**
   * Starts it again, on the same ports, with what it held.
   *
   * @throws IOException when it does not start
   * @throws IllegalStateException when it runs
   */
  public synchronized void startAgain() throws IOException {
    if (nodeOrNull != null) {
      throw new IllegalStateException("it runs (expected: a stopped one)");
    }
    try (LoopbackPorts ports = new LoopbackPorts()) {
      ports.takeAgain(port);
      ports.takeAgain(controllerPort);
      nodeOrNull = startNode(folder, port, controllerPort, ports);
    }
  }

  /**
   * Waits until it cannot go on because of a fault. (Where no file can be written any more, Kafka
   * ends the process itself.)
   *
   * @return what went wrong
   */
  public Throwable awaitFault() throws InterruptedException {
    CompletableFuture<Throwable> fault;
    synchronized (this) {
      if (nodeOrNull == null) {
        throw new IllegalStateException("it does not run (expected: a running one)");
      }
      fault = nodeOrNull.faults().fatal();
    }
    try {
      return fault.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    stop();
  }

  private static Node startNode(
      Path folder, int brokerPort, int controllerPort, LoopbackPorts ports) throws IOException {
    format(folder);
    Faults faults = new Faults();
    try {
      MetaPropertiesEnsemble formatted =
          new MetaPropertiesEnsemble.Loader()
              .addMetadataLogDir(folder.toString())
              .addLogDirs(List.of(folder.toString()))
              .load();
      SharedServer shared =
          new SharedServer(
              new KafkaConfig(NodeProperties.of(folder, brokerPort, controllerPort), false),
              formatted,
              Time.SYSTEM,
              new Metrics(),
              CompletableFuture.completedFuture(
                  Map.of(NodeProperties.NODE_ID, LoopbackPorts.address(controllerPort))),
              List.of(),
              faults,
              ports);
      Node node =
          new Node(
              new ControllerServer(
                  shared,
                  KafkaRaftServer.configSchema(),
                  new BootstrapDirectory(folder.toString()).read()),
              new BrokerServer(shared),
              faults);
      startOrShutDown(node);
      return node;
    } catch (Exception e) {
      throw new IOException(
          "Kafka does not start with its data in " + folder + ": " + reason(e, faults), e);
    }
  }

  private static void startOrShutDown(Node node) {
    try {
      node.controller().startup();
      node.broker().startup();
    } catch (RuntimeException e) {
      node.shutdown();
      throw e;
    }
  }

  /** The innermost cause tells most: that the folder is locked, that the disk is full. */
  private static String reason(Exception failure, Faults faults) {
    Throwable cause = faults.fatal().getNow(failure);
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
  }

  /** Marks a new folder as this node's; one that is marked stays as it is. */
  private static void format(Path folder) throws IOException {
    Files.createDirectories(folder);
    if (Files.exists(folder.resolve(MetaPropertiesEnsemble.META_PROPERTIES_NAME))) {
      return;
    }
    requireEmpty(folder);
    try {
      new Formatter()
          .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, UTF_8))
          .setNodeId(NodeProperties.NODE_ID)
          .setClusterId(Uuid.randomUuid().toString())
          .setDirectories(List.of(folder.toString()))
          .setMetadataLogDirectory(folder.toString())
          .setControllerListenerName(NodeProperties.CONTROLLER)
          .run();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(folder + ": cannot be made Kafka's: " + e.getMessage(), e);
    }
  }

  private static void requireEmpty(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      if (files.findAny().isPresent()) {
        throw new IOException(
            folder + ": holds something else (expected: an empty folder, or one of Kafka's)");
      }
    }
  }
}
