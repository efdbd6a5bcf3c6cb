package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.client.FeigeClient;
import io.feige.client.Message;
import io.feige.client.Reply;
import io.feige.client.TopicSpec;
import io.feige.client.Worker;
import io.feige.testkit.Waits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Rule: whatever dies, each request is answered. */
class WorkFailoverIT {
  private static final Duration LONG = Waits.patience();

  @TempDir static Path temporary;

  @RegisterExtension
  static final SharedCluster CLUSTER = new SharedCluster(() -> temporary.resolve("cluster"));

  @Test
  void eachRequestIsAnsweredWhenTheActiveNodeIsKilled() throws Exception {
    UpCluster cluster = CLUSTER.get();
    try (FeigeClient client = cluster.client();
        FeigeClient works = cluster.client()) {
      client.topics().create(TopicSpec.of("jobs").withWork());
      AtomicInteger begun = new AtomicInteger();
      CountDownLatch goOn = new CountDownLatch(1);
      try (Worker worker =
          works
              .worker("jobs")
              .concurrency(8)
              .handle(job -> {
                begun.incrementAndGet();
                Waits.open(goOn);
                return Reply.of(job.body());
              })) {
        await().until(worker::isReady);
        List<CompletableFuture<Reply>> asked = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
          asked.add(client.requestAsync("jobs", Message.of("n" + i), LONG));
        }
        await().until(() -> begun.get() == 8);
        cluster.killAndRestart(List.of(client.status().nodeId()));
        goOn.countDown();
        for (int i = 0; i < 100; i++) {
          assertThat(Waits.get(asked.get(i)).text()).isEqualTo("n" + i);
        }
        assertThat(worker.problem()).isEmpty();
      }
      assertThat(begun.get()).as("those that were at workers are asked again").isGreaterThan(100);
    }
  }

  @Test
  void whatAWorkerHadThatIsKilledGoesToAnother() throws Exception {
    UpCluster cluster = CLUSTER.get();
    cluster.awaitInSync();
    try (FeigeClient client = cluster.client()) {
      client.topics().create(TopicSpec.of("mortal").withWork());
      try (ChildCommand mortal =
          ChildCommand.start(
              temporary,
              "--server",
              cluster.address(),
              "work",
              "mortal",
              "--exec",
              "test \"$(cat)\" = first || sleep 60")) {
        await()
            .ignoreExceptions()
            .until(() -> client.request("mortal", Message.of("first"), LONG).isDone());
        CompletableFuture<Reply> asked = client.requestAsync("mortal", Message.of("second"), LONG);
        try (Worker survivor =
            client.worker("mortal").handle(job -> Reply.of("attempt " + job.attempt()))) {
          await().until(() -> client.topics().describe("mortal").work().get(0).workers() == 2);
          assertThat(survivor.isReady()).isTrue();
          assertThat(asked).as("the one that sleeps has it").isNotDone();
          mortal.close();
          assertThat(Waits.get(asked).text()).isEqualTo("attempt 2");
        }
      }
    }
  }
}
