package dev.slowhour.loadgen.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A server on loopback that answers every request with the bytes of a script, at the times of the
 * script: a thread a connection and a socket, so that nothing stands between script and wire.
 */
public final class ScriptedServer implements Closeable {

  private final ServerSocket listener;
  private final Script script;
  private final Thread acceptor;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final List<Thread> threads = new ArrayList<>();
  private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();
  private final CountDownLatch hungUp = new CountDownLatch(1);

  private ScriptedServer(ServerSocket listener, Script script) {
    this.listener = listener;
    this.script = script;
    this.acceptor = new Thread(this::accept, "scripted-server");
  }

  /** Starts to answer with a script. */
  public static ScriptedServer start(Script script) throws IOException {
    ServerSocket listener = new ServerSocket(0, 4_096, InetAddress.getLoopbackAddress());
    ScriptedServer server = new ScriptedServer(listener, script);
    server.acceptor.start();
    return server;
  }

  /** Its port on 127.0.0.1. */
  public int port() {
    return listener.getLocalPort();
  }

  /** Head and body of the next request that came. */
  public String nextRequest() throws InterruptedException {
    return requests.poll(30, TimeUnit.SECONDS);
  }

  /** Whether a client closed a connection on which the script held. */
  public boolean isHungUp() throws InterruptedException {
    return hungUp.await(30, TimeUnit.SECONDS);
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listener.accept();
        socket.setTcpNoDelay(true);
        sockets.add(socket);
        Thread thread = new Thread(() -> serve(socket), "scripted-connection");
        threads.add(thread);
        thread.start();
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      while (readRequest(in)) {
        if (!play(socket, in)) {
          return;
        }
      }
    } catch (IOException e) {
      // The client hung up, or the test is over.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      sockets.remove(socket);
    }
  }

  private boolean readRequest(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int b = in.read();
      if (b < 0) {
        return false;
      }
      head.append((char) b);
    }
    int length = 0;
    for (String line : head.toString().lines().toList()) {
      if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
        length = Integer.parseInt(line.substring(15).strip());
      }
    }
    requests.add(head + new String(in.readNBytes(length), ISO_8859_1));
    return true;
  }

  /** Whether the connection may be used for a further request. */
  private boolean play(Socket socket, InputStream in) throws IOException, InterruptedException {
    long start = System.nanoTime();
    OutputStream out = socket.getOutputStream();
    for (Script.Step step : script.steps()) {
      if (step instanceof Script.Write write) {
        out.write(write.bytes());
        out.flush();
      } else if (step instanceof Script.At at) {
        long nanos = start + at.millis() * 1_000_000 - System.nanoTime();
        TimeUnit.NANOSECONDS.sleep(Math.max(0, nanos));
      } else if (step instanceof Script.Hold) {
        while (in.read() >= 0) {
          // Whatever a client says, it is only waited for.
        }
        hungUp.countDown();
        return false;
      } else {
        socket.setSoLinger(true, 0);
        return false;
      }
    }
    return true;
  }

  /** Closes all connections and waits for its threads. */
  @Override
  public void close() {
    try {
      listener.close();
      acceptor.join();
      for (Socket socket : sockets) {
        socket.close();
      }
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
