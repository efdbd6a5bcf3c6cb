package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.client.FeigeClient;
import io.feige.client.Message;
import io.feige.client.Reply;
import io.feige.client.TopicSpec;
import io.feige.client.Worker;
import io.feige.testkit.Waits;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Rule: a worker over WebSocket has a place for each request it is told of, and keeps it until it
 * replies.
 */
class WorkSocketIT {
  private static final Duration TIMEOUT = Duration.ofMillis(Waits.patienceMillis());

  @TempDir static Path temporary;

  @RegisterExtension
  static final ClusterLogs LOGS = new ClusterLogs(() -> WorkSocketIT.pair.logs());

  private static HttpClient http;
  private static ProxyPair pair;

  @BeforeAll
  static void up() {
    http = HttpClient.newHttpClient();
    pair = new ProxyPair(temporary.resolve("cluster"), http);
  }

  @AfterAll
  static void down() {
    pair.close();
    http.close();
  }

  /** A session with one worker that the node knows. */
  private static SocketCaller worker(FeigeClient client, String topic) {
    client.topics().create(TopicSpec.of(topic).withWork());
    SocketCaller worker = new SocketCaller(pair.one());
    worker.ask(Map.of("op", "work", "id", 1, "topic", topic));
    assertThat(worker.event()).isEqualTo("done");
    await().until(() -> client.topics().describe(topic).work().get(0).workers() == 1);
    return worker;
  }

  private static CompletableFuture<Reply> ask(FeigeClient client, String topic, String body) {
    return client.requestAsync(topic, Message.of(body), TIMEOUT);
  }

  private static long number(SocketCaller worker, String body) {
    JsonNode told = worker.next();
    assertThat(told.get("event").stringValue()).isEqualTo("job");
    assertThat(told.get("job").get("body").stringValue()).isEqualTo(body);
    return told.get("number").longValue();
  }

  private static void reply(SocketCaller worker, long job, String body) {
    worker.ask(
        Map.of("op", "reply", "subscription", 1, "job", job, "message", Map.of("body", body)));
  }

  @Test
  void aReplyThatMakesNoSenseEndsItsRequestAndNotTheWorker() throws Exception {
    try (FeigeClient client = pair.client();
        SocketCaller worker = worker(client, "odd")) {
      CompletableFuture<Reply> first = ask(client, "odd", "a");
      long number = number(worker, "a");
      worker.ask(Map.of("op", "reply", "subscription", 1, "job", number, "status", 700));
      assertThat(worker.refusal()).isEqualTo("BAD_REQUEST");
      assertThat(Waits.get(first).status()).isEqualTo(500);

      CompletableFuture<Reply> second = ask(client, "odd", "b");
      reply(worker, number(worker, "b"), "done");
      assertThat(Waits.get(second).text()).isEqualTo("done");
    }
  }

  @Test
  void whatAWorkerHadThatEndsOrIsCutGoesToAnotherOne() throws Exception {
    try (FeigeClient client = pair.client();
        SocketCaller ends = worker(client, "handed")) {
      CompletableFuture<Reply> first = ask(client, "handed", "a");
      number(ends, "a");
      try (Worker other =
          client.worker("handed").handle(job -> Reply.of("attempt " + job.attempt()))) {
        await().until(other::isReady);
        ends.ask(Map.of("op", "unsubscribe", "id", 2, "subscription", 1));
        assertThat(Waits.get(first).text()).isEqualTo("attempt 2");
      }
      SocketCaller cut = new SocketCaller(pair.one());
      cut.ask(Map.of("op", "work", "id", 1, "topic", "handed"));
      assertThat(cut.event()).isEqualTo("done");
      await().until(() -> client.topics().describe("handed").work().get(0).workers() == 1);
      CompletableFuture<Reply> second = ask(client, "handed", "b");
      number(cut, "b");
      CountDownLatch begun = new CountDownLatch(1);
      try (Worker other =
          client
              .worker("handed")
              .handle(job -> {
                begun.countDown();
                return Reply.of("attempt " + job.attempt());
              })) {
        await().until(other::isReady);
        cut.close();
        assertThat(Waits.get(second).text()).isEqualTo("attempt 2");
        Waits.open(begun);
      }
    }
  }

  @Test
  void aRequestThatNobodyWaitsForIsToldAndKeepsItsPlaceUntilTheReply() throws Exception {
    try (FeigeClient client = pair.client();
        SocketCaller worker = worker(client, "unwanted")) {
      CompletableFuture<Reply> first = ask(client, "unwanted", "a");
      long number = number(worker, "a");
      first.cancel(true);
      assertThat(worker.event()).isEqualTo("unwanted");
      CompletableFuture<Reply> second = ask(client, "unwanted", "b");
      await().until(() -> client.topics().describe("unwanted").work().get(0).waiting() == 1);
      reply(worker, number, "too late");
      reply(worker, number(worker, "b"), "in time");
      assertThat(Waits.get(second).text()).isEqualTo("in time");
    }
  }

  @Test
  void aWorkerThatDrainsAtOnceTakesNothing() throws Exception {
    try (FeigeClient client = pair.client();
        SocketCaller worker = new SocketCaller(pair.one())) {
      client.topics().create(TopicSpec.of("drained").withWork());
      worker.ask(Map.of("op", "work", "id", 1, "topic", "drained"));
      worker.ask(Map.of("op", "drain", "id", 2, "subscription", 1));
      assertThat(worker.event()).isEqualTo("done");
      assertThat(worker.event()).isEqualTo("done");
      await()
          .until(() -> {
            var stage = client.topics().describe("drained").work().get(0);
            return stage.workers() == 1 && stage.places() == 0;
          });
    }
  }
}
