package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.Consumer;
import io.feige.client.ConsumerBuilder;
import io.feige.client.Delivery;
import io.feige.client.FeigeClient;
import io.feige.client.GroupStart;
import io.feige.client.Message;
import io.feige.client.Order;
import io.feige.client.Producer;
import io.feige.client.TopicSpec;
import io.feige.testkit.Waits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rule: a message that is redelivered comes before the later messages of its key. */
class PullOrderIT {
  private static final int MESSAGES = 6;
  private static final Duration LITTLE = Duration.ofMillis(300);

  @TempDir static Path temporary;

  @RegisterExtension
  static final SharedCluster CLUSTER = new SharedCluster(() -> temporary.resolve("cluster"));

  /** Why the first two messages come again. */
  enum Again {
    NACK,
    RELEASE,
    LEASE_ENDS
  }

  @ParameterizedTest
  @CsvSource({
    "BY_KEY, NACK",
    "BY_KEY, RELEASE",
    "BY_KEY, LEASE_ENDS",
    "WHOLE,  NACK",
    "WHOLE,  RELEASE",
    "WHOLE,  LEASE_ENDS",
  })
  void messagesOfAKeyStayInOrder(Order order, Again again) throws Exception {
    String topic = (order + "-" + again).toLowerCase(Locale.ROOT);
    try (FeigeClient client = CLUSTER.get().client()) {
      client.topics().create(TopicSpec.of(topic).withOrder(order).withOnePair(true));
      try (Producer producer = client.producer(topic).build()) {
        for (int i = 0; i < MESSAGES; i++) {
          producer.publish(Message.of("key", "m" + i));
        }
      }
      ConsumerBuilder consumer = client.consumer(topic).group("g").startFrom(GroupStart.EARLIEST);
      if (again == Again.LEASE_ENDS) {
        consumer.lease(Duration.ofMillis(500));
      }
      assertThat(handled(consumer, again)).containsExactly("m0", "m1", "m2", "m3", "m4", "m5");
    }
  }

  private static List<String> handled(ConsumerBuilder builder, Again again) throws Exception {
    List<String> handled = new ArrayList<>();
    try (Consumer consumer = builder.build()) {
      int refused = 0;
      while (handled.size() < MESSAGES) {
        for (Delivery delivery : consumer.pull(1, Waits.patience())) {
          boolean isRefused = refused < 2 && delivery.text().equals("m" + refused);
          if (isRefused) {
            refused++;
            comeAgain(consumer, delivery, again);
          } else {
            delivery.ack();
            handled.add(delivery.text());
          }
        }
      }
    }
    return handled;
  }

  private static void comeAgain(Consumer consumer, Delivery delivery, Again again)
      throws InterruptedException {
    switch (again) {
      case NACK -> delivery.nack(LITTLE);
      case RELEASE -> delivery.releaseAsync().join();
      case LEASE_ENDS -> {
        assertThat(consumer.pull(1, LITTLE)).as("behind it").isEmpty();
        Thread.sleep(LITTLE);
      }
    }
  }
}
