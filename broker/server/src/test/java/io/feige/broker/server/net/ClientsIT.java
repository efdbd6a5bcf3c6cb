package io.feige.broker.server.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.protocol.command.ClientList;
import io.feige.protocol.command.GetStatus;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.ListClients;
import io.feige.protocol.command.ListNodes;
import io.feige.protocol.command.NodeList;
import io.feige.protocol.command.Ping;
import io.feige.protocol.command.Pong;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.ConnectedClient;
import io.feige.protocol.model.NodePlace;
import io.feige.protocol.model.Secret;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who is connected, as a node tells it. */
final class ClientsIT {
  private static final int MANY = 3_000;

  private int correlation = 100;

  private ClientList page(RawClient asks, long after, int limit) throws IOException {
    asks.send(++correlation, new ListClients(after, limit));
    return (ClientList) asks.receive().answer();
  }

  private List<ConnectedClient> clients(RawClient asks) throws IOException {
    return page(asks, 0, ListClients.MAX_LIMIT).clients();
  }

  private static Hello saying(ClientKind kind, String software, String pair) {
    return new Hello(1, 1, kind, software, pair, "", Secret.NONE);
  }

  @Test
  void usersAreListedByNameUntilTheyHangUp() throws IOException {
    // The stranger stays one.
    try (RunningFront front = RunningFront.withUsers("limits.handshakeTimeout", "5m")) {
      long now = System.currentTimeMillis();
      front.admit(Map.of("ann", "viewer", "bob", "viewer"));

      try (RawClient ann = front.in("ann");
          RawClient stranger = RawClient.connect(front.port())) {
        RawClient bob = front.in("bob");
        List<ConnectedClient> both = clients(ann);
        assertThat(both).extracting(ConnectedClient::user).containsExactly("ann", "bob");
        assertThat(both)
            .allSatisfy(client -> {
              assertThat(client.address()).matches("127\\.0\\.0\\.1:\\d+");
              assertThat(client.software()).isEqualTo("raw client");
              assertThat(client.sinceMillis()).isBetween(now, System.currentTimeMillis());
              assertThat(client.isEncrypted()).isFalse();
              assertThat(client.bytesOwed()).isZero();
            });
        assertThat(both.getFirst().connection()).isLessThan(both.getLast().connection());

        bob.close();
        await()
            .untilAsserted(() ->
                assertThat(clients(ann)).extracting(ConnectedClient::user).containsExactly("ann"));
        assertThat(stranger.receivedBytes()).isZero();
      }
      assertThat(front.sink.taken()).isEmpty();
    }
  }

  @Test
  void whatAClientSaysOfItselfIsBoundedAndPrintable() throws IOException {
    String hostile = "\u001b[2J\n\"},{\"user\":\"root\u0000\u202e" + "x".repeat(5_000);
    try (RunningFront front = RunningFront.with();
        RawClient one =
            RawClient.shaken(front.port(), saying(ClientKind.PROXY, hostile, "pair-9"));
        RawClient asks = RawClient.shaken(front.port())) {
      ConnectedClient client = clients(asks).getFirst();
      assertThat(client.software())
          .startsWith("?[2J?\"},{\"user\":\"root??x")
          .matches("[ -~]{100}");
      assertThat(client.kind()).isEqualTo(ClientKind.PROXY);
      assertThat(client.pair()).isEqualTo("pair-9");
      assertThat(client.user()).isEmpty();
      assertThat(one.receivedBytes()).isZero();
    }
  }

  @Test
  void requestsAreCountedAndWhatKeepsAConnectionAliveIsNot() throws IOException {
    try (RunningFront front = RunningFront.with();
        RawClient busy = RawClient.shaken(front.port());
        RawClient idle = RawClient.shaken(front.port());
        RawClient asks = RawClient.shaken(front.port())) {
      front.sink.onRequest(taken -> taken.from().send(taken.correlationId(), new Pong()));
      long before = System.currentTimeMillis();
      for (int i = 2; i < 9; i++) {
        busy.send(i, new GetStatus());
        assertThat(busy.receive().header().correlationId()).isEqualTo(i);
        idle.send(i, new Ping());
        assertThat(idle.receive().header().correlationId()).isEqualTo(i);
      }
      // The time is shown behind the count.
      await()
          .untilAsserted(() -> {
            ConnectedClient first = clients(asks).getFirst();
            assertThat(first.requests()).isEqualTo(7);
            assertThat(first.lastRequestMillis()).isBetween(before, System.currentTimeMillis());
          });
      List<ConnectedClient> seen = clients(asks);
      assertThat(seen.get(1).requests()).isZero();
      assertThat(seen.get(1).lastRequestMillis()).isZero();
      await().until(() -> clients(asks).getLast().requests() > 0);
    }
  }

  @Test
  void whoDoesNotReadIsSeenToBeOwedItsAnswers() throws IOException {
    int bytes = 4 << 20;
    try (RunningFront front = RunningFront.with();
        RawClient slow = RawClient.connect(front.port(), 4 << 10);
        RawClient asks = RawClient.shaken(front.port())) {
      front.sink.onRequest(taken -> taken.from().sendEncoded(Unpooled.buffer().writeZero(bytes)));
      slow.send(1, saying(ClientKind.SDK, "slow", ""));
      assertThat(slow.receive().answer()).isInstanceOf(Welcome.class);
      slow.send(2, new GetStatus());
      await()
          .untilAsserted(() ->
              assertThat(clients(asks))
                  .filteredOn(client -> client.software().equals("slow"))
                  .singleElement()
                  .satisfies(
                      client -> assertThat(client.bytesOwed()).isBetween(bytes / 4L, bytes * 2L)));
    }
  }

  @Test
  void thousandsAreListedPageByPageEachOnce() throws IOException {
    List<RawClient> many = new ArrayList<>();
    try (RunningFront front = RunningFront.with("net.threads", "2", "limits.idleTimeout", "1h");
        RawClient asks = RawClient.shaken(front.port())) {
      for (int i = 0; i < MANY; i++) {
        many.add(RawClient.shaken(front.port(), saying(ClientKind.SDK, "client " + i, "")));
      }
      List<String> listed = new ArrayList<>();
      long after = 0;
      int pages = 0;
      boolean hasMore = true;
      while (hasMore && pages < 20) {
        ClientList page = page(asks, after, 400);
        assertThat(page.nodeId()).isEqualTo("node-1");
        page.clients().forEach(client -> listed.add(client.software()));
        after = page.clients().getLast().connection();
        hasMore = page.hasMore();
        assertThat(page.clients().size()).isEqualTo(hasMore ? 400 : (MANY + 1) % 400);
        pages++;
      }
      assertThat(pages).isEqualTo((MANY + 1 + 399) / 400);
      assertThat(listed).hasSize(MANY + 1).doesNotHaveDuplicates().startsWith("raw client");
      assertThat(listed.getLast()).isEqualTo("client " + (MANY - 1));
      assertThat(page(asks, Long.MAX_VALUE, 1).clients()).isEmpty();
    } finally {
      for (RawClient each : many) {
        each.close();
      }
    }
  }

  @Test
  void aNodeNamesItselfAlone() throws IOException {
    try (RunningFront front = RunningFront.with();
        RawClient asks = RawClient.shaken(front.port())) {
      asks.send(2, new ListNodes());
      assertThat(asks.receive().answer())
          .isEqualTo(new NodeList(List.of(NodePlace.here("node-1"))));
    }
  }
}
