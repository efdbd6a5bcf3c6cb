package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feige.client.Compression;
import io.feige.client.Consumer;
import io.feige.client.FeigeClient;
import io.feige.client.FeigeException;
import io.feige.client.Mail;
import io.feige.client.Mailbox;
import io.feige.client.MailboxState;
import io.feige.client.Mailboxes;
import io.feige.client.Message;
import io.feige.client.Order;
import io.feige.client.Producer;
import io.feige.client.RefusedException;
import io.feige.client.TopicDescription;
import io.feige.client.TopicSpec;
import io.feige.testkit.Waits;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Mailboxes in a cluster of two pairs, whose nodes are killed. */
class MailboxIT {
  private static final int OWNERS = 40;
  private static final int MESSAGES = 20_000;

  @TempDir static Path temporary;

  @RegisterExtension
  static final SharedCluster CLUSTER = new SharedCluster(() -> temporary.resolve("cluster"));

  private static FeigeClient feige;

  @BeforeAll
  static void up() throws IOException {
    feige = CLUSTER.get().client();
  }

  @AfterAll
  static void down() {
    feige.close();
  }

  private static Mailbox open(String topic, String identity) {
    return feige.mailboxes(topic).open(identity);
  }

  private static List<Mail> all(String topic, String identity) {
    Mailbox mailbox = open(topic, identity);
    mailbox.seek(1);
    List<Mail> all = new ArrayList<>();
    List<Mail> came = mailbox.read(1_000, Duration.ZERO);
    while (!came.isEmpty()) {
      all.addAll(came);
      came = mailbox.read(1_000, Duration.ZERO);
    }
    return all;
  }

  @Test
  void whatIsConfirmedIsInTheMailboxOnceAndInOrderThoughANodeIsKilledAndComesBack()
      throws Exception {
    feige.topics().create(TopicSpec.of("inbox").withMailboxCap(10_000));
    Map<String, List<String>> sent = new TreeMap<>();
    List<CompletableFuture<?>> receipts = new ArrayList<>();
    Random random = new Random(7);
    try (Producer producer = feige.producer("inbox").build()) {
      for (int i = 0; i < MESSAGES; i++) {
        String owner = "owner-" + random.nextInt(OWNERS);
        sent.computeIfAbsent(owner, _ -> new ArrayList<>()).add("message " + i);
        receipts.add(producer.publishAsync(Message.of(owner, "message " + i)));
        if (i == MESSAGES / 2) {
          await().until(() -> open("inbox", "owner-1").state().end() > 3);
          open("inbox", "owner-1").ack(3);
          CLUSTER.get().kill(List.of("node-1"));
        }
      }
      CompletableFuture.allOf(receipts.toArray(CompletableFuture[]::new)).join();
    }
    assertThat(sent).hasSize(OWNERS);
    check(sent);
    CLUSTER.get().restart(List.of("node-1"));
    CLUSTER.get().kill(List.of("node-2"));
    check(sent);
    CLUSTER.get().restart(List.of("node-2"));
  }

  private static void check(Map<String, List<String>> sent) {
    sent.forEach((owner, messages) -> {
      List<Mail> all = all("inbox", owner);
      assertThat(all).extracting(Mail::text).as(owner).isEqualTo(messages);
      assertThat(all)
          .extracting(Mail::sequence)
          .isEqualTo(IntStream.rangeClosed(1, messages.size()).mapToObj(i -> (long) i).toList());
    });
    assertThat(open("inbox", "owner-1").state().acked()).isEqualTo(3);
    assertThat(open("inbox", "owner-1").read(1, Waits.patience()).getFirst().sequence())
        .isEqualTo(4);
  }

