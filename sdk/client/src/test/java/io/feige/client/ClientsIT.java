package io.feige.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.client.node.Exchange;
import io.feige.client.node.ScriptedAdmin;
import io.feige.client.node.ScriptedNode;
import io.feige.protocol.command.ClientList;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.ListClients;
import io.feige.protocol.command.NodeList;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.NodePlace;
import io.feige.testkit.Waits;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who is connected to the nodes of a cluster: one that serves, one that does not, one away. */
class ClientsIT {
  private static final int MAX = ConnectedClients.MAX_LIMIT;

  private final ScriptedAdmin admin = new ScriptedAdmin("admin-1");
  private final ScriptedNode active = new ScriptedNode().named("node-1");
  private final ScriptedNode standby = new ScriptedNode().named("node-2");
  private final ScriptedNode away = new ScriptedNode().named("node-3");
  private final FeigeClient feige =
      FeigeClient.builder()
          .admin(admin.address())
          .connectTimeout(Waits.patience())
          .requestTimeout(Waits.patience())
          .build();

  @BeforeEach
  void start() {
    admin.tell(active.route("pair-1", 1));
    admin
        .node()
        .always(
            CommandType.NODES,
            asked ->
                asked.answer(new NodeList(List.of(place(active), place(standby), place(away)))));
    active.always(CommandType.CLIENTS, asked -> answer(asked, "node-1", 5));
    standby.always(CommandType.CLIENTS, asked -> answer(asked, "node-2", 3));
    away.close();
    feige.awaitConnected(Waits.patience());
  }

  @AfterEach
  void close() {
    feige.close();
    admin.close();
    active.close();
    standby.close();
  }

  private static NodePlace place(ScriptedNode node) {
    return new NodePlace(node.id(), "127.0.0.1", node.port());
  }

  /** Has the connections 10, 20, 30 and so on. */
  private static void answer(Exchange asked, String node, int count) {
    ListClients list = (ListClients) asked.request();
    List<io.feige.protocol.model.ConnectedClient> behind =
        LongStream.rangeClosed(1, count)
            .map(i -> 10 * i)
            .filter(number -> number > list.after())
            .mapToObj(ClientsIT::client)
            .toList();
    int size = Math.min(list.limit(), behind.size());
    asked.answer(new ClientList(node, behind.subList(0, size), size < behind.size()));
  }

  private static io.feige.protocol.model.ConnectedClient client(long number) {
    return new io.feige.protocol.model.ConnectedClient(
        number, "10.0.0.9:5", "ann", ClientKind.SDK, "s", "pair-1", 1_000, true, 0, 7, 8);
  }

  private static List<String> numbers(ConnectedClients page) {
    return page.clients().stream()
        .map(client -> client.nodeId() + "/" + client.connection())
        .toList();
  }

  @Test
  void everyNodeIsAskedOnceAndWhoDoesNotAnswerIsNamed() {
    ConnectedClients all = feige.clients(ClientPlace.START, MAX);

    assertThat(numbers(all))
        .containsExactly(
            "node-1/10",
            "node-1/20",
            "node-1/30",
            "node-1/40",
            "node-1/50",
            "node-2/10",
            "node-2/20",
            "node-2/30");
    assertThat(all.missing()).containsExactly("node-3");
    assertThat(all.next()).isEmpty();
    assertThat(all.clients().get(0))
        .isEqualTo(
            new ConnectedClient(
                "node-1",
                10,
                "10.0.0.9:5",
                "ann",
                ConnectedClient.Kind.SDK,
                "s",
                "pair-1",
                Instant.ofEpochSecond(1),
                true,
                Optional.empty(),
                7,
                8));
    assertThat(active.received(ListClients.class)).hasSize(1);
    assertThat(standby.received(ListClients.class)).hasSize(1);
    assertThat(active.received(Hello.class)).as("the pair's own connection is used").hasSize(1);
  }

  @Test
  void pagesGoOnWhereTheOneBeforeEnded() {
    List<String> listed = new ArrayList<>();
    ClientPlace after = ClientPlace.START;
    int pages = 0;
    for (boolean hasMore = true; hasMore && pages < 9; pages++) {
      ConnectedClients page = feige.clients(after, 3);
      listed.addAll(numbers(page));
      hasMore = page.next().isPresent();
      after = page.next().orElse(after);
    }

    assertThat(pages).isEqualTo(3);
    assertThat(listed).isEqualTo(numbers(feige.clients(ClientPlace.START, MAX)));
    assertThat(numbers(feige.clients(new ClientPlace("node-2", 10), 1)))
        .containsExactly("node-2/20");
  }

  @Test
  void oneNodeIsAskedAlone() {
    ConnectedClients one = feige.clients("node-2", ClientPlace.START, 2);

    assertThat(numbers(one)).containsExactly("node-2/10", "node-2/20");
    assertThat(one.missing()).isEmpty();
    assertThat(one.next()).contains(new ClientPlace("node-2", 20));
    assertThat(active.received(ListClients.class)).isEmpty();
    assertThat(feige.clients("node-3", ClientPlace.START, 2).missing()).containsExactly("node-3");
  }

  @Test
  void aNodeThatHoldsItsTongueOrIsAnotherOneIsMissing() {
    active.on(CommandType.CLIENTS, silent -> {});
    standby.on(CommandType.CLIENTS, asked -> answer(asked, "node-9", 3));

    try (FeigeClient hasty =
        FeigeClient.builder()
            .admin(admin.address())
            .requestTimeout(Duration.ofSeconds(3))
            .build()) {
      hasty.awaitConnected(Waits.patience());
      ConnectedClients none = hasty.clients(ClientPlace.START, MAX);

      assertThat(none.clients()).isEmpty();
      assertThat(none.missing()).containsExactly("node-1", "node-2", "node-3");
    }
  }

  @Test
  void whatCannotBeAskedIsRefused() {
    assertThatThrownBy(() -> feige.clients("node-4", ClientPlace.START, 2))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("none is called node-4");
    assertThatThrownBy(() -> feige.clients(ClientPlace.START, MAX + 1))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("1 to 1000, not 1001");
    standby.on(CommandType.CLIENTS, asked -> asked.refuse(ErrorCode.NOT_AUTHORIZED, 0));
    assertThatThrownBy(() -> feige.clients(ClientPlace.START, MAX))
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_AUTHORIZED));
  }
}
