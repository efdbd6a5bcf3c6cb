package sample;

import io.feige.client.Consumer;
import io.feige.client.GroupStart;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.testing.InMemoryFeige;
import java.time.Duration;

/** Publishes a message and gets it. */
public final class Sample {
  private Sample() {}

  public static void main(String[] args) {
    try (InMemoryFeige feige = InMemoryFeige.create();
        Producer orders = feige.producer("orders").build();
        Consumer billing =
            feige.consumer("orders").group("billing").startFrom(GroupStart.EARLIEST).build()) {
      orders.publish(Message.of("customer-7", "two doves"));
      var message = billing.pull(1, Duration.ZERO).get(0);
      message.ack();
      System.out.println(message.text());
    }
  }
}
