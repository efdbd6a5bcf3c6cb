package io.feige.broker.server.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.command.DeleteTopic;
import io.feige.protocol.command.Ping;
import io.feige.protocol.command.TopicDeleted;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.model.Secret;
import io.feige.testkit.Waits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Connections that are accepted on another loop than their pair's. */
final class MovingIT {
  private static final int CLIENTS = 40;
  private static final int REQUESTS = 30;
  private static final int MOVED_BEFORE_THE_STOP = 40;

  @Test
  void whatComesWithTheHelloIsServedInOrderOnThePairsLoop() throws IOException {
    Set<String> threads = ConcurrentHashMap.newKeySet();
    List<RawClient> clients = new ArrayList<>();
    try (RunningFront front = RunningFront.with()) {
      front.sink.onRequest(taken -> {
        threads.add(Thread.currentThread().getName());
        taken.from().send(taken.correlationId(), new TopicDeleted());
      });
      for (int i = 0; i < CLIENTS; i++) {
        RawClient client = RawClient.connect(front.port());
        clients.add(client);
        client.send(helloAndRequests());
      }
      for (RawClient client : clients) {
        assertThat(client.receive().answer()).isInstanceOf(Welcome.class);
        for (int i = 0; i < REQUESTS; i++) {
          assertThat(client.receive().header().correlationId()).isEqualTo(i);
        }
        client.send(7, new Ping());
        assertThat(client.receive().header().correlationId()).isEqualTo(7);
      }
      assertThat(threads).containsExactly("feige-pair-1");
      assertThat(front.front.connectionsByThread())
          .isEqualTo(Map.of("feige-pair-0", 0, "feige-pair-1", CLIENTS));
      for (RawClient client : clients) {
        client.close();
      }
      await().until(() -> front.sink.closed().size() == CLIENTS);
    }
  }

  @Test
  void whoHangsUpMeanwhileIsCountedOutOnce() throws IOException {
    try (RunningFront front = RunningFront.with("limits.maxConnections", "60")) {
      for (int i = 0; i < 400; i++) {
        try (RawClient client = RawClient.connect(front.port())) {
          client.send(RawClient.bytes(1, RawClient.hello(1, 1, "", Secret.NONE)));
          if (i % 2 == 0) {
            client.receive();
          }
        }
        if (connections(front) > 40) {
          // Who comes while there are too many is dropped, and this is not about them.
          await().until(() -> connections(front) < 40);
        }
      }
      await().until(() -> connections(front) == 0);
      List<RawClient> clients = new ArrayList<>();
      // Were one of the 400 still counted, the last of these would not be let in.
      for (int i = 0; i < 60; i++) {
        clients.add(RawClient.shaken(front.port()));
      }
      for (RawClient client : clients) {
        client.close();
      }
    }
  }

  @Test
  void aNodeThatStopsMeanwhileEndsThemAll() throws Exception {
    AtomicBoolean stops = new AtomicBoolean();
    try (ExecutorService pool = Executors.newFixedThreadPool(8);
        RunningFront front = RunningFront.with()) {
      AtomicInteger served = new AtomicInteger();
      List<Future<?>> coming = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        coming.add(pool.submit(() -> comeAndStay(front.port(), served, stops)));
      }
      await().until(() -> served.get() > MOVED_BEFORE_THE_STOP);
      front.close();
      stops.set(true);
      for (Future<?> each : coming) {
        Waits.get(each);
      }
    }
  }

  /** Connects until it cannot; whoever is kept waiting instead of being ended is a fault. */
  private static void comeAndStay(int port, AtomicInteger served, AtomicBoolean stops) {
    try {
      while (!stops.get()) {
        RawClient client = RawClient.shaken(port);
        if (served.incrementAndGet() % 5 != 0) {
          client.close();
        }
      }
    } catch (SocketTimeoutException e) {
      throw new UncheckedIOException(e);
    } catch (IOException theEnd) {
      // The node has stopped.
    }
  }

  private static int connections(RunningFront front) {
    return front.front.connectionsByThread().values().stream().mapToInt(Integer::intValue).sum();
  }

  private static byte[] helloAndRequests() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(RawClient.bytes(99, RawClient.hello(1, 1, "", Secret.NONE)));
    for (int i = 0; i < REQUESTS; i++) {
      bytes.write(RawClient.bytes(i, new DeleteTopic("a")));
    }
    assertThat(bytes.size()).isGreaterThan(REQUESTS * FrameHeader.BYTES);
    return bytes.toByteArray();
  }
}
