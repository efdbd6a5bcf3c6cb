package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.testing.InMemoryFeige;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TopicAndGroupCommandsTest {
  private final InMemoryFeige feige = InMemoryFeige.create();

  @AfterEach
  void close() {
    feige.close();
  }

  private CommandRun run(String... arguments) {
    return CommandRun.of(feige, "a\nb\n".getBytes(StandardCharsets.UTF_8), arguments);
  }

  private static JsonNode json(CommandRun run) {
    return new JsonMapper().readTree(run.out());
  }

  @Test
  void createTakesEverySettingOfATopic() {
    CommandRun run =
        run(
            "topic",
            "create",
            "orders",
            "--order",
            "by_key",
            "--max-attempts",
            "5",
            "--lease",
            "10s",
            "--retry-delay",
            "200ms",
            "--retry-delay-max",
            "1m",
            "--retention",
            "7d",
            "--retention-bytes",
            "2GiB",
            "--drop-unsettled",
            "--json");

    JsonNode topic = json(run);
    assertThat(run.exitCode()).isZero();
    assertThat(topic.get("order").asString()).isEqualTo("BY_KEY");
    assertThat(topic.get("maxAttempts").asInt()).isEqualTo(5);
    assertThat(topic.get("leaseMillis").asLong()).isEqualTo(10_000);
    assertThat(topic.get("retryDelayMillis").asLong()).isEqualTo(200);
    assertThat(topic.get("retryDelayMaxMillis").asLong()).isEqualTo(60_000);
    assertThat(topic.get("retentionMillis").asLong()).isEqualTo(7L * 24 * 3600 * 1000);
    assertThat(topic.get("retentionBytes").asLong()).isEqualTo(2L << 30);
    assertThat(topic.get("keepForGroups").asBoolean()).isFalse();
  }

  @Test
  void aSecondTopicOfThatNameIsRefusedUnlessEitherWillDo() {
    run("topic", "create", "orders");

    CommandRun again = run("topic", "create", "orders");

    assertThat(again.exitCode()).isEqualTo(4);
    assertThat(again.err()).contains("TOPIC_EXISTS");
    assertThat(run("topic", "create", "orders", "--if-absent").exitCode()).isZero();
  }

  @Test
  void alterChangesWhatIsNamedAndNothingElse() {
    run("topic", "create", "orders", "--lease", "10s", "--max-attempts", "5");

    JsonNode topic =
        json(
            run(
                "topic",
                "alter",
                "orders",
                "--max-attempts",
                "7",
                "--retention",
                "30d",
                "--keep-unsettled",
                "false",
                "--json"));

    assertThat(topic.get("maxAttempts").asInt()).isEqualTo(7);
    assertThat(topic.get("retentionMillis").asLong()).isEqualTo(30L * 24 * 3600 * 1000);
    assertThat(topic.get("keepForGroups").asBoolean()).isFalse();
    assertThat(topic.get("leaseMillis").asLong()).isEqualTo(10_000);
    assertThat(run("topic", "alter", "orders").exitCode()).isEqualTo(2);
    assertThat(run("topic", "alter", "none", "--lease", "1s").exitCode()).isEqualTo(4);
  }

  @Test
  void aTopicThatIsNotThereIsExitFour() {
    assertThat(run("topic", "describe", "none").exitCode()).isEqualTo(4);
    assertThat(run("topic", "delete", "none", "--yes").exitCode()).isEqualTo(4);
  }

  @Test
  void listShowsTopicsALineEach() {
    run("topic", "create", "b");
    run("topic", "create", "a");

    assertThat(run("topic", "list", "--json").outText().lines())
        .hasSize(2)
        .first()
        .asString()
        .startsWith("{\"name\":\"a\"");
    assertThat(run("topic", "list").outText()).contains("TOPIC").contains("a").contains("b");
    run("topic", "delete", "a", "--yes");
    assertThat(run("topic", "list", "--json").outText().lines()).hasSize(1);
  }

  @Test
  void groupsAreListedMovedAndForgotten() {
    run("publish", "t");
    run("pull", "t", "--group", "g", "--count", "2");

    assertThat(json(run("group", "describe", "t", "g", "--json")).get("lag").asInt()).isZero();
    JsonNode moved = json(run("group", "reset", "t", "g", "--to", "1", "--json"));
    assertThat(moved.get("lag").asInt()).isEqualTo(1);
    assertThat(moved.get("generation").asInt()).isGreaterThan(0);
    assertThat(run("group", "list").outText()).contains("g");
    assertThat(run("group", "list", "t", "--json").outText().lines()).hasSize(1);
    assertThat(run("group", "delete", "t", "g", "--yes").exitCode()).isZero();
    assertThat(run("group", "describe", "t", "g").exitCode()).isEqualTo(4);
  }

  @Test
  void aPlaceThatIsNoneIsAUsageError() {
    CommandRun run = run("group", "reset", "t", "g", "--to", "yesterday");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("yesterday").contains("earliest");
  }

  @Test
  void deletingATopicSaysWhatIsLostAndWaitsForItsName() {
    run("publish", "orders");

    CommandRun no = CommandRun.atTerminal(feige, "order\n", "topic", "delete", "orders");
    assertThat(no.exitCode()).isEqualTo(4);
    assertThat(no.err()).contains("orders with 2 messages").contains("nothing was done");
    assertThat(run("topic", "describe", "orders").exitCode()).isZero();

    CommandRun yes = CommandRun.atTerminal(feige, "orders\n", "topic", "delete", "orders");
    assertThat(yes.exitCode()).isZero();
    assertThat(run("topic", "describe", "orders").exitCode()).isEqualTo(4);
  }

  @Test
  void aScriptDeletesNothingWithoutSayingYes() {
    run("publish", "t");
    run("pull", "t", "--group", "g", "--count", "2");

    CommandRun topic = run("topic", "delete", "t");
    CommandRun group = run("group", "delete", "t", "g");

    assertThat(topic.exitCode()).isEqualTo(2);
    assertThat(topic.err()).contains("--yes");
    assertThat(group.exitCode()).isEqualTo(2);
    assertThat(run("group", "describe", "t", "g").exitCode()).isZero();
  }

  @Test
  void whatIsMadeHereKeepsMessagesAsLongAsWhatANodeMakes() {
    assertThat(json(run("topic", "create", "week", "--json")).get("retentionMillis").asLong())
        .isEqualTo(7L * 24 * 3600 * 1000);
    assertThat(
            json(run("topic", "create", "ever", "--retention", "0s", "--json"))
                .get("retentionMillis")
                .asLong())
        .isZero();
  }
}
