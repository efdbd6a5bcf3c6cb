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
import io.feige.dist.ProxyCaller.Answer;
import io.feige.testkit.Waits;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Rule: who asks a flow over HTTP gets what a worker replied, or an honest error in time. */
class FlowProxyIT {
  @TempDir static Path temporary;

  @RegisterExtension static final ClusterLogs LOGS = new ClusterLogs(() -> FlowProxyIT.pair.logs());

  private static HttpClient http;
  private static ProxyPair pair;
  private static ProxyCaller one;

  @BeforeAll
  static void up() {
    http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    pair = new ProxyPair(temporary.resolve("cluster"), http);
    one = pair.one();
  }

  @AfterAll
  static void down() {
    pair.close();
    http.close();
  }

  private static WorkFigures figures(FeigeClient client, String flow) {
    return client.topics().describe(flow).work().get(0);
  }

  /** What it was given, as text. */
  private static Reply told(Job job) {
    StringBuilder all = new StringBuilder(job.keyText()).append('|').append(job.text());
    job.headers()
        .forEach(header -> all.append('|').append(header.name()).append('=').append(header.text()));
    return Reply.of(
        201,
        Message.builder()
            .header("content-type", "text/plain; charset=utf-8")
            .header("X-Answer", "42")
            .header("Connection", "close")
            .header("not a name", "x")
            .header("X-Odd", " begins with a space")
            .header("Set-Cookie", "a=1")
            .header("Set-Cookie", "b=2")
            .header("Access-Control-Allow-Origin", "*")
            .body(all.toString())
            .build());
  }

  @Test
  void theRequestAndTheAnswerAreThoseOfHttp() throws Exception {
    try (FeigeClient client = pair.client()) {
      client.topics().create(TopicSpec.of("mirror").withWork());
      try (Worker worker = client.worker("mirror").handle(FlowProxyIT::told)) {
        await().until(worker::isReady);
        Answer got = one.get("/flows/mirror?possible_prime=7&b=%C3%A4");
        assertThat(got.status()).isEqualTo(201);
        assertThat(got.text())
            .startsWith("||http.method=GET")
            .contains("|query.possible_prime=7", "|query.b=ä", "|user-agent=");
        HttpResponse<String> posted =
            http.send(
                one.request("/flows/mirror")
                    .header("Content-Type", "text/x-number")
                    .header("X-Trace", "t-1")
                    .header("X-Forwarded-For", "10.0.0.1")
                    .header("Feige-Key", "k")
                    .POST(BodyPublishers.ofString("seven"))
                    .build(),
                BodyHandlers.ofString());
        assertThat(posted.body())
            .startsWith("k|seven|http.method=POST")
            .contains("|content-type=text/x-number", "|x-trace=t-1")
            .doesNotContain("10.0.0.1");
        assertThat(posted.headers().firstValue("X-Answer")).contains("42");
        assertThat(posted.headers().firstValue("Content-Type"))
            .contains("text/plain; charset=utf-8");
        assertThat(posted.headers().firstValue("Connection")).isNotEqualTo(Optional.of("close"));
        assertThat(posted.headers().allValues("Set-Cookie")).containsExactly("a=1", "b=2");
        assertThat(posted.headers().map())
            .doesNotContainKeys("x-odd", "access-control-allow-origin");
      }
    }
  }

  @Test
  void aPageOfAnotherOriginCannotHaveWorkDone() throws Exception {
    try (FeigeClient client = pair.client()) {
      client.topics().create(TopicSpec.of("acts").withWork());
      AtomicInteger done = new AtomicInteger();
      try (Worker worker =
          client.worker("acts").handle(job -> Reply.of("" + done.incrementAndGet()))) {
        await().until(worker::isReady);
        for (String path : List.of("/flows/acts", "/%66lows/acts")) {
          Answer image = one.send(one.request(path).header("Sec-Fetch-Site", "cross-site").GET());
          assertThat(image.status()).as(path).isEqualTo(403);
        }
        assertThat(done).hasValue(0);
        assertThat(one.get("/flows/acts").text()).isEqualTo("1");
      }
    }
  }

