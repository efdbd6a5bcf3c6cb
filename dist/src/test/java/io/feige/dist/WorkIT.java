package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feige.client.FeigeClient;
import io.feige.client.Job;
import io.feige.client.Message;
import io.feige.client.Reply;
import io.feige.client.TopicSpec;
import io.feige.client.WorkFigures;
import io.feige.client.Worker;
import io.feige.protocol.error.ErrorCode;
import io.feige.testkit.Waits;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Rule: whoever asks gets one answer in time: a worker's, or why there is none. */
class WorkIT {
  private static final Duration LONG = Waits.patience();

  @TempDir static Path temporary;

  @RegisterExtension
  static final SharedCluster CLUSTER = new SharedCluster(() -> temporary.resolve("cluster"));

  private static void create(FeigeClient client, String topic) {
    client.topics().create(TopicSpec.of(topic).withWork());
  }

  private static void awaitReady(Worker worker) {
    await().until(worker::isReady);
  }

  private static WorkFigures figures(FeigeClient client, String topic) {
    return client.topics().describe(topic).work().get(0);
  }

  @Test
  void aWorkerAnswersWithStatusHeadersAndBody() throws Exception {
    try (FeigeClient client = CLUSTER.get().client()) {
      create(client, "echo");
      assertThatThrownBy(() -> client.request("echo", Message.of("x"), LONG))
          .hasMessageContaining("NO_WORKER");
      try (Worker worker =
          client
              .worker("echo")
              .handle(job ->
                  Reply.of(
                      job.keyText().isEmpty() ? 200 : 404,
                      Message.builder()
                          .header("seen", job.header("h").map(h -> h.text()).orElse("none"))
                          .body(job.text() + "!")
                          .build()))) {
        awaitReady(worker);
        Reply reply = client.request("echo", Message.of("hello"), LONG);
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.text()).isEqualTo("hello!");
        assertThat(reply.header("seen").orElseThrow().text()).isEqualTo("none");
        Message keyed = Message.builder().key("k").header("h", "v").body("").build();
        reply = client.request("echo", keyed, LONG);
        assertThat(reply.isDone()).isFalse();
        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.header("seen").orElseThrow().text()).isEqualTo("v");
      }
      await()
          .untilAsserted(() ->
              assertThatThrownBy(() -> client.request("echo", Message.of("x"), LONG))
                  .hasMessageContaining("NO_WORKER"));
    }
  }

  @Test
  void aHandlerThatThrowsIsAnAnswer() throws Exception {
    try (FeigeClient client = CLUSTER.get().client()) {
      create(client, "broken");
      try (Worker worker =
          client
              .worker("broken")
              .handle(job -> {
                throw new IllegalStateException("no such number");
              })) {
        awaitReady(worker);
        Reply reply = client.request("broken", Message.of("x"), LONG);
        assertThat(reply.status()).isEqualTo(500);
        assertThat(reply.text()).isEqualTo("java.lang.IllegalStateException: no such number");
      }
    }
  }

  @Test
  void whoAsksAndGoesHasTheHandlerInterrupted() throws Exception {
    try (FeigeClient client = CLUSTER.get().client()) {
      create(client, "slow");
      CountDownLatch begun = new CountDownLatch(1);
      AtomicBoolean isCancelled = new AtomicBoolean();
      CountDownLatch interrupted = new CountDownLatch(1);
      try (Worker worker =
          client
              .worker("slow")
              .handle(job -> {
                begun.countDown();
                try {
                  Thread.sleep(Waits.patience().toMillis());
                } catch (InterruptedException e) {
                  isCancelled.set(job.isCancelled());
                  interrupted.countDown();
                }
                return Reply.of("late");
              })) {
        awaitReady(worker);
        CompletableFuture<Reply> asked = client.requestAsync("slow", Message.of("x"), LONG);
        Waits.open(begun);
        assertThat(asked.cancel(false)).isTrue();
        Waits.open(interrupted);
        assertThat(isCancelled).isTrue();
        assertThatThrownBy(() -> client.request("slow", Message.of("y"), Duration.ofSeconds(1)))
            .hasMessageContaining("TOO_LATE");
        await().until(() -> worker.running() == 0);
        WorkFigures figures = figures(client, "slow");
        assertThat(figures.cancelled()).isOne();
        assertThat(figures.late()).isOne();
        assertThat(figures.answered()).isZero();
      }
    }
  }

  @Test
  void workersShareAndNoneHasMoreThanItAskedFor() throws Exception {
    try (FeigeClient client = CLUSTER.get().client();
        FeigeClient other = CLUSTER.get().client()) {
      create(client, "shared");
      Busy first = new Busy();
      Busy second = new Busy();
      try (Worker one = client.worker("shared").concurrency(3).handle(first::handle);
          Worker two = other.worker("shared").concurrency(3).handle(second::handle)) {
        awaitReady(one);
        awaitReady(two);
        assertThat(figures(client, "shared").places()).isEqualTo(6);
        List<CompletableFuture<Reply>> asked = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
          asked.add(client.requestAsync("shared", Message.of("n" + i), LONG));
        }
        for (int i = 0; i < 500; i++) {
          assertThat(Waits.get(asked.get(i)).text()).isEqualTo("n" + i);
        }
      }
      assertThat(first.most.get()).isEqualTo(3);
      assertThat(second.most.get()).isEqualTo(3);
    }
  }

  /** Counts what it does at a time. */
  private static final class Busy {
    private final AtomicInteger now = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    Reply handle(Job job) throws InterruptedException {
      most.accumulateAndGet(now.incrementAndGet(), Math::max);
      Thread.sleep(1);
      now.decrementAndGet();
      return Reply.of(job.body());
    }
  }

  @Test
  void aWorkerThatDrainsFinishesWhatItHasAndAsksForLittle() throws Exception {
    try (FeigeClient client = CLUSTER.get().client()) {
      create(client, "draining");
      CountDownLatch begun = new CountDownLatch(1);
      CountDownLatch goOn = new CountDownLatch(1);
      try (Worker worker =
          client
              .worker("draining")
              .handle(job -> {
                begun.countDown();
                Waits.open(goOn);
                return Reply.of("done");
              })) {
        awaitReady(worker);
        CompletableFuture<Reply> asked = client.requestAsync("draining", Message.of("x"), LONG);
        Waits.open(begun);
        worker.drain();
        assertThat(worker.isReady()).isFalse();
        await().until(() -> figures(client, "draining").places() == 0);
        assertThatThrownBy(() -> client.request("draining", Message.of("y"), LONG))
            .hasMessageContaining("NO_WORKER");
        goOn.countDown();
        assertThat(Waits.get(asked).text()).isEqualTo("done");
      }
      await().until(() -> figures(client, "draining").workers() == 0);
    }
  }

  @Test
  void aTopicThatIsDeletedAndMadeAgainHasItsWorkersBack() throws Exception {
    try (FeigeClient client = CLUSTER.get().client()) {
      create(client, "again");
      try (Worker worker = client.worker("again").handle(job -> Reply.of(job.body()))) {
        awaitReady(worker);
        client.topics().delete("again");
        await().until(() -> worker.problem().isPresent());
        assertThat(worker.problem().orElseThrow().code()).isEqualTo(ErrorCode.TOPIC_NOT_FOUND);
        assertThatThrownBy(() -> client.request("again", Message.of("x"), LONG))
            .hasMessageContaining("TOPIC_NOT_FOUND");
        create(client, "again");
        awaitReady(worker);
        assertThat(worker.problem()).isEmpty();
        assertThat(client.request("again", Message.of("x"), LONG).text()).isEqualTo("x");
      }
    }
  }

  @Test
  void aClientThatIsClosedFailsWhatItHasAsked() throws Exception {
    try (FeigeClient client = CLUSTER.get().client();
        FeigeClient asker = CLUSTER.get().client()) {
      create(client, "closing");
      CountDownLatch begun = new CountDownLatch(1);
      try (Worker worker =
          client
              .worker("closing")
              .handle(job -> {
                begun.countDown();
                Thread.sleep(LONG.toMillis());
                return Reply.of("");
              })) {
        awaitReady(worker);
        CompletableFuture<Reply> asked = asker.requestAsync("closing", Message.of("x"), LONG);
        Waits.open(begun);
        asker.close();
        assertThatThrownBy(() -> Waits.get(asked)).hasMessageContaining("CLIENT_CLOSED");
        await().until(() -> worker.running() == 0);
      }
    }
  }

  @Test
  void aCommandAnswersAndIsAsked() throws Exception {
    UpCluster cluster = CLUSTER.get();
    cluster.ask("topic", "create", "shell", "--work");
    assertThat(cluster.ask("topic", "describe", "shell")).containsPattern("workers +0 +0 +0 +0");
    try (FeigeClient client = cluster.client();
        ChildCommand worker =
            ChildCommand.start(
                temporary,
                "--server",
                cluster.address(),
                "work",
                "shell",
                "--exec",
                "read n; echo $((n * 2)); test \"$n\" -gt 0")) {
      await()
          .ignoreExceptions()
          .until(() -> client.request("shell", Message.of("1"), LONG).isDone());
      assertThat(cluster.ask("request", "shell", "21")).isEqualTo("42\n");
      CommandRun failed = cluster.attempt("request", "shell", "0");
      assertThat(failed.exitCode()).isEqualTo(1);
      assertThat(failed.err()).contains("status 500");
      assertThat(cluster.ask("flow", "describe", "shell"))
          .containsPattern("workers +1 +1 +0 +0 +- +[3-9]");
      assertThat(cluster.ask("request", "shell", "4", "--json"))
          .isEqualTo("{\"status\":200,\"headers\":{},\"body\":\"8\\n\"}\n");
      assertThat(worker.err()).isEmpty();
    }
  }

  @Test
  void aCommandThatNobodyWaitsForAnyMoreIsEnded() throws Exception {
    UpCluster cluster = CLUSTER.get();
    cluster.ask("topic", "create", "sleepy", "--work");
    try (FeigeClient client = cluster.client();
        ChildCommand worker =
            ChildCommand.start(
                temporary,
                "--server",
                cluster.address(),
                "work",
                "sleepy",
                "--exec",
                "read n; test \"$n\" != 0 || sleep 3600; echo $n")) {
      await().until(() -> figures(client, "sleepy").workers() == 1);
      assertThatThrownBy(() -> client.request("sleepy", Message.of("0"), Duration.ofSeconds(2)))
          .hasMessageContaining("TOO_LATE");
      assertThat(client.request("sleepy", Message.of("1"), LONG).text()).isEqualTo("1\n");
      assertThat(worker.err()).isEmpty();
    }
  }

  @Test
  void aRequestGoesThroughTheStagesOfAFlow() throws Exception {
    UpCluster cluster = CLUSTER.get();
    cluster.ask("flow", "create", "primes", "--stages", "parse,compute,format");
    assertThat(cluster.ask("flow", "list")).contains("parse > compute > format");
    try (FeigeClient client = cluster.client();
        Worker parse =
            client
                .worker("primes", "parse")
                .handle(job ->
                    job.text().isBlank()
                        ? Reply.of(400, "which number?")
                        : Reply.next(job.text().strip()));
        Worker compute =
            client
                .worker("primes", "compute")
                .concurrency(2)
                .handle(job ->
                    Reply.next(
                        job.text() + " " + new BigInteger(job.text()).isProbablePrime(100)));
        ChildCommand format =
            ChildCommand.start(
                temporary,
                "--server",
                cluster.address(),
                "work",
                "primes",
                "--stage",
                "format",
                "--exec",
                "tr a-z A-Z")) {
      awaitReady(parse);
      awaitReady(compute);
      await().until(() -> client.topics().describe("primes").work().get(2).workers() == 1);
      assertThat(client.request("primes", Message.of(" 32416190071"), LONG).text())
          .isEqualTo("32416190071 TRUE");
      assertThat(client.request("primes", Message.of("12"), LONG).text()).isEqualTo("12 FALSE");
      Reply early = client.request("primes", Message.of(""), LONG);
      assertThat(early.status()).isEqualTo(400);
      assertThat(early.text()).isEqualTo("which number?");
      assertThat(cluster.ask("flow", "top", "primes", "--count", "1"))
          .containsPattern("primes +compute +1 +0 % +0 +0");
      assertThat(format.err()).isEmpty();
    }
    CommandRun none = cluster.attempt("request", "primes", "12");
    assertThat(none.err()).contains("NO_WORKER");
    assertThat(cluster.ask("flow", "drop", "primes", "--yes")).contains("Flow primes is deleted.");
  }
}
