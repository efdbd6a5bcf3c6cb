package io.feige.broker.server.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.access.Quota;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.TopicDeleted;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.Durability;
import io.feige.protocol.model.ReadFrom;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who has had what its quota gives is told so before anybody else sees its request. */
final class QuotaIT {
  private static final int MUCH = 1 << 20;

  private final RunningFront front;

  QuotaIT() throws IOException {
    front = RunningFront.withUsers();
  }

  @BeforeEach
  void admit() {
    // Much of it is worth more than a quarter of an hour.
    front.admit(
        Map.of("ann", "publish:*", "bob", "publish:*", "cara", "read:*", "edge", "proxy"),
        Quota.of("user:ann", 1_024, 0, 0),
        Quota.of("user:cara", 0, 1_024, 0));
    front.sink.onRequest(taken -> {
      if (taken.request() instanceof Read) {
        taken.from().delivers(taken.correlationId(), MUCH);
      }
      taken.from().send(taken.correlationId(), new TopicDeleted());
    });
  }

  @AfterEach
  void close() {
    front.close();
  }

  private static Publish publishing() {
    return new Publish(
        "orders", 0, Durability.LOCAL, 0, Unpooled.wrappedBuffer(new byte[MUCH / 2]));
  }

  private static Read reading() {
    return new Read("orders", 0, ReadFrom.earliest(), MUCH, 0);
  }

  private static void refused(RawClient client) throws IOException {
    Refusal refusal = client.receiveRefusal();
    assertThat(refusal.code()).isEqualTo(ErrorCode.QUOTA_EXCEEDED);
    assertThat(refusal.retryAfterMillis()).isEqualTo(10_000);
  }

  @Test
  void whatAUserPublishesIsCountedOverAllItsConnections() throws IOException {
    try (RawClient one = front.in("ann");
        RawClient two = front.in("ann");
        RawClient other = front.in("bob")) {
      one.send(1, publishing());
      assertThat(one.receive().answer()).isInstanceOf(TopicDeleted.class);
      one.send(2, publishing());
      refused(one);
      two.send(1, publishing());
      refused(two);

      other.send(1, publishing());
      assertThat(other.receive().answer()).isInstanceOf(TopicDeleted.class);
      assertThat(front.sink.taken()).hasSize(2);
    }
  }

  @Test
  void whatAUserReadsIsPaidForByItsAnswer() throws IOException {
    try (RawClient client = front.in("cara")) {
      client.send(1, reading());
      assertThat(client.receive().answer()).isInstanceOf(TopicDeleted.class);
      client.send(2, reading());
      refused(client);
      assertThat(front.sink.taken()).hasSize(1);
    }
  }

  @Test
  void requestsOfOneIdArePaidForEach() throws IOException {
    front.sink.onRequest(taken -> {});
    try (RawClient client = front.in("cara")) {
      for (int i = 0; i < 3; i++) {
        client.send(1, reading());
      }
      await().until(() -> front.sink.taken().size() == 3);
      for (ScriptedSink.Taken taken : front.sink.taken()) {
        taken.from().delivers(1, 1_024);
      }
      client.send(2, reading());

      assertThat(client.receiveRefusal().retryAfterMillis()).isBetween(1, 2_001);
    }
  }

  @Test
  void userForWhomAProxyAsksPaysAndNotTheProxy() throws IOException {
    try (RawClient proxy = front.in("edge")) {
      proxy.sendFor("cara", 1, reading());
      assertThat(proxy.receive().answer()).isInstanceOf(TopicDeleted.class);
      proxy.sendFor("cara", 2, reading());
      refused(proxy);
      proxy.sendFor("bob", 3, publishing());
      assertThat(proxy.receive().answer()).isInstanceOf(TopicDeleted.class);
    }
  }
}
