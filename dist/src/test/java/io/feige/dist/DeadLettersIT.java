package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.FeigeClient;
import io.feige.client.GroupStart;
import io.feige.client.LetterId;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.ReceivedMessage;
import io.feige.client.TopicSpec;
import io.feige.testkit.Waits;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Rule: a letter that is replayed comes to its group, once, and to no other. */
class DeadLettersIT {
  private static final Duration LITTLE = Duration.ofMillis(500);
  private static final List<String> NODES = List.of("node-1", "node-2");
  private static final List<String> BOTH = List.of("billing", "mail");

  @TempDir static Path temporary;

  @RegisterExtension
  static final SharedCluster CLUSTER = new SharedCluster(() -> temporary.resolve("cluster"));

  private static Consumer consumer(FeigeClient client, String topic, String group) {
    return client.consumer(topic).group(group).startFrom(GroupStart.EARLIEST).build();
  }

  /** Publishes so many messages, which billing rejects and mail acks. */
  private static void letters(FeigeClient client, String topic, int count) throws Exception {
    client.topics().create(TopicSpec.of(topic));
    try (Producer producer = client.producer(topic).build()) {
      for (int i = 0; i < count; i++) {
        producer.publish(Message.of("key-" + i, "m" + i));
      }
    }
    for (String group : BOTH) {
      int left = count;
      try (Consumer consumer = consumer(client, topic, group)) {
        while (left > 0) {
          for (Delivery delivery : consumer.pull(count, Waits.patience())) {
            left--;
            if (group.equals("mail")) {
              delivery.ack();
            } else {
              delivery.reject("no stock of " + delivery.text());
            }
          }
        }
      }
    }
  }

  private static List<String> pulled(FeigeClient client, String topic, String group, int count)
      throws Exception {
    List<String> texts = new ArrayList<>();
    try (Consumer consumer = consumer(client, topic, group)) {
      while (texts.size() < count) {
        for (Delivery delivery : consumer.pull(100, Waits.patience())) {
          delivery.ack();
          texts.add(delivery.text());
        }
      }
      consumer.pull(100, LITTLE).forEach(delivery -> texts.add(delivery.text()));
    }
    return texts;
  }

  private static List<LetterId> open(FeigeClient client, String topic) {
    return client.deadLetters().list(topic, 1_000).stream().map(LetterId::of).toList();
  }

  @Test
  void replayedByTheSdkAndHeldOverAFailover() throws Exception {
    try (FeigeClient client = CLUSTER.get().client()) {
      letters(client, "sdk", 20);
      List<LetterId> all = open(client, "sdk");
      assertThat(all).hasSize(20);

      assertThat(client.deadLetters().replay("sdk", all.subList(0, 15)).done()).isEqualTo(15);
      assertThat(client.deadLetters().drop("sdk", all.subList(15, 17)).done()).isEqualTo(2);
      Message edited = Message.of("key-e", "edited");
      assertThat(client.deadLetters().replayEdited("sdk", all.get(17), edited).done()).isOne();
      CLUSTER.get().killAndRestart(NODES);
      CLUSTER.get().awaitMasters();

      assertThat(client.deadLetters().replay("sdk", all.subList(0, 18)).passed()).isEqualTo(18);
      assertThat(open(client, "sdk")).isEqualTo(all.subList(18, 20));
      assertThat(pulled(client, "sdk", "billing", 16)).hasSize(16).contains("m0", "edited");
      assertThat(pulled(client, "sdk", "mail", 0)).isEmpty();
      ReceivedMessage letter = client.deadLetters().find("sdk", all.get(15)).orElseThrow();
      assertThat(letter.deadLetter().orElseThrow().reason()).startsWith("no stock of m");
      assertThat(client.deadLetters().find("sdk", new LetterId(all.get(0).pair(), 9_999)))
          .isEmpty();
    }
  }

  @Test
  void lookedThroughAndReplayedByRest() throws Exception {
    int port = CLUSTER.get().port() + 1;
    try (FeigeClient client = CLUSTER.get().client();
        HttpClient http = HttpClient.newHttpClient()) {
      letters(client, "rest", 10);
      String base = "http://127.0.0.1:" + port + "/api/v1/topics/rest/letters";
      ProxyCaller admin = new ProxyCaller(http, base, CLUSTER.get().bearer());
      JsonNode reasons = admin.get("/reasons").json();
      assertThat(reasons.get("reasons")).hasSize(1);
      JsonNode shape = reasons.get("reasons").get(0);
      assertThat(shape.get("reason").stringValue()).isEqualTo("no stock of m#");
      assertThat(shape.get("letters").asInt()).isEqualTo(10);
      assertThat(reasons.get("atEnd").booleanValue()).isTrue();
      JsonNode page = admin.get("?limit=4").json();
      String first = id(page.get("letters").get(0));
      assertThat(page.get("letters")).hasSize(4);
      assertThat(page.get("next").stringValue()).isEqualTo(id(page.get("letters").get(3)));
      String rest = "?limit=200&after=" + page.get("next").stringValue();
      JsonNode others = admin.get(rest).json().get("letters");
      assertThat(others).hasSize(6);
      JsonNode third = admin.get("?group=billing&reason=of%20m3").json().get("letters");
      assertThat(third).hasSize(1);

      String body = "{\"letters\":[\"" + first + "\",\"" + id(third.get(0)) + "\"]}";
      int dealt = first.equals(id(third.get(0))) ? 1 : 2;
      assertThat(admin.postJson("/replay", body).json().get("done").asInt()).isEqualTo(dealt);
      assertThat(admin.postJson("/replay", body).json().get("done").asInt()).isZero();
      String last = id(others.get(5));
      String edited = "{\"key\":\"k\",\"body\":\"edited\"}";
      assertThat(admin.postJson("/" + last + "/replay", edited).json().get("done").asInt())
          .isEqualTo(last.equals(id(third.get(0))) ? 0 : 1);
      String drop = "{\"letters\":[\"" + id(page.get("letters").get(1)) + "\"]}";
      assertThat(admin.postJson("/drop", drop).status()).isEqualTo(200);

      assertThat(admin.postJson("/replay", "{\"letters\":[]}").status()).isEqualTo(400);
      assertThat(admin.postJson("/replay", "{\"letters\":[\"x\"]}").status()).isEqualTo(400);
      assertThat(admin.get("?after=x").status()).isEqualTo(400);
      assertThat(pulled(client, "rest", "mail", 0)).isEmpty();
      assertThat(pulled(client, "rest", "billing", 2)).contains("m3");

      String other = "/" + id(others.get(3)) + "/replay";
      assertThat(admin.postJson(other, "{\"body\":\"kept\"}").json().get("done").asInt()).isOne();
      try (Consumer billing = consumer(client, "rest", "billing")) {
        Delivery kept = billing.pull(1, Waits.patience()).getFirst();
        kept.ack();
        assertThat(kept.text()).isEqualTo("kept");
        assertThat(kept.keyText()).as("no other was given").startsWith("key-");
      }
    }
  }

  private static String id(JsonNode letter) {
    return letter.get("pair").stringValue() + "/" + letter.get("offset").asLong();
  }
}
