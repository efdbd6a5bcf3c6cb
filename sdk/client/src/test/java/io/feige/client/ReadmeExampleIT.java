package io.feige.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The example that the documents show, as it is run here. */
class ReadmeExampleIT {
  private static final String SOURCE = "src/test/java/io/feige/client/ReadmeExampleIT.java";

  private final byte[] body = "a body".getBytes(StandardCharsets.UTF_8);
  private final Message message = Message.of("customer-8", body);
  private final List<String> sent = new CopyOnWriteArrayList<>();
  private final List<String> handled = new CopyOnWriteArrayList<>();

  @Test
  void theExampleHandlesEveryMessageUntilTheClientIsClosed() {
    for (ListenerWorld world :
        List.of(ListenerWorld.inMemory(Order.NONE), ListenerWorld.engine(Order.NONE))) {
      sent.clear();
      handled.clear();
      CompletableFuture<Void> over = CompletableFuture.runAsync(() -> run(world.feige()));

      await().until(() -> !handled.isEmpty());
      Producer more = world.feige().producer("orders").build();
      await()
          .until(() -> {
            more.publish(message);
            return !sent.isEmpty();
          });
      assertThat(over).isNotDone();
      world.feige().close();

      over.join();
      world.close();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../../README.md",
        "../../README.zh-CN.md",
        "src/main/java/io/feige/client/package-info.java"
      })
  void theDocumentShowsTheExample(String document) throws IOException {
    String text = Files.readString(Path.of(document));
    int begin = text.indexOf("try (var feige");
    String shown =
        bare(text.substring(text.indexOf('\n', begin), text.indexOf("mail.await", begin)));

    assertThat(bare(Files.readString(Path.of(SOURCE)))).contains(shown + "mail.await();}");
  }

  private void run(FeigeClient client) {
    try (var feige = client) {
      var orders = feige.producer("orders").build();
      var receipt = orders.publish(Message.of("customer-7", body));
      var later = orders.publishAsync(message);
      orders.publish(message.withIdempotencyKey("order-4711"));
      print(receipt, later.join());

      var billing = feige.consumer("orders").group("billing").build();
      for (Delivery d : billing.pull(100, Duration.ofSeconds(5))) {
        handle(d);
        d.ack();
      }

      var mail =
          feige
              .consumer("orders")
              .group("mail")
              .listen(d -> {
                send(d);
                return Verdict.ack();
              });
      mail.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void print(Receipt first, Receipt second) {
    assertThat(second.offset()).isEqualTo(first.offset() + 1);
  }

  private void handle(Delivery delivery) {
    handled.add(delivery.keyText());
  }

  private void send(Delivery delivery) {
    sent.add(delivery.keyText());
  }

  /** Without comments, the asterisks of Javadoc, and space. */
  private static String bare(String code) {
    return code.replaceAll("//[^\n]*", "").replaceAll("(?m)^ \\*", "").replaceAll("\\s", "");
  }
}
