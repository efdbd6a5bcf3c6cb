package io.feige.proxy.announce;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.protocol.command.ProxyDone;
import io.feige.protocol.command.ProxyTask;
import io.feige.protocol.model.ProxySession;
import io.feige.proxy.config.ProxySettings;
import io.feige.proxy.front.Connected;
import io.feige.proxy.front.FrontState;
import io.feige.proxy.front.OpenSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TasksTest {
  private final FrontState clients =
      new FrontState(
          new ProxySettings.Limits(
              1_000, 1_000, 1, 1, 1, 1, 1, 1, Duration.ofSeconds(1), Duration.ofSeconds(1)));
  private final AtomicInteger drained = new AtomicInteger();
  private final Tasks tasks = new Tasks(clients, drained::incrementAndGet);
  private final List<Known> known = new ArrayList<>();

  @BeforeEach
  void connect() {
    for (int i = 0; i < 250; i++) {
      Known session = new Known(clients.nextSession());
      known.add(session);
      assertThat(clients.enter(session, "10.0.0.7", false)).isTrue();
      assertThat(clients.enter(new NoSession(), "10.0.0.8", false)).isTrue();
    }
  }

  @Test
  void sessionsAreListedInTheirOrderAPageAtATime() {
    List<Long> ids = new ArrayList<>();
    long after = 0;
    ProxyDone done;
    do {
      done = tasks.apply(new ProxyTask.ListSessions(1, after, 100));
      done.sessions().forEach(session -> ids.add(session.id()));
      after = ids.getLast();
    } while (done.hasMore());

    assertThat(ids).isEqualTo(known.stream().map(OpenSession::id).toList());
    assertThat(done.count()).isEqualTo(50);
  }

  @Test
  void oneIsEndedAndNoOther() {
    Known third = known.get(2);

    assertThat(tasks.apply(new ProxyTask.EndSession(1, third.id)).count()).isOne();
    assertThat(tasks.apply(new ProxyTask.EndSession(2, 1_000_000)).count()).isZero();

    assertThat(known.stream().filter(session -> session.isEnded)).containsExactly(third);
  }

  @Test
  void allWhoHaveSaidWhoTheyAreAreTold() {
    assertThat(tasks.apply(new ProxyTask.Notice(1, "doves")).count()).isEqualTo(125);
    assertThat(known.stream().filter(session -> session.heard.equals("doves"))).hasSize(125);
  }

  @Test
  void theDrainIsBegunOnce() {
    assertThat(tasks.apply(new ProxyTask.Drain(7))).isEqualTo(ProxyDone.of(7, 250));
    assertThat(drained).hasValue(1);
  }

  private static class NoSession implements Connected {
    @Override
    public void look() {}

    @Override
    public void sendAway(long millis) {}

    @Override
    public void cut() {}
  }

  /** Every second one has not said who it is. */
  private static final class Known extends NoSession implements OpenSession {
    private final long id;
    private boolean isEnded;
    private String heard = "";

    Known(long id) {
      this.id = id;
    }

    @Override
    public Optional<OpenSession> session() {
      return Optional.of(this);
    }

    @Override
    public long id() {
      return id;
    }

    @Override
    public ProxySession describe() {
      return new ProxySession(id, "10.0.0.7", "", 0, 0, 0, 0);
    }

    @Override
    public boolean notice(String text) {
      if (id % 2 == 0) {
        heard = text;
      }
      return id % 2 == 0;
    }

    @Override
    public void disconnect() {
      isEnded = true;
    }
  }
}
