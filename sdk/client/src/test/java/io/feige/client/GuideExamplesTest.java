package io.feige.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feige.client.testing.InMemoryFeige;
import io.feige.protocol.error.ErrorCode;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The examples of docs/sdk.md, as they are run here. */
class GuideExamplesTest {
  private static final Path GUIDE = Path.of("../../docs/sdk.md");
  private static final Path SOURCE =
      Path.of("src/test/java/io/feige/client/GuideExamplesTest.java");
  private static final Pattern EXAMPLE = Pattern.compile("(?s)```java\n(.*?)```");

  private final InMemoryFeige feige = InMemoryFeige.create();
  private final List<String> charged = new CopyOnWriteArrayList<>();
  private final List<String> asked = new ArrayList<>();
  private final byte[] order = {1};

  @AfterEach
  void close() {
    feige.close();
  }

  @Test
  void theGuideShowsWhatIsRunHere() throws IOException {
    String source = bare(Files.readString(SOURCE));
    Matcher examples = EXAMPLE.matcher(Files.readString(GUIDE));
    int count = 0;
    while (examples.find()) {
      assertThat(source).contains(bare(examples.group(1)));
      count++;
    }
    assertThat(count).isGreaterThan(10);
  }

  /** Without comments and space. */
  private static String bare(String code) {
    return code.replaceAll("//[^\n]*", "").replaceAll("\\s", "");
  }

  @Test
  void askAndAnswer() {
    feige.topics().createIfAbsent(TopicSpec.of("compute").withWork());
    Worker worker =
        feige.worker("compute").concurrency(4).handle(job -> Reply.of(job.text().length() + ""));
    Reply reply = feige.request("compute", Message.of("seven"), Duration.ofSeconds(5));
    asked.add(reply.status() + " " + reply.text());
    worker.close(); // takes nothing new, and waits for what runs

    assertThat(asked).containsExactly("200 5");
    assertThat(feige.topics().describe("compute").work().get(0).answered()).isOne();
  }

  @Test
  void throughStages() {
    feige.topics().createIfAbsent(TopicSpec.of("primes").withStages("parse", "compute"));
    Worker parse =
        feige
            .worker("primes", "parse")
            .handle(job ->
                job.text().isBlank() ? Reply.of(400, "which?") : Reply.next(job.text().strip()));
    Worker compute =
        feige
            .worker("primes", "compute")
            .concurrency(4)
            .handle(job ->
                Reply.of(new BigInteger(job.text()).isProbablePrime(100) ? "prime" : "not prime"));
    Reply reply = feige.request("primes", Message.of(" 32416190071 "), Duration.ofSeconds(5));

    assertThat(reply.text()).isEqualTo("prime");
    assertThat(feige.request("primes", Message.of(""), Duration.ofSeconds(5)).status())
        .isEqualTo(400);
    parse.close();
    compute.close();
  }

  @Test
  void connect() {
    FeigeClient feige = FeigeClient.builder().admin("localhost:7700").build();
    feige.close();
  }

  private static FeigeClient connectSafely() {
    FeigeClient feige =
        FeigeClient.builder()
            .admin("admin-1.example.com:7700,admin-2.example.com:7700")
            .ca(Path.of("ca.pem"))
            .tokenFile(Path.of("billing.token"))
            .build();
    return feige;
  }

  @Test
  void whoConnectsSafelyNeedsTheFiles() {
    assertThatThrownBy(GuideExamplesTest::connectSafely).hasMessageContaining("billing.token");
  }

  @Test
  void publish() {
    Producer orders = feige.producer("orders").build();
    Receipt receipt = orders.publish(Message.of("customer-7", order));
    CompletableFuture<Receipt> later = orders.publishAsync(Message.of("customer-8", order));
    orders.flush();

    assertThat(later.join().offset()).isEqualTo(receipt.offset() + 1);
  }

  @Test
  void publishMore() {
    Producer orders = feige.producer("orders").build();
    orders.publish(
        Message.builder()
            .key("customer-7")
            .header("type", "refund")
            .body(order)
            .timeToLive(Duration.ofMinutes(10))
            .build());

    assertThat(pull("orders").header("type")).isPresent();
  }

  @Test
  void publishOnce() {
    Producer orders = feige.producer("orders").build();
    Message placed = Message.of("customer-7", order).withIdempotencyKey("order-4711");
    Receipt first = orders.publish(placed);
    Receipt again = orders.publish(placed); // from another process, a day later at most

    assertThat(again.offset()).isEqualTo(first.offset());
    assertThat(again.duplicate()).isTrue();
  }

