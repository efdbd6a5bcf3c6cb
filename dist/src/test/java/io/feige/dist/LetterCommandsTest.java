package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.GroupStart;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.testing.InMemoryFeige;
import io.feige.dist.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LetterCommandsTest {
  private static final byte[] NO_INPUT = {};
  private static final String T = "orders";

  @TempDir Path temporary;
  private final InMemoryFeige feige = InMemoryFeige.create();

  @AfterEach
  void close() {
    feige.close();
  }

  private CommandRun run(String... arguments) {
    return CommandRun.of(feige, NO_INPUT, arguments);
  }

  private List<String> pulled(String group) {
    try (Consumer consumer =
        feige.consumer(T).group(group).startFrom(GroupStart.EARLIEST).build()) {
      List<Delivery> deliveries = consumer.pull(100, Duration.ZERO);
      deliveries.forEach(Delivery::ack);
      return deliveries.stream().map(each -> each.text() + each.attempt()).toList();
    }
  }

  /** Billing gives up a and b for one reason and c for another; mail gives up d. */
  @BeforeEach
  void letters() {
    try (Producer producer = feige.producer(T).build()) {
      for (String text : List.of("a", "b", "c", "d")) {
        producer.publish(Message.builder().key("k-" + text).header("h", "1").body(text).build());
      }
    }
    giveUp("billing", List.of("no stock", "no stock", "not\nJSON", ""));
    giveUp("mail", List.of("", "", "", "no such address"));
  }

  private void giveUp(String group, List<String> reasons) {
    try (Consumer consumer =
        feige.consumer(T).group(group).startFrom(GroupStart.EARLIEST).build()) {
      List<Delivery> deliveries = consumer.pull(100, Duration.ZERO);
      for (int i = 0; i < deliveries.size(); i++) {
        if (reasons.get(i).isEmpty()) {
          deliveries.get(i).ack();
        } else {
          deliveries.get(i).reject(reasons.get(i));
        }
      }
    }
  }

  @Test
  void reasonsAreCountedByGroupTheMostFrequentFirst() {
    assertThat(run("letter", "reasons", T).outText())
        .containsSubsequence("LETTERS", "2", "billing", "no stock", "pair-1/0")
        .contains("not JSON", "no such address");
    CommandRun json = run("letter", "reasons", T, "--group", "mail", "--json");
    JsonNode only = new JsonMapper().readTree(json.outText());
    assertThat(only.get("letters").asInt()).isOne();
    assertThat(only.get("reason").stringValue()).isEqualTo("no such address");
    assertThat(only.get("example").stringValue()).isEqualTo("pair-1/3");
    assertThat(run("letter", "reasons", T, "--reason", "nothing").outText())
        .contains("has no open dead letters");
  }

  @Test
  void listShowsWhatIsMeantAndNoMoreThanItsLimit() {
    assertThat(run("letter", "list", T, "--reason", "no s").outText().lines()).hasSize(4);
    CommandRun limited = run("letter", "list", T, "--limit", "2");
    assertThat(limited.outText()).contains("pair-1/1", "There may be more").doesNotContain("k-c");
    assertThat(run("letter", "list", T, "--json").outText().lines()).hasSize(4);
    assertThat(run("letter", "list", T, "--limit", "0").exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void showSaysWhereALetterComesFromAndWhatItIs() {
    assertThat(run("letter", "show", T, "pair-1/2").outText())
        .contains("group billing", "k-c", "h=1", "offset 2 of topic orders")
        .endsWith("c\n");
    CommandRun none = run("letter", "show", T, "pair-1/9");
    assertThat(none.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(none.err()).contains("holds no dead letter pair-1/9");
    assertThat(run("letter", "show", T, "9").err()).contains("looks like pair-1/17");
  }

  @Test
  void replayedByReasonComesToItsGroupAlone() {
    CommandRun replayed = run("letter", "replay", T, "--reason", "no stock", "--json");
    JsonNode told = new JsonMapper().readTree(replayed.outText());

    assertThat(told.get("letters").asInt()).isEqualTo(2);
    assertThat(told.get("passed").asInt()).isZero();
    assertThat(pulled("billing")).containsExactly("a1", "b1");
    assertThat(pulled("mail")).isEmpty();
    assertThat(run("letter", "list", T).outText()).contains("k-c", "k-d").doesNotContain("k-a");
    assertThat(run("letter", "replay", T, "pair-1/0", "pair-1/3").outText())
        .contains("1 dead letter of topic orders replayed; 1 passed over: dealt with before");
    assertThat(pulled("mail")).containsExactly("d1");
  }

  @Test
  void theNameOfTheDeadLetterTopicMeansTheSame() {
    String letters = T + ".dlq";
    assertThat(run("letter", "reasons", letters).outText()).contains("no stock", "not JSON");
    assertThat(run("letter", "list", letters, "--group", "mail").outText()).contains("k-d");
    assertThat(run("letter", "replay", letters, "--reason", "no such").exitCode()).isZero();
    assertThat(pulled("mail")).containsExactly("d1");
    assertThat(run("letter", "drop", letters, "--all", "--yes").exitCode()).isZero();
    assertThat(run("letter", "list", T).outText()).contains("no open dead letters");
  }

  @Test
  void allIsWhatThereIsWhenItBegins() {
    assertThat(run("letter", "replay", T, "--all", "--rate", "1000").outText())
        .startsWith("4 dead letters of topic orders replayed.");
    giveUp("billing", List.of("again", "again", "again"));
    assertThat(run("letter", "reasons", T).outText()).contains("again").doesNotContain("stock");
  }

  @Test
  void oneIsReplayedWithAnotherBody() throws IOException {
    Path file = Files.writeString(temporary.resolve("body.txt"), "{}");

    assertThat(run("letter", "replay", T, "pair-1/2", "--body-file", file.toString()).exitCode())
        .isZero();

    try (Consumer consumer = feige.consumer(T).group("billing").build()) {
      Delivery edited = consumer.pull(9, Duration.ZERO).getFirst();
      assertThat(edited.text()).isEqualTo("{}");
      assertThat(edited.keyText()).isEqualTo("k-c");
      assertThat(edited.header("h")).isPresent();
    }
    assertThat(run("letter", "replay", T, "--all", "--body-file", file.toString()).exitCode())
        .isEqualTo(ExitCode.USAGE);
  }

  @Test
  void whatCannotBeReplayedIsToldAndTheOthersAreReplayed() {
    feige.groups().delete(T, "mail");

    CommandRun replayed = run("letter", "replay", T, "--all");

    assertThat(replayed.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(replayed.outText())
        .contains("3 dead letters of topic orders replayed; 1 stay open: letter 3")
        .contains("no group 'mail'");
    assertThat(run("letter", "list", T).outText()).contains("k-d").doesNotContain("k-a");
  }

  @Test
  void droppedIsOpenNoMoreAndComesToNobody() {
    CommandRun unasked = run("letter", "drop", T, "--all");
    assertThat(unasked.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(unasked.err()).contains("Nothing was done");

    assertThat(run("letter", "drop", T, "--group", "billing", "--yes").outText())
        .startsWith("3 dead letters of topic orders dropped.");
    assertThat(run("letter", "list", T).outText()).contains("k-d").doesNotContain("k-a");
    assertThat(pulled("billing")).isEmpty();
    assertThat(run("letter", "show", T, "pair-1/0").exitCode()).isZero();
  }

  @Test
  void whichLettersAreMeantIsSaidOnce() {
    for (String[] choice :
        new String[][] {
          {"letter", "replay", T},
          {"letter", "replay", T, "pair-1/0", "--all"},
          {"letter", "drop", T, "--group", "g", "--all", "--yes"},
          {"letter", "replay", T, "--all", "--rate", "-1"}
        }) {
      assertThat(run(choice).exitCode()).as(String.join(" ", choice)).isEqualTo(ExitCode.USAGE);
    }
    assertThat(run("letter", "replay", "none", "--all").err()).contains("TOPIC_NOT_FOUND");
  }
}
