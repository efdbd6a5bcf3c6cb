package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feige.client.FeigeClient;
import io.feige.client.Mail;
import io.feige.client.Mailbox;
import io.feige.client.Mailboxes;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.RefusedException;
import io.feige.client.Subscription;
import io.feige.client.TopicSpec;
import io.feige.testkit.Waits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Channels of mailboxes in a pair whose nodes are killed. */
class ChannelIT {
  private static final int SUBSCRIBERS = 6_000;
  private static final int MESSAGES = 60;

  @TempDir static Path temporary;

  @RegisterExtension
  static final SharedCluster CLUSTER =
      new SharedCluster(() -> temporary.resolve("cluster"), "--pairs", "1");

  private static FeigeClient feige;

  @BeforeAll
  static void up() throws IOException {
    feige = CLUSTER.get().client();
  }

  @AfterAll
  static void down() {
    feige.close();
  }

  private static Mailboxes topic(String name) {
    feige.topics().create(TopicSpec.of(name).withMailboxCap(1_000).withOnePair(true));
    return feige.mailboxes(name);
  }

  /** More subscribers than one piece has: the node is killed between the pieces of a message. */
  @Test
  void everySubscriberGetsEveryMessageOnceAndInOrderThoughTheNodeIsKilled() throws Exception {
    Mailboxes rooms = topic("rooms");
    List<String> subscribers = IntStream.range(0, SUBSCRIBERS).mapToObj(i -> "s" + i).toList();
    try (ExecutorService threads = Executors.newFixedThreadPool(64)) {
      subscribers.forEach(each -> threads.execute(() -> rooms.open(each).subscribe("room/1")));
    }
    assertThat(rooms.list("", 1).total()).isEqualTo(SUBSCRIBERS);
    List<CompletableFuture<?>> receipts = new ArrayList<>();
    List<String> sent = new ArrayList<>();
    try (Producer producer = feige.producer("rooms").build()) {
      for (int i = 0; i < MESSAGES; i++) {
        sent.add("message " + i);
        Message message = Message.of(Mailboxes.keyOf("room/1"), "message " + i);
        receipts.add(producer.publishAsync(message));
        if (i == MESSAGES / 2) {
          CLUSTER.get().kill(List.of("node-1"));
        }
      }
      CompletableFuture.allOf(receipts.toArray(CompletableFuture[]::new)).join();
    }
    for (int i = 0; i < SUBSCRIBERS; i += 501) {
      isInTheMailbox(rooms.open(subscribers.get(i)), sent);
    }
    isInTheMailbox(rooms.open(subscribers.get(SUBSCRIBERS - 1)), sent);
    CLUSTER.get().restart(List.of("node-1"));
    CLUSTER.get().kill(List.of("node-2"));
    isInTheMailbox(rooms.open(subscribers.get(7)), sent);
    assertThat(rooms.subscribers("room/1", "s5990", 1_000)).first().isEqualTo("s5991");
    CLUSTER.get().restart(List.of("node-2"));
  }

  private static void isInTheMailbox(Mailbox mailbox, List<String> sent) {
    await().until(() -> mailbox.state().end() == sent.size());
    List<Mail> all = new ArrayList<>();
    while (all.size() < sent.size()) {
      all.addAll(mailbox.read(1_000, Waits.patience()));
    }
    assertThat(all).extracting(Mail::text).as(mailbox.identity()).isEqualTo(sent);
  }

  @Test
  void whoWaitsIsToldOfWhatComesByAPatternAndUnsubscribes() throws Exception {
    Mailboxes news = topic("news");
    Mailbox alice = news.open("alice");
    alice.change(
        List.of(new Subscription("sport/#", 7), new Subscription("+/local", 0)), List.of());
    assertThat(alice.subscriptions())
        .containsExactly(new Subscription("+/local", 0), new Subscription("sport/#", 7));
    CompletableFuture<List<Mail>> waiting =
        CompletableFuture.supplyAsync(() -> news.open("alice").read(9, Waits.patience()));
    try (Producer producer = feige.producer("news").build()) {
      producer.publish(Message.of(Mailboxes.keyOf("sport/local"), "once"));
      assertThat(waiting.join()).extracting(Mail::text).containsExactly("once");
      assertThat(waiting.join().getFirst().message().keyText()).isEqualTo("@sport/local");
      alice.unsubscribe("sport/#");
      producer.publish(Message.of(Mailboxes.keyOf("sport"), "not any more"));
      producer.publish(Message.of("alice", "for you"));
      assertThatThrownBy(() -> producer.publish(Message.of("@sport/#", "x")))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("channel");
    }
    assertThat(alice.read(9, Waits.patience()))
        .extracting(Mail::text)
        .containsExactly("once", "for you");
    assertThatThrownBy(() -> alice.subscribe("a+")).isInstanceOf(IllegalArgumentException.class);
  }
}
