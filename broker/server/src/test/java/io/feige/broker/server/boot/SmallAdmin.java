package io.feige.broker.server.boot;

import io.feige.broker.core.controller.ControllerMachine;
import io.feige.broker.core.controller.port.ControllerEvent;
import io.feige.broker.core.controller.port.ControllerPort;
import io.feige.broker.core.controller.port.ControllerSettings;
import io.feige.broker.core.controller.port.Decision;
import io.feige.broker.core.controller.port.FailoverReport;
import io.feige.broker.core.controller.port.OperatorAnswer;
import io.feige.broker.core.port.Now;
import io.feige.protocol.cluster.BackupServes;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.codec.CommandDecoder;
import io.feige.protocol.codec.CommandEncoder;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Beat;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.NodeReport;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Result;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.error.MalformedFrameException;
import io.feige.testkit.Waits;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An Admin with the real controller machine, real sockets and a store in memory: what it takes to
 * run pairs of nodes in one process.
 */
final class SmallAdmin implements ControllerPort, AutoCloseable {
  /** Silence alone moves no pair: on a busy machine everybody is silent now and then. */
  private static final ControllerSettings SETTINGS =
      new ControllerSettings(100, 10 * Waits.patienceMillis(), 0);

  /** A node that has lost its connection is back within a part of this. */
  private static final Duration GONE_AFTER = Duration.ofSeconds(1);

  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final ControllerMachine machine = new ControllerMachine(SETTINGS);
  private final Map<String, PairState> stored = new HashMap<>();
  private final Map<String, Socket> nodes = new HashMap<>();
  private long connections;
  private volatile boolean isClosed;

  SmallAdmin(PairState... pairs) throws IOException {
    List.of(pairs).forEach(pair -> stored.put(pair.pair(), pair));
    decide(new ControllerEvent.Elected(1, List.of(pairs)));
    Thread.ofVirtual().start(this::accept);
    Thread.ofVirtual().start(this::tick);
  }

  static PairState pair(String name, String master, String backup) {
    return PairState.fresh(name, master, backup, BackupServes.ALL);
  }

  String address() {
    return "127.0.0.1:" + server.getLocalPort();
  }

  synchronized PairState state(String pair) {
    return java.util.Objects.requireNonNull(stored.get(pair));
  }

  /**
   * Whether the node is active by now; if not, its pair is to be switched to it. To be asked until
   * it is, because a hand-over that takes too long is called off.
   */
  synchronized boolean isSwitchedTo(String pair, String node) {
    boolean isSwitched = state(pair).active().equals(node);
    if (!isSwitched) {
      decide(new ControllerEvent.SwitchAsked(1, pair));
    }
    return isSwitched;
  }

  private synchronized void decide(ControllerEvent event) {
    machine.decide(event, new Now(System.nanoTime(), System.currentTimeMillis()), this);
  }

  private void tick() {
    try {
      while (!isClosed) {
        Thread.sleep(5);
        decide(new ControllerEvent.TimePassed());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void accept() {
    while (!isClosed) {
      try {
        Socket socket = server.accept();
        socket.setTcpNoDelay(true);
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    String node = "";
    long connection = 0;
    try (socket;
        DataInputStream in = new DataInputStream(socket.getInputStream())) {
      FrameHeader first = header(in);
      if (!(CommandDecoder.request(first, body(in, first)) instanceof Hello)) {
        return;
      }
      send(socket, 1, first.correlationId(), new Welcome(1, "admin-1", 1 << 20, 1 << 20, 60_000));
      while (true) {
        FrameHeader header = header(in);
        Answer answer = CommandDecoder.answer(header, body(in, header));
        if (answer instanceof NodeReport report) {
          if (node.isEmpty()) {
            node = report.member().node();
            connection = connect(node, socket);
          }
          decide(new ControllerEvent.Reported(connection, report));
        }
      }
    } catch (IOException | MalformedFrameException e) {
      if (!node.isEmpty()) {
        gone(node, connection);
      }
    }
  }

  /** Of one that is back on another connection by then the machine does not believe it. */
  private void gone(String node, long connection) {
    try {
      Thread.sleep(GONE_AFTER);
      decide(new ControllerEvent.NodeGone(node, connection));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized long connect(String node, Socket socket) {
    nodes.put(node, socket);
    return ++connections;
  }

  private static FrameHeader header(DataInputStream in) throws IOException {
    ByteBuf bytes = Unpooled.wrappedBuffer(in.readNBytes(FrameHeader.BYTES));
    if (bytes.readableBytes() < FrameHeader.BYTES) {
      throw new IOException("the node hung up");
    }
    return FrameHeader.read(bytes);
  }

  private static ByteBuf body(DataInputStream in, FrameHeader header) throws IOException {
    return Unpooled.wrappedBuffer(in.readNBytes(header.length()));
  }

  private static void send(Socket to, int version, int correlation, Result result)
      throws IOException {
    ByteBuf frame = Unpooled.buffer();
    CommandEncoder.result(version, correlation, result, frame);
    write(to, frame);
  }

  private static void write(Socket to, ByteBuf frame) throws IOException {
    byte[] bytes = new byte[frame.readableBytes()];
    frame.readBytes(bytes);
    to.getOutputStream().write(bytes);
  }

  @Override
  public synchronized void beat(String node, Beat beat) {
    Socket to = nodes.get(node);
    if (to != null) {
      ByteBuf frame = Unpooled.buffer();
      Request request = beat;
      CommandEncoder.request(1, 7, request, frame);
      try {
        write(to, frame);
      } catch (IOException e) {
        nodes.remove(node);
      }
    }
  }

  @Override
  public synchronized void store(PairState next, Decision decision) {
    PairState now = stored.get(next.pair());
    if (now != null && now.version() == next.version()) {
      now =
          new PairState(
              next.pair(),
              next.master(),
              next.backup(),
              next.active(),
              next.epoch(),
              next.inSync(),
              next.handedOver(),
              next.backupServes(),
              next.version() + 1);
      stored.put(next.pair(), now);
    }
    PairState outcome = java.util.Objects.requireNonNull(now);
    Thread.ofVirtual().start(() -> decide(new ControllerEvent.PairStored(outcome)));
  }

  @Override
  public void tell(FailoverReport report) {}

  @Override
  public void answer(long ticket, OperatorAnswer answer) {}

  @Override
  public void close() throws IOException {
    isClosed = true;
    server.close();
    synchronized (this) {
      for (Socket socket : nodes.values()) {
        socket.close();
      }
    }
  }
}