  @Test
  void whoSpeaksTheOldHttpIsToldThatItsConnectionIsKept() throws Exception {
    try (FeigeClient client = pair.client()) {
      client.topics().create(TopicSpec.of("old").withWork());
      try (Worker worker = client.worker("old").handle(job -> Reply.of("kept"));
          Socket caller =
              new Socket(InetAddress.getLoopbackAddress(), URI.create(one.base()).getPort())) {
        await().until(worker::isReady);
        BufferedReader answers =
            new BufferedReader(
                new InputStreamReader(caller.getInputStream(), StandardCharsets.US_ASCII));
        for (int i = 0; i < 2; i++) {
          caller
              .getOutputStream()
              .write(
                  "GET /flows/old HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n"
                      .getBytes(StandardCharsets.US_ASCII));
          List<String> head = new ArrayList<>();
          for (String line = answers.readLine(); !line.isEmpty(); line = answers.readLine()) {
            head.add(line.toLowerCase(Locale.ROOT));
          }
          assertThat(head).contains("connection: keep-alive", "content-length: 4");
          char[] body = new char[4];
          assertThat(answers.read(body)).isEqualTo(4);
          assertThat(new String(body)).isEqualTo("kept");
        }
      }
    }
  }

  @Test
  void whatCannotBeAnsweredHasItsOwnStatus() throws Exception {
    assertThat(one.get("/flows/none").status()).isEqualTo(404);
    try (FeigeClient client = pair.client()) {
      client.topics().create(TopicSpec.of("messages"));
      assertThat(one.get("/flows/messages").status()).isEqualTo(409);
      client.topics().create(TopicSpec.of("slow").withWork());
      HttpResponse<String> nobody =
          http.send(one.request("/flows/slow").GET().build(), BodyHandlers.ofString());
      assertThat(nobody.statusCode()).isEqualTo(503);
      assertThat(nobody.body()).contains("NO_WORKER");
      assertThat(nobody.headers().firstValue("Retry-After")).isPresent();
      CountDownLatch over = new CountDownLatch(1);
      try (Worker worker =
          client
              .worker("slow")
              .handle(job -> {
                Waits.open(over);
                return Reply.of("late");
              })) {
        await().until(worker::isReady);
        Answer late =
            one.send(one.request("/flows/slow").header("Feige-Timeout-Millis", "500").GET());
        assertThat(late.status()).isEqualTo(504);
        assertThat(late.code()).isEqualTo("TOO_LATE");
        over.countDown();
      }
      assertThat(
              one.send(one.request("/flows/slow").header("Feige-Timeout-Millis", "0").GET())
                  .status())
          .isEqualTo(400);
    }
  }

  @Test
  void aCallerThatHangsUpTakesItsRequestWithIt() throws Exception {
    try (FeigeClient client = pair.client()) {
      client.topics().create(TopicSpec.of("hangs").withWork());
      CountDownLatch begun = new CountDownLatch(1);
      CountDownLatch interrupted = new CountDownLatch(1);
      try (Worker worker =
              client
                  .worker("hangs")
                  .handle(job -> {
                    begun.countDown();
                    try {
                      Thread.sleep(Waits.patience().toMillis());
                    } catch (InterruptedException e) {
                      interrupted.countDown();
                    }
                    return Reply.of("");
                  });
          HttpClient caller = HttpClient.newHttpClient()) {
        await().until(worker::isReady);
        CompletableFuture<HttpResponse<String>> asked =
            caller.sendAsync(one.request("/flows/hangs").GET().build(), BodyHandlers.ofString());
        Waits.open(begun);
        asked.cancel(true);
        caller.shutdownNow();
        Waits.open(interrupted);
        assertThat(figures(client, "hangs").cancelled()).isOne();
      }
    }
  }

  @Test
  void whoHasAskedAProxyThatIsKilledHearsItAndTheWorkerIsTold() throws Exception {
    try (FeigeClient client = pair.client()) {
      client.topics().create(TopicSpec.of("killed").withWork());
      CountDownLatch begun = new CountDownLatch(4);
      CountDownLatch interrupted = new CountDownLatch(4);
      try (Worker worker =
          client
              .worker("killed")
              .concurrency(4)
              .handle(job -> {
                begun.countDown();
                try {
                  Thread.sleep(Waits.patience().toMillis());
                } catch (InterruptedException e) {
                  interrupted.countDown();
                }
                return Reply.of("");
              })) {
        await().until(worker::isReady);
        List<CompletableFuture<HttpResponse<String>>> asked = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
          asked.add(
              http.sendAsync(
                  pair.two().request("/flows/killed").GET().build(), BodyHandlers.ofString()));
        }
        Waits.open(begun);
        pair.kill("proxy-2");
        for (CompletableFuture<HttpResponse<String>> each : asked) {
          assertThatThrownBy(() -> Waits.get(each)).isInstanceOf(ExecutionException.class);
        }
        Waits.open(interrupted);
        await().until(() -> worker.running() == 0);
      }
      pair.restart("proxy-2");
    }
  }
}
