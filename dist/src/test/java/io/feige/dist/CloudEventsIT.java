package io.feige.dist;

import static io.feige.dist.ProxyCaller.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.Delivery;
import io.feige.client.FeigeClient;
import io.feige.client.Message;
import io.feige.dist.ProxyCaller.Answer;
import io.feige.testkit.Waits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Events of CloudEvents through proxies before a cluster of real processes. */
class CloudEventsIT {
  private static final String ONE = "application/cloudevents+json";
  private static final String MANY = "application/cloudevents-batch+json";

  @TempDir static Path temporary;

  @RegisterExtension
  static final ClusterLogs LOGS = new ClusterLogs(() -> CloudEventsIT.pair.logs());

  private static HttpClient http;
  private static ProxyPair pair;

  @BeforeAll
  static void up() {
    http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    pair = new ProxyPair(temporary.resolve("cluster"), http);
  }

  @AfterAll
  static void down() {
    pair.close();
    http.close();
  }

  private static String event(String id, String more) {
    return "{\"specversion\":\"1.0\",\"id\":\"" + id + "\",\"source\":\"/a\",\"type\":\"t\"" + more;
  }

  private static Answer publish(String topic, String type, String body) {
    return pair.one()
        .send(
            pair.one()
                .request("/v1/topics/" + topic + "/messages")
                .header("Content-Type", type)
                .POST(BodyPublishers.ofString(body)));
  }

  private static HttpResponse<String> pull(String group, String accept, int max) throws Exception {
    int wait = Waits.patienceMillis() / 2;
    HttpRequest.Builder request =
        pair.two()
            .request(group + "/pull")
            .header("Accept", accept)
            .POST(BodyPublishers.ofString("{\"max\":" + max + ",\"waitMillis\":" + wait + "}"));
    return http.send(request.build(), BodyHandlers.ofString());
  }

  @Test
  void aBatchOfEventsIsPulledAsEventsAndSettledByTheirIds() throws Exception {
    pair.withoutFailover(
        "events",
        topic -> {
          Answer receipts =
              publish(
                  topic,
                  MANY,
                  "["
                      + event("1", ",\"partitionkey\":\"k\",\"data\":{\"a\":1.50}},")
                      + event("2", ",\"partitionkey\":\"k\",\"data_base64\":\"/wAH\"}]"));
          assertThat(receipts.status()).as(receipts.text()).isEqualTo(201);
          assertThat(receipts.json().get("receipts")).hasSize(2);
          assertThat(publish(topic, ONE, "{}").code()).isEqualTo("BAD_REQUEST");

          String group = "/v1/topics/" + topic + "/groups/g";
          List<String> events = new ArrayList<>();
          while (events.size() < 2) {
            for (JsonNode event : new JsonMapper().readTree(pull(group, MANY, 10).body())) {
              Answer settled =
                  pair.one()
                      .settle(group, List.of(verdict(event.get("feigeid").stringValue(), "ack")));
              assertThat(settled.status()).as(settled.text()).isEqualTo(200);
              events.add(event.toString());
            }
          }
          assertThat(events.get(0))
              .startsWith(event("1", ",\"partitionkey\":\"k\","))
              .contains("1.5");
          assertThat(events.get(1)).contains("\"data_base64\":\"/wAH\"", "\"feigeattempt\":1");
          assertThat(pair.one().get(group).json().get("backlog").asInt()).isZero();
        });
  }

  @Test
  void aClientOfTheSdkHasAnEventsAttributesAsHeaders() throws Exception {
    try (FeigeClient client = pair.client()) {
      assertThat(publish("sdk", ONE, event("1", ",\"data\":[1]}")).status()).isEqualTo(201);
      try (var consumer = client.consumer("sdk").group("g").build()) {
        Delivery delivery = consumer.pull(1, Waits.patience()).getFirst();
        assertThat(delivery.header("ce-id").orElseThrow().text()).isEqualTo("1");
        assertThat(delivery.header("content-type").orElseThrow().text())
            .isEqualTo("application/json");
        assertThat(delivery.text()).isEqualTo("[1]");
        delivery.ack();
      }
      try (var producer = client.producer("plain").build()) {
        producer.publish(Message.of("k", "a dove"));
      }
    }
    HttpResponse<String> pulled = pull("/v1/topics/plain/groups/g", ONE, 1);
    assertThat(pulled.headers().firstValue("Feige-Id")).isPresent();
    assertThat(pulled.body())
        .contains("\"source\":\"/topics/plain\"", "\"partitionkey\":\"k\"", "\"data_base64\":");
  }

  @Test
  void theExamplesOfTheDocumentationDoWhatTheySay() throws Exception {
    List<CurlCommand> commands = CurlCommand.of("proxy.md", "CloudEvents");
    assertThat(commands).hasSize(7);
    for (CurlCommand command : commands) {
      HttpRequest request = command.request(pair.one(), "/v1/topics/docs").build();
      if (command.isEndless()) {
        assertThat(firstEvent(request)).contains("\"type\":\"shop.order\"");
      } else {
        HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
        assertThat(answer.statusCode())
            .as(command + " " + answer.body())
            .isEqualTo(command.isToPublish() ? 201 : 200);
        assertThat(answer.headers().map() + answer.body())
            .contains(command.isToPublish() ? "\"durability\":\"REPLICATED\"" : "shop.order");
      }
    }
  }

  private static String firstEvent(HttpRequest request) throws IOException, InterruptedException {
    try (var lines =
        new BufferedReader(
            new InputStreamReader(
                http.send(request, BodyHandlers.ofInputStream()).body(), StandardCharsets.UTF_8))) {
      String line = lines.readLine();
      while (!line.startsWith("data: ")) {
        line = lines.readLine();
      }
      return line;
    }
  }
}
