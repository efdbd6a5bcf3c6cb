package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.client.Consumer;
import io.feige.client.FeigeClient;
import io.feige.client.GroupStart;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.testkit.Waits;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Charts of a topic, a group and a node over REST. */
class FiguresIT {
  private static final int MESSAGES = 50;

  @TempDir static Path temporary;

  @RegisterExtension
  static final SharedCluster CLUSTER = new SharedCluster(() -> temporary.resolve("cluster"));

  private static List<Double> values(String path, String figure) throws Exception {
    JsonNode told = CLUSTER.get().rest(path);
    return StreamSupport.stream(told.path("series").spliterator(), false)
        .filter(series -> series.get("name").stringValue().equals(figure))
        .flatMap(series -> StreamSupport.stream(series.get("values").spliterator(), false))
        .filter(JsonNode::isNumber)
        .map(JsonNode::doubleValue)
        .toList();
  }

  @Test
  void topicsGroupsAndNodesHaveFigures() throws Exception {
    try (FeigeClient client = CLUSTER.get().client();
        Producer producer = client.producer("orders").build();
        Consumer consumer =
            client.consumer("orders").group("billing").startFrom(GroupStart.EARLIEST).build()) {
      for (int i = 0; i < MESSAGES; i++) {
        producer.publish(Message.of("key", "" + i));
      }
      consumer.pull(1, Waits.patience()).getFirst().ack();
      await()
          .untilAsserted(() ->
              assertThat(values("topics/orders/groups/billing/figures", "backlog"))
                  .contains(MESSAGES - 1.0));
      await()
          .untilAsserted(() ->
              assertThat(values("topics/orders/figures", "heldBytes"))
                  .anyMatch(bytes -> bytes > 0));
      await()
          .untilAsserted(() ->
              assertThat(values("nodes/node-1/figures", "connections"))
                  .anyMatch(connections -> connections > 0));
    }
    assertThat(CLUSTER.get().rest("topics/nothing/figures").get("status").intValue())
        .isEqualTo(404);
    assertThat(CLUSTER.get().rest("topics/orders/groups/nobody/figures").get("status").intValue())
        .isEqualTo(404);
    assertThat(CLUSTER.get().rest("nodes/node-7/figures").get("status").intValue()).isEqualTo(404);
    assertThat(CLUSTER.get().rest("nodes/node-1/figures?seconds=0").get("status").intValue())
        .isEqualTo(400);
  }
}
