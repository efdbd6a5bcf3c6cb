package io.feige.broker.server.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.certificates.CertificateFiles;
import io.feige.certificates.CertificateRequest;
import io.feige.protocol.command.Ping;
import io.feige.protocol.command.Pong;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.TopicDeleted;
import io.feige.protocol.model.Durability;
import io.feige.protocol.model.Secret;
import io.feige.testkit.Waits;
import io.feige.tls.ServerTls;
import io.feige.tls.TlsContext;
import io.feige.tls.TlsException;
import io.feige.tls.TlsFiles;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Thousands who connect and do not show who they are. */
final class StrangersOfNodeIT {
  private static final int MANY = 3_000;
  private static final int MOST = 100;

  /** Of a stranger that begins TLS, at most; the limit of strangers bounds their sum. */
  private static final long STRANGER_BYTES = 64 << 10;

  @TempDir Path dir;
  private final List<Socket> silent = new ArrayList<>();

  @AfterEach
  void hangUp() throws IOException {
    for (Socket socket : silent) {
      socket.close();
    }
  }

  @Test
  void silentOnesKeepNobodyOutAndTakeNoMemory() throws Exception {
    try (RunningFront front = RunningFront.with("limits.strangers", "" + MOST);
        RawClient early = RawClient.shaken(front.port())) {
      connect(front.port(), new byte[0]);
      RawClient.shaken(front.port()).close();
      early.send(1, new Ping());
      assertThat(early.receive().answer()).isEqualTo(new Pong());
      assertThat(metric(front, "feige_strangers_evicted_total")).isGreaterThan(MANY / 2);
      assertThat(metric(front, "feige_strangers{")).isLessThanOrEqualTo(MOST + 32);
      assertThat(front.metrics.connections()).isLessThanOrEqualTo(MOST + 34);
      await().until(() -> metric(front, "feige_strangers{") == 0);
    }
  }

  @Test
  void halfOpenTlsKeepsNobodyOutAndTakesNoMemory() throws Exception {
    try (ServerTls tls = ServerTls.start(files(), new Nobody())) {
      TlsContext caller = TlsContext.load(TlsFiles.trusting(dir.resolve("ca.pem")));
      try (RunningFront front =
          RunningFront.with(tls.encryption(), "limits.strangers", "" + MOST)) {
        shake(caller, front.port());
        long before = heldBytes();
        connect(front.port(), clientHello(caller));
        await().until(() -> metric(front, "feige_strangers{") >= MOST);
        // What those have left that were pushed out is given back a moment later.
        await()
            .untilAsserted(
                () -> assertThat(heldBytes() - before).isLessThan((MOST + 32) * STRANGER_BYTES));
        assertThat(metric(front, "feige_strangers{")).isLessThanOrEqualTo(MOST + 32);
        hangUpOn(MANY - 5 * MOST);
        // Those that the node had not accepted yet may still push it out; then it comes again.
        await()
            .ignoreExceptionsInstanceOf(IOException.class)
            .untilAsserted(() -> shake(caller, front.port()));
      }
    }
  }

  @Test
  void halfOfAFrameOfAStrangerTakesNothingOfThoseWhoAreKnown() throws Exception {
    try (RunningFront front =
            RunningFront.with(
                "limits.maxFrameBytes",
                "1MiB",
                "limits.maxBatchBytes",
                "512KiB",
                "limits.maxPendingBytes",
                "1MiB");
        RawClient known = RawClient.shaken(front.port())) {
      front.sink.onRequest(one -> one.from().send(one.correlationId(), new TopicDeleted()));
      byte[] most = new byte[60_000];
      System.arraycopy(RawClient.header(64 << 10, 1, 1, 0, 1), 0, most, 0, 12);
      connect(front.port(), most, 30);
      await().until(() -> front.front.inboundBytes() > 20 * 50_000);
      byte[] publish = RawClient.bytes(2, publish());
      known.send(Arrays.copyOf(publish, publish.length / 2));
      known.send(Arrays.copyOfRange(publish, publish.length / 2, publish.length));
      assertThat(known.receive().answer()).isInstanceOf(TopicDeleted.class);
    }
  }

  private static Request publish() {
    return new Publish("orders", 0, Durability.LOCAL, 0, Unpooled.wrappedBuffer(new byte[400_000]));
  }

  private void connect(int port, byte[] greeting) throws IOException {
    connect(port, greeting, MANY);
  }

  private void connect(int port, byte[] greeting, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
      silent.add(socket);
      socket.getOutputStream().write(greeting);
    }
  }

  private void hangUpOn(int count) throws IOException {
    for (Socket socket : silent.subList(silent.size() - count, silent.size())) {
      socket.close();
    }
  }

  /** What a caller says first. */
  private static byte[] clientHello(TlsContext caller) throws Exception {
    var engine = caller.platform().createSSLEngine("127.0.0.1", 1);
    engine.setUseClientMode(true);
    engine.beginHandshake();
    var out = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    var _ = engine.wrap(ByteBuffer.allocate(0), out);
    return Arrays.copyOf(out.array(), out.position());
  }

  private static void shake(TlsContext caller, int port) throws Exception {
    try (SSLSocket socket =
        (SSLSocket) caller.platform().getSocketFactory().createSocket("127.0.0.1", port)) {
      socket.setSoTimeout(Waits.patienceMillis());
      socket.startHandshake();
      socket.getOutputStream().write(RawClient.bytes(1, RawClient.hello(1, 1, "", Secret.NONE)));
      assertThat(socket.getInputStream().read()).isZero();
    }
  }

  private TlsFiles files() throws Exception {
    CertificateFiles certificates = new CertificateFiles(dir);
    var _ = certificates.init("test", Duration.ofDays(1));
    var _ =
        certificates.issue(
            CertificateRequest.of("node-1", List.of("127.0.0.1"), Duration.ofDays(1)), false);
    return TlsFiles.trusting(certificates.ca())
        .showing(certificates.certificate("node-1"), certificates.key("node-1"));
  }

  /** On the heap after a collection, and in Netty's buffers. */
  private static long heldBytes() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory()
        - runtime.freeMemory()
        + PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
  }

  private static double metric(RunningFront front, String name) {
    return front
        .metrics
        .scrape()
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }

  private static final class Nobody implements ServerTls.Listener {
    @Override
    public void renewed(TlsContext context) {}

    @Override
    public void refused(TlsException why) {}

    @Override
    public void expiresSoon(TlsContext context) {}
  }
}
