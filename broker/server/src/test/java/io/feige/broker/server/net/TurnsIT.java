package io.feige.broker.server.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.protocol.command.GetStatus;
import io.feige.protocol.command.TopicDeleted;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Users of one loop take turns, and so do connections, however much one of them sends. */
final class TurnsIT {
  private static final int FLOOD = 3_000;
  private static final int CONNECTIONS = 20;
  private static final int HONEST = -1;
  private static final long WORK_NANOS = 200_000;

  private static byte[] flood(int requests) {
    ByteBuf all = Unpooled.buffer();
    for (int i = 1; i <= requests; i++) {
      all.writeBytes(RawClient.bytes(i, new GetStatus()));
    }
    byte[] bytes = new byte[all.readableBytes()];
    all.readBytes(bytes);
    return bytes;
  }

  @Test
  void requestOfAnotherConnectionIsTakenAmidAFlood() throws IOException, InterruptedException {
    try (RunningFront front = RunningFront.with();
        RawClient greedy = RawClient.shaken(front.port());
        RawClient honest = RawClient.shaken(front.port())) {
      CountDownLatch begun = new CountDownLatch(1);
      CountDownLatch sent = new CountDownLatch(1);
      workOnce(front.sink, begun, sent);
      greedy.send(flood(FLOOD));
      begun.await();
      // Both have sent all they have before anything goes on.
      honest.send(HONEST, new GetStatus());
      sent.countDown();

      await().until(() -> front.sink.taken().size() == FLOOD + 1);
      List<Integer> order =
          front.sink.taken().stream().map(ScriptedSink.Taken::correlationId).toList();
      assertThat(order.indexOf(HONEST)).isLessThan(FLOOD / 2);
      assertThat(order.stream().filter(id -> id != HONEST).toList()).isSorted().hasSize(FLOOD);
    }
  }

  @Test
  void manyConnectionsOfAUserHaveOneTurn() throws IOException, InterruptedException {
    try (RunningFront front = RunningFront.withUsers()) {
      front.admit(Map.of("greedy", "viewer", "honest", "viewer"));
      CountDownLatch begun = new CountDownLatch(1);
      CountDownLatch sent = new CountDownLatch(1);
      workOnce(front.sink, begun, sent);
      RawClient honest = front.in("honest");
      List<RawClient> greedy = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS; i++) {
        greedy.add(front.in("greedy"));
      }
      for (RawClient client : greedy) {
        client.send(flood(FLOOD / CONNECTIONS));
      }
      begun.await();
      for (int i = 0; i < FLOOD / CONNECTIONS; i++) {
        honest.send(HONEST, new GetStatus());
      }
      sent.countDown();

      await().until(() -> front.sink.taken().size() == FLOOD + FLOOD / CONNECTIONS);
      List<Integer> order =
          front.sink.taken().stream().map(ScriptedSink.Taken::correlationId).toList();
      assertThat(order.lastIndexOf(HONEST)).isLessThan(FLOOD / 4);
      for (RawClient client : greedy) {
        client.close();
      }
      honest.close();
    }
  }

  /** Nothing is done before all have sent what they have; then each request takes some time. */
  private static void workOnce(ScriptedSink sink, CountDownLatch begun, CountDownLatch sent) {
    sink.onRequest(taken -> {
      begun.countDown();
      awaitQuietly(sent);
      LockSupport.parkNanos(WORK_NANOS);
      taken.from().send(taken.correlationId(), new TopicDeleted());
    });
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
