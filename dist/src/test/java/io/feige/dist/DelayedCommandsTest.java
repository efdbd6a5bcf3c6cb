package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.testing.InMemoryFeige;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DelayedCommandsTest {
  private static final byte[] NO_INPUT = {};

  private final InMemoryFeige feige = InMemoryFeige.create();
  private final Producer producer = feige.producer("t").build();

  @AfterEach
  void close() {
    feige.close();
  }

  private CommandRun run(String... arguments) {
    return CommandRun.of(feige, NO_INPUT, arguments);
  }

  private String waits(byte[] key, int minutes) {
    Message message =
        Message.builder().key(key).body("body").delay(Duration.ofMinutes(minutes)).build();
    return producer.publish(message).delayedId().orElseThrow();
  }

  private String waits(String key, int minutes) {
    return waits(key.getBytes(StandardCharsets.UTF_8), minutes);
  }

  @Test
  void listShowsWhatIsDueFirstFirst() {
    String late = waits("late", 60);
    String soon = waits("soon", 1);

    CommandRun table = run("delayed", "list", "t");
    assertThat(table.outText().lines().toList().get(0)).startsWith("ID").contains("DUE", "KEY");
    assertThat(table.outText()).containsSubsequence(soon, "soon", "4 B", late, "late");
    assertThat(table.outText()).doesNotContain("There may be more");

    CommandRun first = run("delayed", "list", "t", "--limit", "1");
    assertThat(first.outText()).contains(soon).contains("There may be more").doesNotContain(late);
  }

  @Test
  void jsonHasALineForEachMessageAndWholeKeys() {
    waits(new byte[] {(byte) 0xff}, 1);
    for (int i = 0; i < 1_200; i++) {
      waits("key-" + i, 2 + i);
    }

    CommandRun all = run("delayed", "list", "t", "--limit", "5000", "--json");

    assertThat(all.outText().lines()).hasSize(1_201).doesNotHaveDuplicates();
    JsonNode first = new JsonMapper().readTree(all.outText().lines().findFirst().orElseThrow());
    assertThat(first.get("keyBase64").asString()).isEqualTo("/w==");
    assertThat(first.has("key")).isFalse();
    assertThat(first.get("bodyBytes").asInt()).isEqualTo(4);
    assertThat(first.get("dueAt").asString()).isEqualTo("2026-01-01T00:01:00Z");
    CommandRun some = run("delayed", "list", "t", "--limit", "1100", "--json");
    assertThat(some.outText().lines()).hasSize(1_100);
  }

  @Test
  void publishedLinesWaitAsLongAsWasSaid() {
    byte[] lines = "one:a\ntwo:b\n".getBytes(StandardCharsets.UTF_8);

    CommandRun published =
        CommandRun.of(
            feige, lines, "publish", "t", "--delay", "90s", "--key-prefix-separator", ":");

    assertThat(published.exitCode()).as(published.err()).isZero();
    String waiting = run("delayed", "list", "t", "--json").outText();
    assertThat(waiting.lines()).hasSize(2);
    assertThat(waiting).contains("\"one\"", "\"two\"", "2026-01-01T00:01:30Z");
  }

  @Test
  void keyThatWouldSpoilTheTableIsShortened() {
    waits("a\nb".repeat(30), 1);

    assertThat(run("delayed", "list", "t").outText().lines()).hasSize(2);
    assertThat(run("delayed", "list", "t").outText()).contains("a?ba?b", "...");
  }

  @Test
  void nothingWaitingIsSaid() {
    producer.publish(Message.of("now"));

    assertThat(run("delayed", "list", "t").outText()).contains("No message of topic t waits");
    assertThat(run("delayed", "list", "t", "--json").outText()).isEmpty();
    assertThat(run("delayed", "list", "none").exitCode()).isEqualTo(4);
    assertThat(run("delayed", "list", "t", "--limit", "0").exitCode()).isEqualTo(2);
  }

  @Test
  void cancelAsksAndThenTakesTheMessageBack() {
    String id = waits("k", 1);

    assertThat(run("delayed", "cancel", "t", id).exitCode()).isEqualTo(2);
    CommandRun no = CommandRun.atTerminal(feige, "no\n", "delayed", "cancel", "t", id);
    assertThat(no.exitCode()).isEqualTo(4);
    assertThat(no.err()).contains(id + " of topic t will never be delivered");
    assertThat(feige.delayed().list("t", 9)).hasSize(1);

    CommandRun yes = CommandRun.atTerminal(feige, id + "\n", "delayed", "cancel", "t", id);
    assertThat(yes.exitCode()).isZero();
    assertThat(yes.outText()).contains("is cancelled");
    assertThat(feige.delayed().list("t", 9)).isEmpty();
  }

  @Test
  void secondCancelIsRefused() {
    String id = waits("k", 1);
    CommandRun first = run("delayed", "cancel", "t", id, "--yes", "--json");
    assertThat(first.outText().strip()).isEqualTo("{\"cancelled\":\"" + id + "\"}");

    CommandRun again = run("delayed", "cancel", "t", id, "--yes");

    assertThat(again.exitCode()).isEqualTo(4);
    assertThat(again.err()).contains("DELAYED_NOT_FOUND");
    assertThat(run("delayed", "cancel", "t", "4711", "--yes").err()).contains("pair-1/4711.0");
  }
}