  @Test
  void whoWaitsIsToldOnEveryDeviceAndOnlyOfItsOwn() throws Exception {
    feige.topics().create(TopicSpec.of("chat").withMailboxCap(5));
    CompletableFuture<List<Mail>> phone =
        CompletableFuture.supplyAsync(() -> open("chat", "alice").read(9, Waits.patience()));
    CompletableFuture<List<Mail>> desk =
        CompletableFuture.supplyAsync(() -> open("chat", "alice").read(9, Waits.patience()));
    CompletableFuture<List<Mail>> bob =
        CompletableFuture.supplyAsync(() -> open("chat", "bob").read(9, Duration.ofSeconds(2)));

    try (Producer producer = feige.producer("chat").build()) {
      producer.publish(Message.of("alice", "hello"));
      assertThat(phone.join()).extracting(Mail::text).containsExactly("hello");
      assertThat(desk.join()).extracting(Mail::text).containsExactly("hello");
      assertThat(bob.join()).isEmpty();
      for (int i = 1; i <= 9; i++) {
        producer.publish(Message.of("alice", "message " + i));
      }
    }
    assertThat(all("chat", "alice"))
        .extracting(Mail::text)
        .containsExactly("message 5", "message 6", "message 7", "message 8", "message 9");
    MailboxState state = open("chat", "alice").state();
    assertThat(state.dropped()).isEqualTo(5);
    assertThat(state.unread()).isEqualTo(5);
  }

  @Test
  void whatGoesToNobodyIsRefused() {
    feige.topics().create(TopicSpec.of("post").withMailboxCap(5));
    try (Producer producer = feige.producer("post").build();
        Producer packing = feige.producer("post").compression(Compression.LZ4).build()) {
      assertThatThrownBy(() -> producer.publish(Message.of("no key")))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("identity");
      assertThatThrownBy(() -> packing.publish(Message.of("alice", "a".repeat(10_000))))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("compressed");
    }
    assertThatThrownBy(() -> open("none-such", "alice").read(1, Duration.ZERO))
        .isInstanceOf(RefusedException.class);
  }

  @Test
  void mailboxesOfBothPairsAreListedTogether() throws Exception {
    feige.topics().create(TopicSpec.of("team").withMailboxCap(5));
    try (Producer producer = feige.producer("team").build()) {
      for (int i = 100; i < 150; i++) {
        producer.publish(Message.of("member-" + i, "x"));
      }
    }
    String list = CLUSTER.get().ask("mailbox", "list", "team", "--json");

    List<String> lines = list.lines().toList();
    assertThat(lines).hasSize(50).isSorted();
    assertThat(lines.stream().map(line -> line.contains("pair-1")).collect(Collectors.toSet()))
        .containsExactlyInAnyOrder(true, false);
    var _ = CLUSTER.get().ask("mailbox", "delete", "team", "member-100", "--yes");
    assertThat(feige.mailboxes("team").list("", 10).total()).isEqualTo(49);
  }

  @Test
  void restShowsMailboxesAndWhatIsInThem() throws Exception {
    feige.topics().create(TopicSpec.of("rest").withMailboxCap(5));
    try (Producer producer = feige.producer("rest").build()) {
      for (String owner : List.of("alice", "alice", "a/b")) {
        producer.publish(Message.of(owner, "to " + owner));
      }
    }
    open("rest", "alice").ack(1);
    int port = CLUSTER.get().port() + 1;
    String token = Files.readString(CLUSTER.get().dir().resolve("admin-1/http-" + port + ".token"));
    try (HttpClient http = HttpClient.newHttpClient()) {
      String base = "http://127.0.0.1:" + port + "/api/v1/topics/rest/mailboxes";
      ProxyCaller admin = new ProxyCaller(http, base, "Bearer " + token.strip());
      assertThat(admin.get("?limit=1").json().get("next").stringValue()).isEqualTo("a/b");
      JsonNode alice = admin.get("/alice").json();
      assertThat(alice.get("unread").asLong()).isEqualTo(1);
      assertThat(alice.get("subscriptions")).isEmpty();
      assertThat(admin.get("/a%2Fb").json().get("held").asLong()).isEqualTo(1);
      JsonNode mail = admin.get("/alice/messages").json().get("messages");
      assertThat(mail).hasSize(1);
      assertThat(mail.get(0).get("sequence").asLong()).isEqualTo(2);
      assertThat(mail.get(0).get("message").get("body").stringValue()).isEqualTo("to alice");
      assertThat(admin.get("/alice/messages?from=1").json().get("messages")).hasSize(2);
      assertThat(admin.get("/alice/messages?from=0").status()).isEqualTo(400);
      assertThat(admin.get("/@alice").status()).isEqualTo(400);
    }
  }

