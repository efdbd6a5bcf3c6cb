package io.feige.broker.server.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.protocol.command.DeleteTopic;
import io.feige.protocol.command.FindRoute;
import io.feige.protocol.command.GetStatus;
import io.feige.protocol.command.ListGroups;
import io.feige.protocol.command.Ping;
import io.feige.protocol.command.Pong;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.TopicDeleted;
import io.feige.protocol.model.Durability;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.Secret;
import io.feige.protocol.model.StartAt;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Damaged, cut and made-up bytes, from seeds; a seed that fails is named by the assertion. */
final class FrontFuzzIT {
  private static final int SEEDS = Integer.getInteger("feige.fuzz.seeds", 400);

  @Test
  void whateverOneClientSendsTheOthersAreServed() throws IOException {
    try (RunningFront front =
            RunningFront.with("limits.handshakeTimeout", "10s", "limits.frameTimeout", "10s");
        RawClient other = RawClient.shaken(front.port())) {
      front.sink.onRequest(one -> one.from().send(one.correlationId(), new TopicDeleted()));
      for (int seed = 0; seed < SEEDS; seed++) {
        attack(front.port(), new SplittableRandom(seed));
        other.send(seed, new Ping());
        RawClient.Received received = other.receive();
        assertThat(received.header().correlationId()).as("after seed %d", seed).isEqualTo(seed);
        assertThat(received.answer()).isEqualTo(new Pong());
      }
      await().until(() -> front.metrics.connections() == 1);
      assertThat(front.front.inboundBytes()).isZero();
    }
  }

  private static void attack(int port, SplittableRandom random) {
    try (RawClient client = RawClient.connect(port)) {
      byte[] bytes = script(random);
      int at = 0;
      while (at < bytes.length) {
        int piece = Math.min(bytes.length - at, 1 + random.nextInt(4_000));
        byte[] part = new byte[piece];
        System.arraycopy(bytes, at, part, 0, piece);
        client.send(part);
        at += piece;
      }
    } catch (IOException e) {
      // The node has ended the connection while bytes were still being sent: its right.
      assertThat(e).hasMessageNotContaining("refused");
    }
  }

  private static byte[] script(SplittableRandom random) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    if (random.nextInt(4) > 0) {
      all.writeBytes(RawClient.bytes(1, RawClient.hello(1, 1, "", Secret.NONE)));
    }
    int frames = random.nextInt(12);
    for (int i = 0; i < frames; i++) {
      byte[] frame = RawClient.bytes(i, request(random));
      switch (random.nextInt(5)) {
        case 0 -> flip(frame, random);
        case 1 -> all.writeBytes(randomBytes(random));
        case 2 -> frame = java.util.Arrays.copyOf(frame, random.nextInt(frame.length + 20));
        default -> {
          // This one is sent as it is.
        }
      }
      all.writeBytes(frame);
    }
    return all.toByteArray();
  }

  private static Request request(SplittableRandom random) {
    List<Request> requests =
        List.of(
            new DeleteTopic("orders"),
            new GetStatus(),
            new FindRoute(3, 0),
            new ListGroups("orders", "billing"),
            new Pull(
                "orders",
                0,
                "billing",
                "me",
                0,
                StartAt.LATEST,
                10,
                1_000,
                0,
                0,
                LeaseStage.STARTED),
            new Publish(
                "orders",
                0,
                Durability.LOCAL,
                0,
                Unpooled.wrappedBuffer(new byte[random.nextInt(100_000)])));
    return requests.get(random.nextInt(requests.size()));
  }

  private static void flip(byte[] frame, SplittableRandom random) {
    int flips = 1 + random.nextInt(3);
    for (int i = 0; i < flips; i++) {
      frame[random.nextInt(frame.length)] ^= (byte) (1 << random.nextInt(8));
    }
  }

  private static byte[] randomBytes(SplittableRandom random) {
    byte[] bytes = new byte[random.nextInt(200)];
    random.nextBytes(bytes);
    return bytes;
  }
}
