package dev.slowhour.job.kafka.local;

import java.nio.file.Path;
import java.util.Map;

/** How the one node is configured: broker and controller in one, everything kept for ever. */
final class NodeProperties {

  static final int NODE_ID = 1;
  static final String HOST = "127.0.0.1";
  static final String CONTROLLER = "CONTROLLER";

  private NodeProperties() {}

  static Map<String, String> of(Path folder, int brokerPort, int controllerPort) {
    String broker = "PLAINTEXT://" + HOST + ":" + brokerPort;
    return Map.ofEntries(
        Map.entry("process.roles", "broker,controller"),
        Map.entry("node.id", String.valueOf(NODE_ID)),
        Map.entry("log.dirs", folder.toString()),
        Map.entry("listeners", broker + "," + CONTROLLER + "://" + HOST + ":" + controllerPort),
        Map.entry("advertised.listeners", broker),
        Map.entry("controller.listener.names", CONTROLLER),
        Map.entry(
            "listener.security.protocol.map", "PLAINTEXT:PLAINTEXT," + CONTROLLER + ":PLAINTEXT"),
        Map.entry("controller.quorum.voters", NODE_ID + "@" + HOST + ":" + controllerPort),
        // A topic by a mistyped name would be read as one without records.
        Map.entry("auto.create.topics.enable", "false"),
        // There is one node to keep copies.
        Map.entry("offsets.topic.replication.factor", "1"),
        Map.entry("transaction.state.log.replication.factor", "1"),
        Map.entry("transaction.state.log.min.isr", "1"),
        Map.entry("share.coordinator.state.topic.replication.factor", "1"),
        Map.entry("share.coordinator.state.topic.min.isr", "1"),
        // Few files, and a consumer that need not wait for others.
        Map.entry("offsets.topic.num.partitions", "1"),
        Map.entry("transaction.state.log.num.partitions", "1"),
        Map.entry("share.coordinator.state.topic.num.partitions", "1"),
        Map.entry("group.initial.rebalance.delay.ms", "0"),
        Map.entry("log.cleaner.dedupe.buffer.size", String.valueOf(4 << 20)),
        // Days are replayed with the timestamps they had, however old: nothing is too old or too
        // far ahead to be taken in, or old enough to be deleted.
        Map.entry("log.retention.ms", "-1"),
        Map.entry("log.message.timestamp.before.max.ms", String.valueOf(Long.MAX_VALUE)),
        Map.entry("log.message.timestamp.after.max.ms", String.valueOf(Long.MAX_VALUE)));
  }
}
