package dev.slowhour.job.kafka.local;

import dev.slowhour.core.read.FileFailure;
import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.server.ServerSocketFactory;

/**
 * Ports of 127.0.0.1 that are taken before the node starts, so that its configuration can name them
 * and nobody else gets them in between.
 */
final class LoopbackPorts implements ServerSocketFactory, Closeable {

  /**
   * Free ports are looked for below those that systems hand out for outgoing connections. A client
   * that tries to reach a stopped node again and again would otherwise be given, sooner or later,
   * that very port as its own, connect to itself, and keep the node from coming back.
   */
  private static final int FIRST_PORT = 20_000;

  private static final int LAST_PORT = 32_000;
  private static final int TRIES = 200;
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final Map<Integer, ServerSocketChannel> bound = new HashMap<>();

  /**
   * Takes any free port.
   *
   * @throws IOException when none is found
   */
  int takeAny() throws IOException {
    BindException lastOrNull = null;
    for (int attempt = 0; attempt < TRIES; attempt++) {
      try {
        return bind(ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT));
      } catch (BindException e) {
        lastOrNull = e;
      }
    }
    throw new IOException(
        "no free port of 127.0.0.1 found from " + FIRST_PORT + " to " + LAST_PORT, lastOrNull);
  }

  /**
   * Takes that port.
   *
   * @throws IOException when somebody has it
   */
  void take(int port) throws IOException {
    try {
      bind(port);
    } catch (BindException e) {
      throw new IOException(
          "port " + port + " of 127.0.0.1: in use (expected: a free one, or 0 for any)", e);
    } catch (IOException e) {
      throw new IOException(
          "port " + port + " of 127.0.0.1: cannot be used: " + FileFailure.reason(e), e);
    }
  }

  /** Takes a port that was ours a moment ago: waits ten seconds for whoever has it now. */
  void takeAgain(int port) throws IOException {
    for (int attempt = 0; attempt < TRIES; attempt++) {
      try {
        bind(port);
        return;
      } catch (BindException e) {
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
    take(port);
  }

  private int bind(int port) throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open();
    try {
      channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      channel.bind(address(port));
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    bound.put(port, channel);
    return port;
  }

  /** That port of 127.0.0.1. */
  static InetSocketAddress address(int port) throws IOException {
    return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
  }

  @Override
  public ServerSocketChannel openServerSocket(
      String listenerName, InetSocketAddress address, int backlog, int receiveBufferSize)
      throws IOException {
    ServerSocketChannel channel = bound.remove(address.getPort());
    if (channel == null) {
      throw new IOException(listenerName + ": port " + address.getPort() + " was not taken");
    }
    channel.configureBlocking(false);
    return channel;
  }

  /** Gives back what the node has not asked for. */
  @Override
  public void close() throws IOException {
    for (ServerSocketChannel channel : bound.values()) {
      channel.close();
    }
    bound.clear();
  }
}
