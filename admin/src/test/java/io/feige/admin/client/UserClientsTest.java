package io.feige.admin.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.access.Identity;
import io.feige.client.FeigeClient;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class UserClientsTest {
  private final AtomicLong nanos = new AtomicLong();
  private int made;
  private final UserClients clients = new UserClients(this::client, nanos::get);

  /** Nobody answers there; it connects in the background. */
  private FeigeClient client(Identity who) {
    made++;
    return FeigeClient.builder()
        .servers("127.0.0.1:1")
        .closeTimeout(Duration.ofMillis(1))
        .actingFor(who.user())
        .build();
  }

  @AfterEach
  void close() {
    clients.close();
  }

  @Test
  void aUserHasOneClientHoweverItShowedWhoItIs() {
    FeigeClient first = ask(user("ann")).orElseThrow();

    assertThat(ask(user("ann"))).containsSame(first);
    assertThat(ask(new Identity(Identity.Kind.TOKEN, "ann", "id"))).containsSame(first);
    assertThat(ask(user("bob")).orElseThrow()).isNotSameAs(first);
    assertThat(made).isEqualTo(2);
  }

  @Test
  void whoIsNoUserIsKeptApart() {
    Set<FeigeClient> different = new HashSet<>();
    for (Identity.Kind kind :
        new Identity.Kind[] {Identity.Kind.ANYBODY, Identity.Kind.SETTINGS_TOKEN}) {
      different.add(ask(new Identity(kind, "", "")).orElseThrow());
    }
    assertThat(different).hasSize(2);
  }

  @Test
  void beyondTheLimitTheIdleMakeRoomAndNobodyElse() {
    for (int i = 0; i < UserClients.MOST; i++) {
      assertThat(ask(user("user-" + i))).isPresent();
    }
    assertThat(ask(user("ann"))).isEmpty();

    nanos.addAndGet(Duration.ofMinutes(2).toNanos());
    Optional<FeigeClient> busy =
        clients.ask(
            user("user-0"),
            mine -> {
              assertThat(ask(user("ann"))).isPresent();
              assertThat(ask(user("user-0"))).containsSame(mine);
              return mine;
            });
    assertThat(busy).isPresent();
    assertThat(made).isEqualTo(UserClients.MOST + 1);
  }

  private Optional<FeigeClient> ask(Identity who) {
    return clients.ask(who, client -> client);
  }

  private static Identity user(String name) {
    return new Identity(Identity.Kind.PASSWORD, name, "");
  }
}
