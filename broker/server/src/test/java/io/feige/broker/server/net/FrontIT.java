package io.feige.broker.server.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.Compression;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.command.DeleteTopic;
import io.feige.protocol.command.GetStatus;
import io.feige.protocol.command.ListTopics;
import io.feige.protocol.command.Ping;
import io.feige.protocol.command.Pong;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.TopicDeleted;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.Durability;
import io.feige.protocol.model.Secret;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FrontIT {
  @Test
  void handshakeAgreesAndTellsTheLimits() throws IOException {
    try (RunningFront front = RunningFront.with();
        RawClient client = RawClient.connect(front.port())) {
      client.send(77, RawClient.hello(1, 9, "", Secret.NONE));

      RawClient.Received received = client.receive();
      assertThat(received.header().correlationId()).isEqualTo(77);
      assertThat(received.answer()).isEqualTo(new Welcome(1, "node-1", 16 << 20, 8 << 20, 60_000));
    }
  }

  @Test
  void nothingButHelloIsTakenFirst() throws IOException {
    try (RunningFront front = RunningFront.with();
        RawClient client = RawClient.connect(front.port())) {
      client.send(5, new Ping());

      RawClient.Received received = client.receive();
      assertThat(received.header().correlationId()).isEqualTo(5);
      assertThat(((Refusal) received.answer()).code()).isEqualTo(ErrorCode.HANDSHAKE_REQUIRED);
      assertThat(client.isEnded()).isTrue();
      assertThat(front.sink.closed()).isEmpty();
    }
  }

  @Test
  void aSecondHelloIsRefusedAndTheConnectionGoesOn() throws IOException {
    try (RunningFront front = RunningFront.with();
        RawClient client = RawClient.shaken(front.port())) {
      client.send(2, RawClient.hello(1, 1, "", Secret.NONE));
      assertThat(client.receiveRefusal().code()).isEqualTo(ErrorCode.HANDSHAKE_REQUIRED);
      assertPings(client);
    }
  }

  @Test
  void versionsWithoutAnOverlapAreRefusedWithBothRanges() throws IOException {
    try (RunningFront front = RunningFront.with();
        RawClient client = RawClient.connect(front.port())) {
      client.send(1, RawClient.hello(2, 3, "", Secret.NONE));

      Refusal refusal = client.receiveRefusal();
      assertThat(refusal.code()).isEqualTo(ErrorCode.UNSUPPORTED_VERSION);
      assertThat(refusal.message()).isEqualTo("the client speaks 2 to 3, this node 1 to 1");
      assertThat(client.isEnded()).isTrue();
    }
  }

  @Test
  void onlyTheRightTokenOpensANodeThatWantsOne() throws IOException {
    try (RunningFront front = RunningFront.with("security.token", "correct-horse")) {
      assertThat(refusalOf(front, "token", "battery-staple"))
          .isEqualTo(ErrorCode.NOT_AUTHENTICATED);
      assertThat(refusalOf(front, "token", "correct-hors")).isEqualTo(ErrorCode.NOT_AUTHENTICATED);
      assertThat(refusalOf(front, "", "")).isEqualTo(ErrorCode.NOT_AUTHENTICATED);
      assertThat(refusalOf(front, "plain", "correct-horse")).isEqualTo(ErrorCode.NOT_AUTHENTICATED);
      try (RawClient client = RawClient.connect(front.port())) {
        client.send(1, RawClient.hello(1, 1, "token", Secret.of("correct-horse")));
        assertThat(client.receive().answer()).isInstanceOf(Welcome.class);
      }
    }
  }

  @Test
  void whatIsNoFrameIsAnsweredAndEnded() throws IOException {
    try (RunningFront front = RunningFront.with()) {
      for (String garbage :
          List.of(
              "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
              "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003 tls",
              "\u0000\u0000\u0000\u0010 nothing that anybody would send")) {
        try (RawClient client = RawClient.connect(front.port())) {
          client.send(garbage.getBytes(StandardCharsets.ISO_8859_1));
          assertThat(client.receiveRefusal().code())
              .isIn(ErrorCode.FRAME_TOO_LARGE, ErrorCode.MALFORMED, ErrorCode.UNSUPPORTED_VERSION);
          assertThat(client.isEnded()).isTrue();
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {65_537, 16 << 20, Integer.MAX_VALUE, -1, Integer.MIN_VALUE})
  void absurdLengthsAreRefusedOnTheLengthAlone(int length) throws IOException {
    try (RunningFront front = RunningFront.with();
        RawClient client = RawClient.connect(front.port())) {
      client.send(RawClient.header(length, 1, 1, 0, 9));

      RawClient.Received received = client.receive();
      assertThat(received.header().correlationId()).isEqualTo(9);
      assertThat(((Refusal) received.answer()).code()).isEqualTo(ErrorCode.FRAME_TOO_LARGE);
      assertThat(client.isEnded()).isTrue();
    }
  }

  @Test
  void afterTheHandshakeTheConfiguredLimitHolds() throws IOException {
    try (RunningFront front =
            RunningFront.with("limits.maxFrameBytes", "128KiB", "limits.maxBatchBytes", "64KiB");
        RawClient client = RawClient.shaken(front.port())) {
      client.send(9, publish(100 << 10));
      await().until(() -> front.sink.taken().size() == 1);

      client.send(RawClient.header((128 << 10) + 1, 1, 4, 0, 9));
      assertThat(client.receiveRefusal().code()).isEqualTo(ErrorCode.FRAME_TOO_LARGE);
      assertThat(client.isEnded()).isTrue();
      await().until(() -> front.sink.closed().size() == 1);
    }
  }

  @Test
  void framesThatAreWrongInThemselvesDoNotEndTheConnection() throws IOException {
    try (RunningFront front = RunningFront.with();
        RawClient client = RawClient.shaken(front.port())) {
      client.send(withBody(RawClient.header(3, 1, 99, 0, 21), 3));
      assertRefused(client, 21, ErrorCode.UNKNOWN_COMMAND);
      client.send(withBody(RawClient.header(70_000, 2, 4, 0, 22), 70_000));
      assertRefused(client, 22, ErrorCode.UNSUPPORTED_VERSION);
      client.send(withBody(RawClient.header(5, 1, 10, 0, 23), 5));
      assertRefused(client, 23, ErrorCode.NAME_INVALID);
      client.send(withBody(RawClient.header(1, 1, 2, 0, 24), 1));
      assertRefused(client, 24, ErrorCode.MALFORMED);
      client.send(RawClient.header(0, 1, 2, FrameHeader.RESPONSE, 25));
      assertRefused(client, 25, ErrorCode.MALFORMED);
      assertPings(client);
    }
  }

  @Test
  void unknownFlagsEndTheConnectionBecauseTheFrameMayMeanSomethingElse() throws IOException {
    try (RunningFront front = RunningFront.with();
        RawClient client = RawClient.shaken(front.port())) {
      client.send(RawClient.header(0, 1, 2, 0x8000, 26));
      assertRefused(client, 26, ErrorCode.MALFORMED);
      assertThat(client.isEnded()).isTrue();
    }
  }

  @Test
  void aFrameMayArriveByteByByte() throws IOException {
    try (RunningFront front = RunningFront.with();
        RawClient client = RawClient.shaken(front.port())) {
      front.sink.onRequest(one -> one.from().send(one.correlationId(), new TopicDeleted()));
      for (byte b : RawClient.bytes(31, new DeleteTopic("orders"))) {
        client.send(new byte[] {b});
      }

      assertThat(client.receive().answer()).isEqualTo(new TopicDeleted());
      assertThat(front.sink.taken())
          .extracting(ScriptedSink.Taken::request)
          .containsExactly(new DeleteTopic("orders"));
    }
  }

  @Test
  void batchesArriveAsTheyWereSentWhateverTheirSize() throws IOException {
    try (RunningFront front = RunningFront.with();
        RawClient client = RawClient.shaken(front.port())) {
      List<byte[]> batches = new ArrayList<>();
      front.sink.onRequest(one -> {
        if (one.request() instanceof Publish publish) {
          byte[] batch = new byte[publish.batch().readableBytes()];
          publish.batch().getBytes(publish.batch().readerIndex(), batch);
          batches.add(batch);
        }
        one.from().send(one.correlationId(), new TopicDeleted());
      });
      for (int size : new int[] {0, 1, 5_000, 65_536, 3_000_000, 17}) {
        Publish publish = publish(size);
        client.send(size, publish);
        assertThat(client.receive().header().correlationId()).isEqualTo(size);
        assertThat(Unpooled.wrappedBuffer(batches.getLast())).isEqualTo(publish.batch());
      }
      assertThat(front.front.inboundBytes()).isZero();
    }
  }

  @Test
  void requestsOfOneConnectionAreHandedOverInTheirOrder() throws IOException {
    int count = 5_000;
    try (RunningFront front = RunningFront.with();
        RawClient client = RawClient.shaken(front.port())) {
      front.sink.onRequest(one -> one.from().send(one.correlationId(), new TopicDeleted()));
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      for (int i = 0; i < count; i++) {
        all.writeBytes(RawClient.bytes(i, new DeleteTopic("topic-" + i)));
      }
      client.send(all.toByteArray());

      for (int i = 0; i < count; i++) {
        assertThat(client.receive().header().correlationId()).isEqualTo(i);
      }
      assertThat(front.sink.taken())
          .extracting(ScriptedSink.Taken::correlationId)
          .isSorted()
          .hasSize(count);
    }
  }

  @Test
  void closedComesOnceAndAfterTheLastRequest() throws IOException {
    try (RunningFront front = RunningFront.with()) {
      try (RawClient client = RawClient.shaken(front.port())) {
        client.send(1, new ListTopics(""));
        client.send(2, new GetStatus());
      }
      await().until(() -> front.sink.closed().size() == 1);
      assertThat(front.sink.taken()).hasSize(2);
      assertThat(front.sink.closed().getFirst().isOpen()).isFalse();
    }
  }

  @Test
  void aFaultOfTheSinkIsAnsweredAndTheConnectionGoesOn() throws IOException {
    try (RunningFront front = RunningFront.with();
        RawClient client = RawClient.shaken(front.port())) {
      front.sink.onRequest(_ -> {
        throw new IllegalStateException("on purpose");
      });
      client.send(3, new GetStatus());
      assertRefused(client, 3, ErrorCode.INTERNAL);
      assertPings(client);
    }
  }

  @Test
  void netThreadsServeTheSameWay() throws IOException {
    try (RunningFront front = RunningFront.with("net.threads", "2");
        RawClient one = RawClient.shaken(front.port());
        RawClient two = RawClient.shaken(front.port())) {
      assertThat(front.loops.place(true).takesConnections()).isFalse();
      front.sink.onRequest(taken ->
          front
              .loops
              .controlLoop()
              .execute(() -> taken.from().send(taken.correlationId(), new TopicDeleted())));
      for (int i = 0; i < 200; i++) {
        // Pings are answered by the connection's own thread, the rest by the pair's.
        one.send(i, new DeleteTopic("a"));
        one.send(1_000 + i, new Ping());
        two.send(i, new DeleteTopic("b"));
      }
      List<Integer> answered = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        answered.add(one.receive().header().correlationId());
        answered.add(one.receive().header().correlationId());
        assertThat(two.receive().header().correlationId()).isEqualTo(i);
      }
      assertThat(answered).filteredOn(id -> id < 1_000).isSorted().hasSize(200);
      assertThat(answered).filteredOn(id -> id >= 1_000).isSorted().hasSize(200);
    }
  }

  private static ErrorCode refusalOf(RunningFront front, String scheme, String secret)
      throws IOException {
    try (RawClient client = RawClient.connect(front.port())) {
      client.send(1, RawClient.hello(1, 1, scheme, Secret.of(secret)));
      ErrorCode code = client.receiveRefusal().code();
      assertThat(client.isEnded()).isTrue();
      return code;
    }
  }

  private static void assertRefused(RawClient client, int correlationId, ErrorCode code)
      throws IOException {
    RawClient.Received received = client.receive();
    assertThat(received.header().correlationId()).isEqualTo(correlationId);
    assertThat(((Refusal) received.answer()).code()).isEqualTo(code);
  }

  private static void assertPings(RawClient client) throws IOException {
    client.send(12_345, new Ping());
    RawClient.Received received = client.receive();
    assertThat(received.header().correlationId()).isEqualTo(12_345);
    assertThat(received.answer()).isEqualTo(new Pong());
  }

  @Test
  void aBatchThatUnpacksToMoreThanIsTakenIsRefusedBeforeAnybodyUnpacksIt() throws IOException {
    try (RunningFront front = RunningFront.with("limits.maxBatchBytes", "1MiB");
        RawClient client = RawClient.shaken(front.port())) {
      Publish bomb = publish(100);
      bomb.batch().setByte(BatchHead.COMPRESSION_AT, Compression.ZSTD.number());
      bomb.batch().setInt(BatchHead.PAYLOAD_LENGTH_AT, 256 << 20);
      client.send(1, bomb);
      assertThat(client.receiveRefusal().code()).isEqualTo(ErrorCode.BATCH_TOO_LARGE);
      bomb.batch().setInt(BatchHead.PAYLOAD_LENGTH_AT, -1);
      client.send(2, bomb);
      assertThat(client.receiveRefusal().code()).isEqualTo(ErrorCode.BATCH_TOO_LARGE);
      assertThat(front.sink.taken()).isEmpty();
      bomb.batch().setInt(BatchHead.PAYLOAD_LENGTH_AT, 1 << 20);
      client.send(3, bomb);
      await().until(() -> front.sink.taken().size() == 1);
    }
  }

  @Test
  void batchesThatAreRefusedTakeNoMemory() throws IOException {
    try (RunningFront front = RunningFront.with("limits.maxBatchBytes", "1MiB");
        RawClient client = RawClient.shaken(front.port())) {
      Publish bomb = publish(900_000);
      bomb.batch().setByte(BatchHead.COMPRESSION_AT, Compression.ZSTD.number());
      bomb.batch().setInt(BatchHead.PAYLOAD_LENGTH_AT, 256 << 20);
      long before = PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
      for (int i = 0; i < 100; i++) {
        client.send(i, bomb);
        assertThat(client.receiveRefusal().code()).isEqualTo(ErrorCode.BATCH_TOO_LARGE);
      }
      assertThat(PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory() - before)
          .isLessThan(50 * 900_000L);
    }
  }

  private static Publish publish(int batchBytes) {
    byte[] batch = new byte[batchBytes];
    for (int i = 0; i < batchBytes; i++) {
      batch[i] = (byte) (i * 31);
    }
    return new Publish("orders", 0, Durability.LOCAL, 0, Unpooled.wrappedBuffer(batch));
  }

  private static byte[] withBody(byte[] header, int length) {
    byte[] whole = new byte[header.length + length];
    System.arraycopy(header, 0, whole, 0, header.length);
    return whole;
  }
}
