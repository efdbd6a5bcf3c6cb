package io.feige.broker.server.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.protocol.codec.PulledEncoder;
import io.feige.protocol.command.FindRoute;
import io.feige.protocol.command.GetStatus;
import io.feige.protocol.command.Ping;
import io.feige.protocol.command.Pong;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.ReadBatches;
import io.feige.protocol.command.Routes;
import io.feige.protocol.command.TopicDeleted;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.Durability;
import io.feige.protocol.model.Secret;
import io.feige.protocol.model.Selection;
import io.feige.testkit.Waits;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What clients can do by being slow, greedy or many. */
final class FrontPressureIT {
  private static final int BURST = 20;

  @Test
  void whoeverSaysNothingIsToldThatTheHandshakeTookTooLong() throws IOException {
    try (RunningFront front = RunningFront.with("limits.handshakeTimeout", "100ms");
        RawClient client = RawClient.connect(front.port())) {
      assertThat(client.receiveRefusal().code()).isEqualTo(ErrorCode.HANDSHAKE_TIMEOUT);
      assertThat(client.isEnded()).isTrue();
    }
  }

  @Test
  void aHandshakeThatDripsIsCutOffAlthoughBytesKeepComing() throws IOException {
    try (RunningFront front = RunningFront.with("limits.handshakeTimeout", "200ms");
        RawClient client = RawClient.connect(front.port())) {
      // It is never complete, and drips for minutes if nobody cuts it off.
      client.send(RawClient.header(10_000, 1, 1, 0, 1));
      drip(client, 9_999);
      assertThat(client.receiveRefusal().code()).isEqualTo(ErrorCode.HANDSHAKE_TIMEOUT);
    }
  }

  @Test
  void aFrameThatDripsIsCutOffAlthoughBytesKeepComing() throws IOException {
    try (RunningFront front = RunningFront.with("limits.frameTimeout", "200ms");
        RawClient client = RawClient.shaken(front.port())) {
      client.send(RawClient.header(10_000, 1, 4, 0, 1));
      drip(client, 9_999);
      assertThat(client.receiveRefusal().message()).contains("not completed within 200 ms");
      assertThat(client.isEnded()).isTrue();
      await().until(() -> front.front.inboundBytes() == 0);
    }
  }

  @Test
  void aSilentConnectionEndsAndOneThatPingsDoesNot() throws IOException {
    try (RunningFront front = RunningFront.with("limits.idleTimeout", "4s");
        RawClient pinging = RawClient.shaken(front.port());
        RawClient silent = RawClient.shaken(front.port())) {
      // It came first: if its pings were nothing, it would have to go first.
      await()
          .pollInterval(Duration.ofMillis(1))
          .until(() -> {
            pinging.send(1, new Ping());
            assertThat(pinging.receive().answer()).isEqualTo(new Pong());
            return front.metrics.connections() == 1;
          });
      assertThat(silent.isEnded()).isTrue();
    }
  }

  @Test
  void connectionsBeyondTheLimitAreToldSoAndTheOthersGoOn() throws IOException {
    try (RunningFront front = RunningFront.with("limits.maxConnections", "2");
        RawClient one = RawClient.shaken(front.port())) {
      RawClient two = RawClient.shaken(front.port());
      try (RawClient three = RawClient.connect(front.port())) {
        assertThat(three.receiveRefusal().code()).isEqualTo(ErrorCode.TOO_MANY_CONNECTIONS);
        assertThat(three.isEnded()).isTrue();
      }
      one.send(1, new Ping());
      assertThat(one.receive().answer()).isEqualTo(new Pong());
      two.close();
      await().until(() -> front.metrics.connections() == 1);
      RawClient.shaken(front.port()).close();
    }
  }

  @Test
  void thousandsOfConnectsLeaveNoDescriptorBehind() throws IOException {
    try (RunningFront front = RunningFront.with()) {
      RawClient.shaken(front.port()).close();
      await().until(() -> front.metrics.connections() == 0);
      long before = descriptors();
      for (int i = 0; i < 2_000; i++) {
        try (RawClient client = RawClient.connect(front.port())) {
          if (i % 3 == 0) {
            client.send(RawClient.bytes(1, RawClient.hello(1, 1, "", Secret.NONE)));
          } else if (i % 3 == 1) {
            client.send(new byte[] {(byte) i, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13});
          }
        }
      }
      await().until(() -> front.metrics.connections() == 0);
      await().untilAsserted(() -> assertThat(descriptors()).isLessThanOrEqualTo(before + 2));
      assertThat(front.front.inboundBytes()).isZero();
    }
  }