  /** Two pairs, and every owner's place on the ring is in one of them. */
  @Test
  void channelsNeedATopicThatOnePairHas() {
    feige.topics().create(TopicSpec.of("spread").withMailboxCap(5));
    assertThatThrownBy(() -> open("spread", "alice").subscribe("room/1"))
        .isInstanceOf(FeigeException.class)
        .hasMessageContaining("NO_CHANNELS");
    assertThatThrownBy(() -> feige.mailboxes("spread").subscribers("room/1", "", 1))
        .hasMessageContaining("NO_CHANNELS");

    TopicSpec spec = TopicSpec.of("rooms").withMailboxCap(50).withOnePair(true);
    assertThat(feige.topics().create(spec).pairs()).hasSize(1);
    assertThat(feige.topics().createIfAbsent(TopicSpec.of("rooms")).spec().onePair()).isTrue();
    List<String> owners = IntStream.range(0, 20).mapToObj(i -> "owner" + i).toList();
    owners.forEach(each -> open("rooms", each).subscribe("room/+"));
    try (Producer rooms = feige.producer("rooms").build();
        Producer spread = feige.producer("spread").build()) {
      assertThatThrownBy(() -> spread.publish(Message.of(Mailboxes.keyOf("room/1"), "lost")))
          .hasMessageContaining("NO_CHANNELS");
      IntStream.range(0, 20)
          .forEach(i -> rooms.publish(Message.of(Mailboxes.keyOf("room/" + i), "m" + i)));
      owners.forEach(each -> rooms.publish(Message.of(each, "for you")));
    }
    for (String each : owners) {
      Mailbox mailbox = open("rooms", each);
      assertThat(mailbox.read(50, Waits.patience()))
          .hasSize(21)
          .last()
          .extracting(Mail::text)
          .isEqualTo("for you");
    }
    assertThat(feige.mailboxes("rooms").list("", 50).total()).isEqualTo(20);
    assertThat(feige.mailboxes("rooms").subscribers("room/+", "", 50)).hasSize(20);
    TopicDescription described = feige.topics().describe("rooms");
    assertThat(described.endOffset() - described.startOffset()).isEqualTo(40);
    assertThatThrownBy(() -> feige.topics().alter(spec.withOnePair(false)))
        .hasMessageContaining("cannot change");
    assertThat(feige.topics().alter(spec.withMaxAttempts(3)).spec())
        .isEqualTo(spec.withMaxAttempts(3));
    feige.topics().delete("rooms");
    assertThatThrownBy(() -> feige.topics().describe("rooms"))
        .hasMessageContaining("TOPIC_NOT_FOUND");
    // What was known of it is known no more.
    feige.topics().create(TopicSpec.of("rooms").withMailboxCap(5));
    assertThat(open("rooms", "owner1").state().end()).isZero();
  }

  /** Order of the whole topic is that of one pair. */
  @Test
  void aTopicThatOnePairHasIsConsumedInOneOrder() {
    feige.topics().create(TopicSpec.of("ordered").withOnePair(true).withOrder(Order.WHOLE));
    List<String> sent = IntStream.range(0, 200).mapToObj(i -> "m" + i).toList();
    List<String> got = new ArrayList<>();
    try (Producer producer = feige.producer("ordered").build();
        Consumer consumer = feige.consumer("ordered").group("all").build()) {
      sent.forEach(each -> producer.publish(Message.of("key of " + each, each)));
      await()
          .until(() -> {
            consumer
                .pull(50, Duration.ofMillis(200))
                .forEach(each -> {
                  got.add(each.text());
                  each.ack();
                });
            return got.size() >= sent.size();
          });
    }
    assertThat(got).isEqualTo(sent);
  }
}
