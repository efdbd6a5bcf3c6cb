package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.Delivery;
import io.feige.client.TopicSpec;
import io.feige.client.testing.InMemoryFeige;
import io.feige.dist.cli.ExitCode;
import io.feige.protocol.error.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublishAndPullTest {
  private static final byte[] NO_INPUT = {};

  private final InMemoryFeige feige = InMemoryFeige.create();

  @TempDir Path dir;

  @AfterEach
  void close() {
    feige.close();
  }

  private CommandRun run(byte[] input, String... arguments) {
    return CommandRun.of(feige, input, arguments);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private byte[] thereAndBack(byte[] input) {
    long lines = count(input);
    assertThat(run(input, "publish", "t").exitCode()).isZero();
    CommandRun pulled = run(NO_INPUT, "pull", "t", "-g", "g", "--count", Long.toString(lines));
    assertThat(pulled.exitCode()).isZero();
    return pulled.out();
  }

  private static long count(byte[] input) {
    return new String(input, StandardCharsets.ISO_8859_1).lines().count();
  }

  @ParameterizedTest
  @ValueSource(strings = {"topic describe order", "read order", "group list order"})
  void whoMisspellsATopicIsToldWhichThereAre(String command) {
    feige.topics().create(TopicSpec.of("orders"));

    CommandRun run = run(NO_INPUT, command.split(" ", -1));

    assertThat(run.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(run.err()).contains("TOPIC_NOT_FOUND").contains("Did you mean orders?");
  }

  @Test
  void everyByteComesBack() {
    byte[] input = bytes("plain\n\ncarriage return\r\n\u00ff\u00fe not UTF-8 \u0000\n  blanks  \n");

    assertThat(thereAndBack(input)).isEqualTo(input);
  }

  @Test
  void aLastLineWithoutLineFeedIsAMessageToo() {
    assertThat(thereAndBack(bytes("a\nb"))).isEqualTo(bytes("a\nb\n"));
  }

  @Test
  void aLineOfOneMebibyteComesBack() {
    byte[] input = new byte[(1 << 20) + 1];
    Arrays.fill(input, (byte) 'x');
    input[1 << 20] = '\n';

    assertThat(thereAndBack(input)).isEqualTo(input);
  }

  @Test
  void manyLinesKeepTheirOrder() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 50_000; i++) {
      text.append("line ").append(i).append('\n');
    }

    assertThat(thereAndBack(bytes(text.toString()))).isEqualTo(bytes(text.toString()));
  }

  @Test
  void publishTellsScriptsHowItWent() {
    CommandRun run = run(bytes("a\nb\nc\n"), "publish", "t", "--json");

    assertThat(run.outText())
        .matches(
            "\\{\"sent\":3,\"confirmed\":3,\"failed\":0,\"unknown\":0,\"elapsedMillis\":\\d+}\n");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void underAnIdempotencyKeyTheSameLinesAreStoredOnce() {
    run(bytes("a\nb\n"), "publish", "t", "--idempotency-key", "file-7");

    CommandRun again = run(bytes("a\nb\nc\n"), "publish", "t", "--idempotency-key", "file-7");
    CommandRun other = run(bytes("a\n"), "publish", "t", "--json", "--idempotency-key", "file-8");

    assertThat(again.err())
        .contains("3 of 3 messages confirmed in t (0 failed, 0 unknown, 2 stored before)");
    assertThat(other.outText()).doesNotContain("duplicates");
    assertThat(run(NO_INPUT, "pull", "t", "-g", "g", "--count", "4").out())
        .isEqualTo(bytes("a\nb\nc\na\n"));
    assertThat(run(bytes("a\n"), "publish", "t", "--idempotency-key", "").exitCode()).isEqualTo(2);
  }

  @Test
  void underAnIdempotencyKeyThereAreNoMoreLinesThanATopicRemembers() {
    CommandRun run = run(bytes("a\n".repeat(20_001)), "publish", "t", "--idempotency-key", "k");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("20,000 of 20,000 messages confirmed", "may be 20000 lines");
  }

  @Test
  void withoutJsonPublishLeavesStandardOutputAlone() {
    CommandRun run = run(bytes("a\n"), "publish", "t");

    assertThat(run.outText()).isEmpty();
    assertThat(run.err()).contains("1 of 1 messages confirmed in t");
  }

  @Test
  void whatTheServerRefusesIsCountedAndEndsThePublish() {
    feige.failNextPublish(ErrorCode.BATCH_TOO_LARGE);

    CommandRun run = run(bytes("a\nb\n"), "publish", "t", "--json");

    assertThat(run.exitCode()).isEqualTo(4);
    assertThat(run.outText()).contains("\"confirmed\":0,\"failed\":1,\"unknown\":0");
    assertThat(run.err()).contains("BATCH_TOO_LARGE");
  }

  @Test
  void anUnknownOutcomeIsExitFive() {
    feige.failNextPublish(ErrorCode.TIMEOUT_UNKNOWN);

    CommandRun run = run(bytes("a\n"), "publish", "t", "--json");

    assertThat(run.exitCode()).isEqualTo(5);
    assertThat(run.outText()).contains("\"failed\":0,\"unknown\":1");
  }

  @Test
  void aLineBeyondTheLimitIsToldAfterWhatCameBeforeIsConfirmed() {
    byte[] input = new byte[(9 << 20) + 2];
    Arrays.fill(input, (byte) 'x');
    input[1] = '\n';

    CommandRun run = run(input, "publish", "t", "--json");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.outText()).contains("\"sent\":1,\"confirmed\":1");
    assertThat(run.err()).contains("line 2 is longer");
  }

  @Test
  void aWholeInputIsOneMessageWithItsHeaders() {
    byte[] binary = new byte[3_000];
    new Random(1).nextBytes(binary);
    CommandRun published =
        run(binary, "publish", "t", "--whole", "--header", "type=a=b", "--header", "type=");

    assertThat(published.exitCode()).as(published.err()).isZero();
    assertThat(run(NO_INPUT, "read", "t", "--whole").out()).isEqualTo(binary);
    assertThat(run(NO_INPUT, "pull", "t", "-g", "g", "--count", "1", "--whole").out())
        .isEqualTo(binary);
    assertThat(run(NO_INPUT, "read", "t", "--json").outText())
        .contains("\"headers\":{\"type\":[\"a=b\",\"\"]}", "\"bodyBase64\"");
    CommandRun wrong = run(NO_INPUT, "publish", "t", "--header", "=x");
    assertThat(wrong.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(wrong.err()).contains("--header is NAME=VALUE");
    byte[] tooLong = new byte[(8 << 20) + 1];
    assertThat(run(tooLong, "publish", "t", "--whole").err()).contains("longer than 8 MiB");
  }

  @Test
  void aTraceTellsWhereGroupsStandWithAMessage() {
    run(bytes("a\nb\nc\n"), "publish", "t");
    run(NO_INPUT, "pull", "t", "-g", "g", "--count", "1");

    assertThat(run(NO_INPUT, "trace", "t", "pair-1", "0", "--json").outText())
        .startsWith("{\"group\":\"g\",\"stage\":\"SETTLED\"");
    assertThat(run(NO_INPUT, "trace", "t", "pair-1", "2", "--json").outText())
        .contains("\"stage\":\"WAITING\"", "\"before\":1,\"letter\":\"\"}");
    assertThat(run(NO_INPUT, "trace", "t", "pair-1", "1").outText()).contains("BEFORE IT");
    CommandRun beyond = run(NO_INPUT, "trace", "t", "pair-1", "3");
    assertThat(beyond.exitCode()).isEqualTo(4);
    assertThat(beyond.err()).contains("OFFSET_OUT_OF_RANGE");
  }

  @Test
  void aMissingFileIsOneSentence() {
    CommandRun run = run(NO_INPUT, "publish", "t", "--file", dir.resolve("none").toString());

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("there is no file").doesNotContain("\tat ");
  }

  @Test
  void keysAreSplitFromTheLineAndPutBack() {
    byte[] input = bytes("k1:v1\nno key\nk2:v:2\n:empty key\n");
    run(input, "publish", "t", "--key-prefix-separator", ":");

    List<Delivery> got = feige.consumer("t").group("keys").build().pull(10, Duration.ZERO);
    CommandRun pulled =
        run(NO_INPUT, "pull", "t", "-g", "g", "-n", "4", "--key-prefix-separator", ":");

    assertThat(got).extracting(Delivery::keyText).containsExactly("k1", "", "k2", "");
    assertThat(got).extracting(Delivery::text).containsExactly("v1", "no key", "v:2", "empty key");
    assertThat(got).extracting(Delivery::hasKey).containsExactly(true, false, true, true);
    assertThat(pulled.out()).isEqualTo(input);
  }

  @Test
  void aTabulatorMayBeTheSeparator() {
    run(bytes("k\tv\n"), "publish", "t", "--key-prefix-separator", "\\t");

    assertThat(feige.consumer("t").group("g").build().pull(1, Duration.ZERO).getFirst().keyText())
        .isEqualTo("k");
  }

  @Test
  void pullIntoAFileTellsTheSummaryOnStandardOutput() throws IOException {
    run(bytes("a\nb\n"), "publish", "t");
    Path file = dir.resolve("out");

    CommandRun run =
        run(NO_INPUT, "pull", "t", "-g", "g", "--count", "2", "-o", file.toString(), "--json");

    assertThat(run.outText())
        .matches("\\{\"delivered\":2,\"acked\":2,\"redelivered\":0,\"elapsedMillis\":\\d+}\n");
    assertThat(Files.readString(file)).isEqualTo("a\nb\n");
  }

  @Test
  void pullIntoAPipeTellsTheSummaryOnStandardError() {
    run(bytes("a\n"), "publish", "t");

    CommandRun run = run(NO_INPUT, "pull", "t", "-g", "g", "--count", "1", "--json");

    assertThat(run.outText()).isEqualTo("a\n");
    assertThat(run.err()).startsWith("{\"delivered\":1,\"acked\":1,");
  }

  @Test
  void pullEndsWhenNothingComes() {
    run(bytes("a\n"), "publish", "t");

    CommandRun run = run(NO_INPUT, "pull", "t", "-g", "g", "--idle-exit", "10ms");

    assertThat(run.exitCode()).isZero();
    assertThat(run.outText()).isEqualTo("a\n");
  }

  @Test
  void countLeavesTheRestToOthers() {
    run(bytes("a\nb\nc\n"), "publish", "t");

    run(NO_INPUT, "pull", "t", "-g", "g", "--count", "1");

    assertThat(feige.groups().describe("t", "g").lag()).isEqualTo(2);
    assertThat(feige.groups().describe("t", "g").outstanding()).isZero();
  }

  @Test
  void aNegativeCountIsAUsageError() {
    assertThat(run(NO_INPUT, "pull", "t", "-g", "g", "--count", "-1").exitCode()).isEqualTo(2);
    assertThat(run(NO_INPUT, "read", "t", "--count", "-1").exitCode()).isEqualTo(2);
  }

  @Test
  void redeliveriesAreCounted() {
    run(bytes("a\n"), "publish", "t");
    feige
        .consumer("t")
        .group("g")
        .build()
        .pull(1, Duration.ZERO)
        .forEach(delivery -> delivery.nack(Duration.ZERO));

    CommandRun run = run(NO_INPUT, "pull", "t", "-g", "g", "--count", "1", "--json");

    assertThat(run.err()).contains("\"redelivered\":1");
  }

  @Test
  void readReplaysWithoutChangingAnything() {
    run(bytes("a\nb\nc\n"), "publish", "t");

    assertThat(run(NO_INPUT, "read", "t").outText()).isEqualTo("a\nb\nc\n");
    assertThat(run(NO_INPUT, "read", "t", "--from", "1", "--count", "1").outText())
        .isEqualTo("b\n");
    assertThat(feige.groups().list()).isEmpty();
  }

  @Test
  void readEndsWhereThereIsNothingToRead() {
    run(NO_INPUT, "topic", "create", "empty");
    run(bytes("a\n"), "publish", "t");

    assertThat(run(NO_INPUT, "read", "empty").exitCode()).isZero();
    assertThat(run(NO_INPUT, "read", "t", "--from", "1").exitCode()).isZero();
    CommandRun beyond = run(NO_INPUT, "read", "t", "--from", "2");
    assertThat(beyond.exitCode()).isEqualTo(4);
    assertThat(beyond.err()).contains("OFFSET_OUT_OF_RANGE", "ends at offset 1");
    assertThat(run(NO_INPUT, "read", "t", "--from", "latest").exitCode()).isZero();
    assertThat(run(NO_INPUT, "read", "unknown").exitCode()).isEqualTo(4);
  }

  @Test
  void readAsJsonKeepsBytesThatAreNoText() {
    ByteArrayOutputStream input = new ByteArrayOutputStream();
    input.writeBytes(bytes("k:text\n"));
    input.writeBytes(bytes("\u00ff\n"));
    run(input.toByteArray(), "publish", "t", "--key-prefix-separator", ":");

    String text = run(NO_INPUT, "read", "t", "--json").outText();

    assertThat(text.lines())
        .satisfiesExactly(
            first ->
                assertThat(first)
                    .contains("\"offset\":0")
                    .contains("\"key\":\"k\"")
                    .contains("\"body\":\"text\""),
            second ->
                assertThat(second)
                    .contains("\"bodyBase64\":\"/w==\"")
                    .doesNotContain("\"body\"")
                    .doesNotContain("\"key\""));
  }
}