  @Test
  void answersOfOneBurstLeaveInOneFlush() throws IOException {
    try (RunningFront front = RunningFront.with();
        RawClient client = RawClient.shaken(front.port())) {
      List<Integer> waitingWhenSent = new CopyOnWriteArrayList<>();
      front.sink.onRequest(one -> {
        one.from().send(one.correlationId(), new Routes(1, List.of()));
        waitingWhenSent.add((int) ((ClientConnection) one.from()).bytesToSend());
      });
      byte[] request = RawClient.bytes(1, new FindRoute(0, 0));
      byte[] burst = new byte[request.length * BURST];
      for (int i = 0; i < BURST; i++) {
        System.arraycopy(request, 0, burst, i * request.length, request.length);
      }
      // A burst that takes long is read in several turns, so one that does not is waited for.
      await()
          .until(() -> {
            waitingWhenSent.clear();
            client.send(burst);
            for (int i = 0; i < BURST; i++) {
              assertThat(client.receive().answer()).isEqualTo(new Routes(1, List.of()));
            }
            // Nothing leaves while the burst is read, so what waits only grows.
            List<Integer> growing = waitingWhenSent.stream().distinct().sorted().toList();
            return growing.size() == BURST && growing.equals(waitingWhenSent);
          });
    }
  }

  @Test
  void whoeverDoesNotReadIsNotReadEitherAndCostsABoundedAmount() throws IOException {
    try (RunningFront front = RunningFront.with("limits.maxOutboundBytes", "256KiB");
        RawClient client = RawClient.connect(front.port(), 8 << 10);
        RawClient other = RawClient.shaken(front.port())) {
      client.send(1, RawClient.hello(1, 1, "", Secret.NONE));
      var _ = client.receive();
      AtomicBoolean isWritableAgain = new AtomicBoolean();
      front.sink.onRequest(one -> one.from().sendEncoded(answerOf(one, 16 << 10)));
      Thread greedy = new Thread(() -> ask(client, 20_000));
      greedy.start();
      await().until(() -> !front.sink.taken().isEmpty());
      Connection slow = front.sink.taken().getFirst().from();
      await().until(() -> !slow.isWritable());
      slow.onWritable(() -> isWritableAgain.set(true));

      other.send(1, new Ping());
      assertThat(other.receive().answer()).isEqualTo(new Pong());
      assertThat(slow.isWritable()).isFalse();
      assertThat(((ClientConnection) slow).bytesToSend()).isLessThan(512 << 10);
      assertThat(front.sink.taken()).hasSizeLessThan(20_000);

      assertThat(isWritableAgain).isFalse();
      for (int i = 0; i < 20_000; i++) {
        assertThat(client.receive().header().correlationId()).isEqualTo(i);
      }
      await().untilTrue(isWritableAgain);
      await().until(() -> !greedy.isAlive());
    }
  }

  @Test
  void whoeverTakesNoAnswersAtAllIsLetGo() throws IOException {
    try (RunningFront front =
            RunningFront.with("limits.maxOutboundBytes", "64KiB", "limits.idleTimeout", "2s");
        RawClient client = RawClient.connect(front.port(), 8 << 10)) {
      front.sink.onRequest(one -> one.from().sendEncoded(answerOf(one, 15 << 20)));
      // In one piece, so that it has asked before it can be late with that.
      client.send(
          joined(
              RawClient.bytes(1, RawClient.hello(1, 1, "", Secret.NONE)),
              RawClient.bytes(2, new GetStatus())));
      await().until(() -> front.sink.closed().size() == 1);
      assertThat(front.sink.taken()).hasSize(1);
      await().until(() -> front.metrics.connections() == 0);
    }
  }