  @Test
  void whatWentWrong() {
    feige.failNextPublish(ErrorCode.TIMEOUT_UNKNOWN);
    Producer orders = feige.producer("orders").build();
    try {
      orders.publish(Message.of("customer-7", order));
    } catch (RefusedException e) {
      askAPerson(
          e); // it will not work, however often it is tried: a right is missing, it is too large
    } catch (TemporaryException e) {
      askAgainLater(e); // nothing was stored
    } catch (OutcomeUnknownException e) {
      askUnderAnIdempotencyKey(e); // it may be stored
    }

    assertThat(asked).containsExactly("TIMEOUT_UNKNOWN");
  }

  private void askAPerson(FeigeException e) {
    asked.add("person " + e.code());
  }

  private void askAgainLater(FeigeException e) {
    asked.add("later " + e.code());
  }

  private void askUnderAnIdempotencyKey(FeigeException e) {
    asked.add(e.code().name());
  }

  @Test
  void listen() {
    feige.topics().create(TopicSpec.of("orders"));
    Listening billing =
        feige
            .consumer("orders")
            .group("billing")
            .concurrency(16)
            .listen(delivery -> {
              charge(delivery);
              return Verdict.ack();
            });

    feige.producer("orders").build().publish(Message.of("customer-7", order));
    await().until(() -> charged.contains("customer-7"));
    billing.close();
  }

  @Test
  void refuse() {
    feige.topics().create(TopicSpec.of("orders").withMaxAttempts(3));
    Listening billing =
        feige
            .consumer("orders")
            .group("billing")
            .listen(delivery -> {
              if (!delivery.hasKey()) {
                return Verdict.reject("an order has a customer");
              }
              if (isClosed(delivery)) {
                return Verdict.retry(Duration.ofMinutes(5));
              }
              charge(delivery); // what it throws is a retry with the topic's back-off
              return Verdict.ack();
            });

    feige.producer("orders").build().publish(Message.of(order));
    await().until(() -> feige.topics().list().size() == 2);
    billing.close();
  }

  @Test
  void pullSome() {
    feige.producer("orders").build().publish(Message.of("customer-7", order));
    Consumer billing = feige.consumer("orders").group("billing").build();
    for (Delivery delivery : billing.pull(100, Duration.ofSeconds(5))) {
      charge(delivery);
      delivery.ack();
    }

    assertThat(charged).containsExactly("customer-7");
  }

  @Test
  void keepOrder() {
    feige.topics().create(TopicSpec.of("payments").withOrder(Order.BY_KEY));

    assertThat(feige.topics().describe("payments").spec().order()).isEqualTo(Order.BY_KEY);
  }

  @Test
  void waitForItsTime() {
    Producer reminders = feige.producer("reminders").build();
    Receipt receipt =
        reminders.publish(Message.builder().body(order).delay(Duration.ofHours(3)).build());
    feige.delayed().cancel("reminders", receipt.delayedId().orElseThrow());

    assertThat(feige.delayed().list("reminders", 9)).isEmpty();
  }

  @Test
  void deadLetters() {
    feige.producer("orders").build().publish(Message.of(order));
    pull("orders").reject("an order has a customer");
    DeadLetters letters = feige.deadLetters();
    for (ReceivedMessage letter : letters.list("orders", 100)) {
      DeadLetter origin = letter.deadLetter().orElseThrow();
      asked.add(origin.group() + ": " + origin.reason());
      letters.replay("orders", List.of(LetterId.of(letter))); // to that group, and to no other
    }

    assertThat(asked).containsExactly("g: an order has a customer");
    assertThat(letters.list("orders", 100)).isEmpty();
    assertThat(pull("orders").attempt()).isEqualTo(1);
  }

  @Test
  void readAll() {
    feige.producer("orders").build().publish(Message.of("customer-7", order));
    Reader reader =
        feige.reader("orders").from(StartFrom.time(Instant.parse("2025-12-31T00:00:00Z"))).build();
    for (ReceivedMessage message : reader.read(100, Duration.ofSeconds(5))) {
      asked.add(message.keyText());
    }

    assertThat(asked).containsExactly("customer-7");
  }

  @Test
  void testYourOwn() {
    try (InMemoryFeige feige = InMemoryFeige.create()) {
      feige.producer("orders").build().publish(Message.of("customer-7", order));
      Consumer billing = feige.consumer("orders").group("billing").build();
      billing.pull(1, Duration.ZERO).get(0).nack(Duration.ofMinutes(1));
      feige.advance(Duration.ofMinutes(1)); // no test has to wait
      assertThat(billing.pull(1, Duration.ZERO).get(0).attempt()).isEqualTo(2);
    }
  }

  private Delivery pull(String topic) {
    return feige.consumer(topic).group("g").build().pull(1, Duration.ZERO).get(0);
  }

  private void charge(Delivery delivery) {
    charged.add(delivery.keyText());
  }

  private static boolean isClosed(Delivery delivery) {
    return delivery.attempt() > 10;
  }
}
