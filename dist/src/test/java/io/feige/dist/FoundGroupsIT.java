package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.Consumer;
import io.feige.client.FeigeClient;
import io.feige.client.GroupStart;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.testkit.Waits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Groups of all topics over REST, those with the most unsettled messages first. */
class FoundGroupsIT {
  @TempDir static Path temporary;

  @RegisterExtension
  static final SharedCluster CLUSTER = new SharedCluster(() -> temporary.resolve("cluster"));

  @BeforeAll
  static void groups() throws IOException {
    try (FeigeClient client = CLUSTER.get().client()) {
      for (String topic : List.of("orders", "invoices")) {
        try (Producer producer = client.producer(topic).build()) {
          for (int i = 0; i < 5; i++) {
            producer.publish(Message.of("key", "" + i));
          }
        }
      }
      settle(client, "orders", "billing", 4);
      settle(client, "orders", "mail", 1);
      settle(client, "invoices", "Mail", 2);
    }
  }

  private static void settle(FeigeClient client, String topic, String group, int messages) {
    try (Consumer consumer =
        client.consumer(topic).group(group).startFrom(GroupStart.EARLIEST).prefetch(0).build()) {
      for (int settled = 0; settled < messages; settled++) {
        consumer.pull(1, Waits.patience()).getFirst().ack();
      }
    }
  }

  private static JsonNode find(String query) throws Exception {
    return CLUSTER.get().rest("groups?" + query);
  }

  private static List<String> names(JsonNode found) {
    return StreamSupport.stream(found.get("groups").spliterator(), false)
        .map(each -> each.get("topic").stringValue() + "/" + each.get("group").stringValue())
        .toList();
  }

  @Test
  void ofAllTopicsThoseWithMostToDoFirst() throws Exception {
    JsonNode found = find("");

    assertThat(names(found)).containsExactly("orders/mail", "invoices/Mail", "orders/billing");
    assertThat(found.get("found").intValue()).isEqualTo(3);
    assertThat(found.get("groups").get(0).get("lag").intValue()).isEqualTo(4);
  }

  @Test
  void byAPartOfTopicOrGroupAndNoMoreThanAsked() throws Exception {
    assertThat(names(find("contains=MAIL"))).containsExactly("orders/mail", "invoices/Mail");
    assertThat(names(find("contains=orders%20/%20b"))).containsExactly("orders/billing");
    JsonNode one = find("contains=mail&limit=1");
    assertThat(names(one)).containsExactly("orders/mail");
    assertThat(one.get("found").intValue()).isEqualTo(2);
    assertThat(find("limit=1001").get("status").intValue()).isEqualTo(400);
  }
}
