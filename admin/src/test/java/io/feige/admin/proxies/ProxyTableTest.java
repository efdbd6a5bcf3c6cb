package io.feige.admin.proxies;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.admin.proxies.ProxySight.State;
import io.feige.protocol.command.ProxyDone;
import io.feige.protocol.command.ProxyTask;
import io.feige.protocol.command.ReportProxy;
import io.feige.protocol.model.ProxyState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class ProxyTableTest {
  private static final long NANOS_OF_A_REPORT = ProxyTable.NEXT.toNanos();

  /** Begins before an overflow, as the clock of a process may. */
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - NANOS_OF_A_REPORT);

  private final ProxyTable table = new ProxyTable(now::get);

  @Test
  void aProxyIsAwayOnceItIsSilentAndForgottenAfterAnHour() {
    hear("a", 1, ProxyState.SERVING, 0);
    assertThat(only().state()).isEqualTo(State.SERVING);
    pass(ProxyTable.AWAY);
    assertThat(only().state()).isEqualTo(State.SERVING);
    pass(Duration.ofMillis(1));
    assertThat(only().state()).isEqualTo(State.AWAY);
    assertThat(only().silentMillis()).isEqualTo(10_001);
    pass(ProxyTable.FORGOTTEN.minus(ProxyTable.AWAY));
    assertThat(table.all()).isEmpty();
  }

  @Test
  void oneThatSaysThatItStopsIsShownUntilItHasStopped() {
    hear("a", 1, ProxyState.SERVING, 0);
    hear("a", 1, ProxyState.STOPPING, 0);
    assertThat(only().state()).isEqualTo(State.STOPPING);
    hear("a", 1, ProxyState.STOPPED, 0);
    assertThat(table.all()).isEmpty();
  }

  @Test
  void theLastWordOfAnEarlierProcessDoesNotRemoveTheOneThatRuns() {
    hear("a", 1, ProxyState.STOPPING, 0);
    hear("a", 2, ProxyState.SERVING, 0);
    hear("a", 1, ProxyState.STOPPED, 0);
    assertThat(only().state()).isEqualTo(State.SERVING);
    assertThat(only().isTwice()).isFalse();
  }

  @Test
  void oneThatWasStartedAnewIsNotTwo() {
    hear("a", 1, ProxyState.SERVING, 0);
    hear("a", 2, ProxyState.SERVING, 0);
    hear("a", 2, ProxyState.SERVING, 0);
    hear("a", 3, ProxyState.SERVING, 0);
    assertThat(only().isTwice()).isFalse();
  }

  @Test
  void twoProcessesOfOneNameAreFoundAndForgottenWhenOneHasGone() {
    hear("a", 1, ProxyState.SERVING, 0);
    hear("a", 2, ProxyState.SERVING, 0);
    hear("a", 1, ProxyState.SERVING, 0);
    assertThat(only().isTwice()).isTrue();
    pass(ProxyTable.AWAY);
    hear("a", 1, ProxyState.SERVING, 0);
    assertThat(only().isTwice()).isTrue();
    pass(Duration.ofMillis(1));
    hear("a", 1, ProxyState.SERVING, 0);
    assertThat(only().isTwice()).isFalse();
  }

  @Test
  void requestsAreCountedBetweenTwoReportsOfOneProcess() {
    hear("a", 1, ProxyState.SERVING, 1_000);
    assertThat(only().requestsPerSecond()).isZero();
    pass(ProxyTable.NEXT);
    hear("a", 1, ProxyState.SERVING, 1_500);
    assertThat(only().requestsPerSecond()).isEqualTo(250);
    pass(ProxyTable.NEXT);
    hear("a", 2, ProxyState.SERVING, 3);
    assertThat(only().requestsPerSecond()).isZero();
    assertThat(only().requests()).isEqualTo(3);
  }

  @Test
  void beyondTheMostThatMayBeKnownANewOneTakesThePlaceOfOneThatIsAway() {
    hear("silent longest", 1, ProxyState.SERVING, 0);
    pass(Duration.ofSeconds(1));
    hear("silent", 1, ProxyState.SERVING, 0);
    pass(ProxyTable.AWAY);
    for (int i = 2; i < ProxyTable.MOST; i++) {
      hear("p" + i, 1, ProxyState.SERVING, 0);
    }
    hear("new", 1, ProxyState.SERVING, 0);
    assertThat(table.all()).hasSize(ProxyTable.MOST);
    assertThat(table.all()).extracting(ProxySight::id).doesNotContain("silent.longest");
    pass(Duration.ofMillis(1));
    hear("newer", 1, ProxyState.SERVING, 0);
    assertThat(table.all()).extracting(ProxySight::id).doesNotContain("silent");
    assertThat(table.hear(report("newest", 1, ProxyState.SERVING, 0), "10.0.0.7", "test"))
        .isEmpty();
    hear("new", 1, ProxyState.SERVING, 0);
    assertThat(table.all()).hasSize(ProxyTable.MOST);
  }

  @Test
  void anAdminThatDoesNotLeadAnyMoreKnowsNone() {
    hear("a", 1, ProxyState.SERVING, 0);
    table.clear();
    assertThat(table.all()).isEmpty();
  }

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }

  private ProxySight only() {
    assertThat(table.all()).hasSize(1);
    return table.all().getFirst();
  }

  private void hear(String name, long instance, ProxyState state, long requests) {
    assertThat(table.hear(report(name, instance, state, requests), "10.0.0.7", "test")).isPresent();
  }

  private static ReportProxy report(String name, long instance, ProxyState state, long requests) {
    return report(name, instance, state, requests, Optional.empty());
  }

  private static ReportProxy report(
      String name, long instance, ProxyState state, long requests, Optional<ProxyDone> done) {
    return new ReportProxy(
        name.replace(' ', '.'), instance, List.of("http://a:1"), 0, state, 1, 1, requests, 0, done);
  }

  @Test
  void whatIsWantedOfAProxyIsGivenOnceAndOneAfterTheOther() {
    hear("a", 1, ProxyState.SERVING, 0);
    CompletableFuture<ProxyDone> first = table.ask("a", ProxyTask.Drain::new).orElseThrow();
    CompletableFuture<ProxyDone> second = table.ask("a", ProxyTask.Drain::new).orElseThrow();
    assertThat(table.ask("b", ProxyTask.Drain::new)).isEmpty();

    ProxyTask given = told(1, Optional.empty()).orElseThrow();
    assertThat(first).isNotDone();
    ProxyTask next = told(1, Optional.of(ProxyDone.of(given.number(), 3))).orElseThrow();
    assertThat(first.join().count()).isEqualTo(3);
    assertThat(next.number()).isNotEqualTo(given.number());
    assertThat(told(1, Optional.of(ProxyDone.of(next.number(), 4)))).isEmpty();
    assertThat(second.join().count()).isEqualTo(4);
  }

  @Test
  void whatAProxyWasGivenAndSaysNothingOfIsNotKnown() {
    hear("a", 1, ProxyState.SERVING, 0);
    CompletableFuture<ProxyDone> lost = table.ask("a", ProxyTask.Drain::new).orElseThrow();
    ProxyTask given = told(1, Optional.empty()).orElseThrow();
    assertThat(told(2, Optional.empty())).isEmpty();
    assertThat(lost).isCancelled();
    assertThat(told(2, Optional.of(ProxyDone.of(given.number(), 1)))).isEmpty();

    CompletableFuture<ProxyDone> ofOneThatStops =
        table.ask("a", ProxyTask.Drain::new).orElseThrow();
    hear("a", 2, ProxyState.STOPPED, 0);
    assertThat(ofOneThatStops).isCancelled();

    hear("a", 3, ProxyState.SERVING, 0);
    CompletableFuture<ProxyDone> ofOneForgotten =
        table.ask("a", ProxyTask.Drain::new).orElseThrow();
    pass(ProxyTable.FORGOTTEN.plusMillis(1));
    assertThat(table.all()).isEmpty();
    assertThat(ofOneForgotten).isCancelled();

    hear("a", 3, ProxyState.SERVING, 0);
    CompletableFuture<ProxyDone> ofTheLast = table.ask("a", ProxyTask.Drain::new).orElseThrow();
    table.clear();
    assertThat(ofTheLast).isCancelled();
  }

  @Test
  void whoGivesUpLeavesRoomForOthers() {
    hear("a", 1, ProxyState.SERVING, 0);
    List<CompletableFuture<ProxyDone>> wanted = new ArrayList<>();
    for (int i = 0; i < ProxyTasks.MOST; i++) {
      wanted.add(table.ask("a", ProxyTask.Drain::new).orElseThrow());
    }
    assertThat(table.ask("a", ProxyTask.Drain::new)).isEmpty();

    wanted.forEach(each -> each.cancel(false));
    CompletableFuture<ProxyDone> asked = table.ask("a", ProxyTask.Drain::new).orElseThrow();

    ProxyTask given = told(1, Optional.empty()).orElseThrow();
    assertThat(told(1, Optional.of(ProxyDone.of(given.number(), 1)))).isEmpty();
    assertThat(asked.join().count()).isOne();
  }

  private Optional<ProxyTask> told(long instance, Optional<ProxyDone> done) {
    return table
        .hear(report("a", instance, ProxyState.SERVING, 0, done), "10.0.0.7", "test")
        .orElseThrow()
        .task();
  }
}
