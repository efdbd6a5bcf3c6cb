package io.feige.client.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.Message;
import io.feige.client.Order;
import io.feige.client.TopicSpec;
import io.feige.client.Verdict;
import io.feige.client.internal.listen.Feed;
import io.feige.client.internal.listen.Listener;
import io.feige.testkit.Waits;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A pause that comes while the listener looks for messages. */
class PausedListenerTest {
  private final InMemoryFeige feige = InMemoryFeige.create();
  private final CountDownLatch looking = new CountDownLatch(1);
  private final CountDownLatch published = new CountDownLatch(1);
  private final CountDownLatch found = new CountDownLatch(1);

  /** Finds messages only when the test lets it. */
  private Feed held(Feed feed) {
    return (Feed)
        Proxy.newProxyInstance(
            Feed.class.getClassLoader(),
            new Class<?>[] {Feed.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("poll") && !arguments[0].equals(0)) {
                looking.countDown();
                Waits.open(published);
              }
              Object answer = method.invoke(feed, arguments);
              if (answer instanceof List<?> messages && !messages.isEmpty()) {
                found.countDown();
              }
              return answer;
            });
  }

  @Test
  void whatItFindsThenIsGivenBackUnhandled() throws Exception {
    feige.topics().create(TopicSpec.of("t"));
    Consumer consumer = feige.consumer("t").group("g").build();
    AtomicInteger calls = new AtomicInteger();
    Listener.Rules rules =
        new Listener.Rules(
            Order.NONE, 1, Duration.ofSeconds(30), Duration.ofMinutes(1), Waits.patienceMillis());
    Listener listener =
        Listener.start(
            held((Feed) consumer),
            delivery -> {
              calls.incrementAndGet();
              return Verdict.ack();
            },
            rules,
            closed -> {});
    Waits.open(looking);
    listener.pause();
    feige.producer("t").build().publish(Message.of("after the pause"));
    published.countDown();
    Waits.open(found);

    List<Delivery> others = new ArrayList<>();
    try (Consumer other = feige.consumer("t").group("g").build()) {
      await().until(() -> others.addAll(other.pull(1, Duration.ofMillis(50))));
      assertThat(others.get(0).attempt()).isEqualTo(1);
      others.get(0).ack();
    }
    assertThat(calls).hasValue(0);
    listener.close();
    feige.close();
  }
}
