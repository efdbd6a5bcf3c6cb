package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.client.FeigeClient;
import io.feige.testkit.Waits;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The only Admin is killed, sooner or later, while it does what an operator asked for. */
class AdminKilledIT {
  private static final List<String> ADMINS = List.of("admin-1");
  private static final int ROUNDS = 4;

  /** Until it is killed, for each round more than for the one before. */
  private static final long STEP_MILLIS = 40;

  @TempDir static Path temporary;

  @RegisterExtension
  static final SharedCluster CLUSTER = new SharedCluster(() -> temporary.resolve("cluster"));

  /** The command, whose Admin is killed while it runs and comes back afterwards. */
  private static CommandRun killedMeanwhile(int round, String... command) throws Exception {
    CompletableFuture<CommandRun> asked =
        CompletableFuture.supplyAsync(() -> CLUSTER.get().attempt(command));
    Thread.sleep(round * STEP_MILLIS);
    CLUSTER.get().kill(ADMINS);
    CommandRun run = asked.get(Waits.patienceMillis(), TimeUnit.MILLISECONDS);
    CLUSTER.get().restart(ADMINS);
    return run;
  }

  @Test
  void userThatWasMadeIsThereAndOneThatIsNotCanBeMade() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String name = "user-" + round;
      CommandRun made = killedMeanwhile(round, "user", "create", name, "--grant", "viewer");

      boolean isThere =
          CLUSTER.get().attempt("user", "list", "--json").outText().contains("\"" + name + "\"");
      if (made.exitCode() == 0) {
        assertThat(isThere).as("%s after %s", name, made.outText()).isTrue();
      }
      CommandRun again = CLUSTER.get().attempt("user", "create", name, "--grant", "viewer");
      assertThat(again.exitCode() == 0).as(again.err()).isNotEqualTo(isThere);
    }
  }

  @Test
  void pairThatWasToSwitchIsServedAndNothingIsLost() throws Exception {
    try (FeigeClient client = CLUSTER.get().client()) {
      SteadyPublisher publisher = SteadyPublisher.start(client, "switched");
      for (int round = 0; round < ROUNDS; round++) {
        var _ = killedMeanwhile(round, "pair", "switch", "pair-1");
        long confirmed = publisher.confirmedCount();
        await().until(() -> publisher.confirmedCount() > confirmed);
      }
      publisher.stop();
      publisher.requireAllIn(client);
    }
  }
}
