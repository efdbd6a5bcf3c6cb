package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.Message;
import io.feige.client.TopicSpec;
import io.feige.client.testing.InMemoryFeige;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class MailboxCommandsTest {
  private static final byte[] NO_INPUT = {};

  private final InMemoryFeige feige = InMemoryFeige.create();

  @BeforeEach
  void create() {
    feige.topics().create(TopicSpec.of("inbox").withMailboxCap(3).withOnePair(true));
  }

  @AfterEach
  void close() {
    feige.close();
  }

  private CommandRun run(String... arguments) {
    return CommandRun.of(feige, NO_INPUT, arguments);
  }

  private void send(String identity, String text) {
    feige.producer("inbox").build().publish(Message.of(identity, text));
  }

  @Test
  void aTopicOfMailboxesIsMadeAndSaysSo() {
    assertThat(run("topic", "create", "chat", "--mailbox-cap", "800").outText())
        .contains("mailboxes")
        .contains("of 800 messages");
    assertThat(run("topic", "create", "plain").outText()).containsPattern("mailboxes +no");
    assertThat(run("topic", "alter", "chat", "--mailbox-cap", "8").outText())
        .contains("of 8 messages");
  }

  @Test
  void whatIsInAMailboxIsWrittenFromTheFirstThatIsNotAcked() {
    for (int i = 1; i <= 4; i++) {
      send("alice", "message " + i);
    }
    assertThat(run("mailbox", "read", "inbox", "alice").outText().lines())
        .containsExactly("2  message 2", "3  message 3", "4  message 4");
    assertThat(run("mailbox", "ack", "inbox", "alice", "3").outText())
        .contains("acked up to 3")
        .contains("1 unread");
    assertThat(run("mailbox", "read", "inbox", "alice", "--ack").outText().lines())
        .containsExactly("4  message 4");
    assertThat(run("mailbox", "read", "inbox", "alice").outText()).isEmpty();
    String line =
        run("mailbox", "read", "inbox", "alice", "--from", "1", "-n", "1", "--json").outText();
    JsonNode json = new JsonMapper().readTree(line);
    assertThat(json.get("sequence").asLong()).isEqualTo(2);
    assertThat(json.get("message").get("body").asString()).isEqualTo("message 2");
  }

  @Test
  void mailboxesAreListedByIdentity() {
    assertThat(run("mailbox", "list", "inbox").outText()).contains("no mailbox yet");
    for (String owner : new String[] {"carol", "alice", "bob"}) {
      send(owner, "x");
    }
    assertThat(run("mailbox", "list", "inbox").outText())
        .containsSubsequence("IDENTITY", "alice", "bob", "carol", "3 of 3 mailboxes");
    assertThat(
            run("mailbox", "list", "inbox", "--after", "alice", "--limit", "1", "--json").outText())
        .contains("\"identity\":\"bob\"")
        .doesNotContain("carol");
  }

  @Test
  void aMailboxIsDeletedWhenItIsConfirmed() {
    send("alice", "x");

    assertThat(run("mailbox", "delete", "inbox", "alice").exitCode()).isNotZero();
    assertThat(run("mailbox", "delete", "inbox", "alice", "--yes").outText()).contains("deleted");
    assertThat(run("mailbox", "list", "inbox").outText()).contains("no mailbox yet");
  }

  @Test
  void messagesOfChannelsComeToThoseWhoHaveSubscribed() {
    assertThat(run("mailbox", "subscribe", "inbox", "alice", "room/+", "news").outText())
        .contains("alice has subscribed; subscriptions: 2.");
    assertThat(run("mailbox", "subscribe", "inbox", "bob", "news", "--tag", "7").outText())
        .contains("subscriptions: 1.");
    send("@room/7", "hello");
    send("@news", "all");

    assertThat(run("mailbox", "read", "inbox", "alice").outText().lines())
        .containsExactly("1  hello", "2  all");
    assertThat(run("mailbox", "read", "inbox", "bob").outText().lines()).containsExactly("1  all");
    assertThat(run("mailbox", "subscriptions", "inbox", "alice").outText())
        .containsSubsequence("FILTER", "news", "room/+");
    assertThat(run("mailbox", "subscriptions", "inbox", "bob", "--json").outText())
        .contains("{\"filter\":\"news\",\"tag\":7}");
    assertThat(run("mailbox", "subscribers", "inbox", "news").outText().lines())
        .containsExactly("alice", "bob");
    assertThat(run("mailbox", "subscribers", "inbox", "room/7").outText())
        .contains("Nobody has subscribed to room/7.");
    assertThat(run("mailbox", "unsubscribe", "inbox", "alice", "news", "none").outText())
        .contains("subscriptions: 1.");
    assertThat(run("mailbox", "subscribers", "inbox", "news", "--limit", "1").outText().lines())
        .containsExactly("bob");
  }

  @Test
  void wrongWordsAreToldApart() {
    assertThat(run("mailbox", "subscribe", "inbox", "alice", "a/#/b").err())
        .contains("# of a filter stands alone in the last level");
    assertThat(run("mailbox", "subscribe", "inbox", "alice").err()).contains("FILTER");
    feige.topics().create(TopicSpec.of("plain"));

    assertThat(run("mailbox", "read", "plain", "alice").err()).contains("no mailboxes");
    assertThat(run("mailbox", "read", "inbox", "@team").err()).contains("does not begin with @");
    assertThat(run("mailbox", "list", "inbox", "--limit", "0").err()).contains("--limit");
  }
}
