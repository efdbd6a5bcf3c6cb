package io.feige.proxy.announce;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.protocol.command.Hello;
import io.feige.protocol.command.ProxyDone;
import io.feige.protocol.command.ProxyTask;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.ReportProxy;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.ProxyState;
import io.feige.protocol.model.Secret;
import io.feige.proxy.config.ProxyConfig;
import io.feige.proxy.config.ProxySettings;
import io.feige.testkit.Waits;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A proxy and the Admins that it tells of itself, over sockets. */
class AnnouncerIT {
  private static final int LONG = 1_000_000;

  private ListeningAdmin one;
  private ListeningAdmin two;

  @BeforeEach
  void listen() throws IOException {
    one = new ListeningAdmin();
    two = new ListeningAdmin();
  }

  @AfterEach
  void close() throws IOException {
    one.close();
    two.close();
  }

  @Test
  void itTellsAgainAndAgainAndLastThatItStopsAndHasStopped() throws InterruptedException {
    try (Announcer announcer = start(one.at(), "")) {
      assertThat(Waits.next(one.reports()).state()).isEqualTo(ProxyState.SERVING);
      assertThat(Waits.next(one.reports()).state()).isEqualTo(ProxyState.SERVING);
      Hello hello = Waits.next(one.hellos());
      assertThat(hello.kind()).isEqualTo(ClientKind.PROXY);
      assertThat(hello.scheme()).isEmpty();

      one.askAgainAfter(LONG);
      announcer.stopping();
      awaitState(one, ProxyState.STOPPING);
    }
    awaitState(one, ProxyState.STOPPED);
    assertThat(one.hellos()).as("it keeps its connection").isEmpty();
  }

  @Test
  void itShowsItsToken() throws InterruptedException {
    try (Announcer _ = start(one.at(), "a token")) {
      Hello hello = Waits.next(one.hellos());
      assertThat(hello.scheme()).isEqualTo("token");
      assertThat(hello.secret()).isEqualTo(Secret.of("a token"));
    }
  }

  @Test
  void itGoesWhereTheLeaderIs() throws InterruptedException {
    one.refuse(new Refusal(ErrorCode.NOT_LEADER, "this one follows", two.at(), 0));
    try (Announcer _ = start(one.at(), "")) {
      assertThat(Waits.next(two.reports()).proxy()).isEqualTo("proxy-1");
    }
  }

  @Test
  void itTriesTheNextAdminWhenOneHasGone() throws IOException, InterruptedException {
    one.askAgainAfter(LONG);
    one.close();
    try (Announcer _ = start(one.at() + "," + two.at(), "")) {
      assertThat(Waits.next(two.reports()).proxy()).isEqualTo("proxy-1");
      two.hangUp();
      assertThat(Waits.next(two.hellos()).kind()).isEqualTo(ClientKind.PROXY);
      assertThat(Waits.next(two.hellos()).kind())
          .as("it has come again")
          .isEqualTo(ClientKind.PROXY);
    }
  }

  @Test
  void whoRefusesItIsToldAgainAllTheSame() throws InterruptedException {
    one.refuse(Refusal.of(ErrorCode.NOT_AUTHORIZED, "lacks the right announce"));
    try (Announcer _ = start(one.at(), "")) {
      assertThat(Waits.next(one.reports()).state()).isEqualTo(ProxyState.SERVING);
      assertThat(Waits.next(one.reports()).state()).isEqualTo(ProxyState.SERVING);
    }
  }

  @Test
  void nobodyThereDoesNotHoldUpAStop() throws IOException {
    one.close();
    try (Announcer announcer = start(one.at(), "")) {
      announcer.stopping();
    }
  }

  @Test
  void itDoesWhatAdminWantsAndSaysSoAtOnce() throws InterruptedException {
    one.askAgainAfter(LONG);
    one.want(new ProxyTask.Drain(3));
    one.want(new ProxyTask.Notice(4, "doves"));
    try (Announcer announcer = start(one.at(), "")) {
      assertThat(Waits.next(one.reports()).done()).isEmpty();
      // What met a fault is not said, and the next report is due as ever.
      announcer.stopping();
      assertThat(Waits.next(one.reports()).done()).isEmpty();
      assertThat(Waits.next(one.reports()).done()).contains(ProxyDone.of(4, 5));
    }
  }

  private static void awaitState(ListeningAdmin admin, ProxyState wanted)
      throws InterruptedException {
    ReportProxy report;
    do {
      report = Waits.next(admin.reports());
    } while (report.state() != wanted);
  }

  private static Announcer start(String admins, String token) {
    ProxySettings settings =
        ProxyConfig.load(
                Optional.empty(),
                Map.of(),
                Map.of("cluster.admins", admins, "cluster.token", token))
            .config();
    return Announcer.start(
        settings,
        (state, done) -> new ReportProxy("proxy-1", 7, List.of(), 0, state, 0, 0, 0, 0, done),
        task -> {
          if (task instanceof ProxyTask.Drain) {
            throw new IllegalStateException("a fault of a test's own");
          }
          return ProxyDone.of(task.number(), 5);
        });
  }
}