  @Test
  void theSinkCanStopAndResumeReading() throws IOException {
    try (RunningFront front = RunningFront.with();
        RawClient client = RawClient.shaken(front.port());
        RawClient other = RawClient.shaken(front.port())) {
      front.sink.onRequest(one -> one.from().stopReading());
      client.send(1, new GetStatus());
      await().until(() -> front.sink.taken().size() == 1);
      client.send(2, new GetStatus());
      // One loop reads both, and has been around twice behind that.
      for (int i = 0; i < 2; i++) {
        other.send(i, new Ping());
        assertThat(other.receive().answer()).isEqualTo(new Pong());
      }
      assertThat(front.sink.taken()).hasSize(1);
      front.sink.taken().getFirst().from().resumeReading();
      await().until(() -> front.sink.taken().size() == 2);
    }
  }

  @Test
  void halfSentFramesTogetherStayBelowTheirBound() throws IOException {
    try (RunningFront front =
        RunningFront.with(
            "limits.maxFrameBytes", "1MiB",
            "limits.maxBatchBytes", "512KiB",
            "limits.maxPendingBytes", "2MiB")) {
      List<RawClient> clients = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        RawClient client = RawClient.shaken(front.port());
        clients.add(client);
        client.send(RawClient.header(1 << 20, 1, 4, 0, 1));
        client.send(new byte[900_000]);
      }
      await().until(() -> front.front.inboundBytes() == 1_800_000);
      RawClient third = RawClient.shaken(front.port());
      clients.add(third);
      third.send(3, publish(500_000));
      assertThat(third.receiveRefusal().code()).isEqualTo(ErrorCode.BUSY);
      third.send(4, new Ping());
      assertThat(third.receive().answer()).isEqualTo(new Pong());
      for (RawClient client : clients) {
        client.close();
      }
      await().until(() -> front.front.inboundBytes() == 0);
    }
  }

  @Test
  void aFailedAcceptDoesNotEndTheAcceptor() throws IOException {
    try (RunningFront front = RunningFront.with()) {
      front.front.failAccept(new IOException("accept(..) failed: Too many open files"));
      RawClient.shaken(front.port()).close();
    }
  }

  @Test
  void aStopRefusesNewWorkAndDeliversWhatWasAnswered() throws IOException {
    try (RunningFront front = RunningFront.with();
        RawClient client = RawClient.shaken(front.port())) {
      client.send(1, new GetStatus());
      await().until(() -> front.sink.taken().size() == 1);

      front.front.refuseNew();
      client.send(2, new GetStatus());
      assertThat(client.receiveRefusal().code()).isEqualTo(ErrorCode.SHUTTING_DOWN);
      ScriptedSink.Taken first = front.sink.taken().getFirst();
      first.from().send(1, new TopicDeleted());
      Thread closing = new Thread(() -> front.front.closeConnections(Waits.patience()));
      closing.start();

      assertThat(client.receive().header().correlationId()).isEqualTo(1);
      assertThat(client.isEnded()).isTrue();
      client.close();
      await().until(() -> !closing.isAlive());
      await().until(() -> front.metrics.connections() == 0);
    }
  }

  private static void ask(RawClient client, int times) {
    try {
      for (int i = 0; i < times; i++) {
        client.send(i, new GetStatus());
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static final ReadBatches NOTHING = new ReadBatches(1, 1, 0, 0, List.of());

  // An answer to READ with one delivery of so many bytes.
  private static ByteBuf answerOf(ScriptedSink.Taken one, int bytes) {
    ByteBuf out = one.from().buffer(bytes + 64);
    PulledEncoder encoder = PulledEncoder.read(1, one.correlationId(), NOTHING, out);
    encoder.deliveryHead(List.of(new Selection(0, 1, 1)), bytes);
    out.writeZero(bytes);
    encoder.finish();
    return out;
  }

  private static Publish publish(int batchBytes) {
    return new Publish(
        "orders", 0, Durability.LOCAL, 0, Unpooled.wrappedBuffer(new byte[batchBytes]));
  }

  /** Byte by byte, with pauses, until something comes from the node. */
  private static void drip(RawClient client, int bytes) throws IOException {
    int sent = 0;
    while (sent < bytes && client.receivedBytes() == 0) {
      client.send(new byte[] {1});
      sent++;
      await().pollDelay(Duration.ofMillis(20)).until(() -> true);
    }
    assertThat(sent).as("it was told in the middle of it").isLessThan(bytes);
  }

  private static byte[] joined(byte[] first, byte[] second) {
    return ByteBuffer.allocate(first.length + second.length).put(first).put(second).array();
  }

  private static long descriptors() {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.count();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
