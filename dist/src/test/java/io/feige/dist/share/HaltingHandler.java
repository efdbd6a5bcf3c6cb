package io.feige.dist.share;

import io.feige.client.FeigeClient;
import io.feige.client.Verdict;
import java.time.Duration;

/**
 * A listener in a process of its own: halts it at a message "poison", never ends with a message
 * "stuck", and takes the given time for each other one. Arguments: server, topic, milliseconds.
 */
final class HaltingHandler {
  private HaltingHandler() {}

  public static void main(String[] arguments) throws InterruptedException {
    try (FeigeClient feige = FeigeClient.builder().servers(arguments[0]).build()) {
      long millis = Long.parseLong(arguments[2]);
      feige
          .consumer(arguments[1])
          .group("g")
          .listen(delivery -> {
            if (delivery.text().equals("poison")) {
              Runtime.getRuntime().halt(3);
            }
            Thread.sleep(delivery.text().equals("stuck") ? Duration.ofHours(1).toMillis() : millis);
            return Verdict.ack();
          })
          .await();
    }
  }
}
