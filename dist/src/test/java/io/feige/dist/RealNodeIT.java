package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.dist.cli.Environment;
import io.feige.dist.process.NodeProcess;
import io.feige.dist.process.NodeSetup;
import io.feige.testkit.Waits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands against a node in a process of its own. */
class RealNodeIT {
  private static final byte[] NO_INPUT = {};

  @TempDir static Path dir;

  private static NodeProcess node;

  @BeforeAll
  static void startNode() {
    node = NodeProcess.start(new NodeSetup(dir.resolve("node"), NodeProcess.freePort(), "256m"));
    node.awaitServing(Waits.patience());
  }

  @AfterAll
  static void stopNode() {
    node.close();
  }

  private static CommandRun run(byte[] input, String... arguments) {
    List<String> all =
        Stream.concat(Stream.of("--server", node.address()), Stream.of(arguments)).toList();
    return CommandRun.of(Environment.REAL, input, all.toArray(String[]::new));
  }

  /** The sources of this project, again and again: real text of many lines. */
  private static byte[] realText(int atLeastLines) throws IOException {
    Path root = Path.of(System.getProperty("feige.root", ".."));
    List<Path> sources;
    try (Stream<Path> files = Files.walk(root.resolve("dist/src/main/java"))) {
      sources = files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    long lines = 0;
    while (lines < atLeastLines) {
      for (Path source : sources) {
        byte[] content = Files.readAllBytes(source);
        text.write(content);
        lines += new String(content, StandardCharsets.UTF_8).lines().count();
      }
    }
    return text.toByteArray();
  }

  @Test
  void aNodeThatStandsAloneHasAStatus() {
    CommandRun text = run(NO_INPUT, "status");
    CommandRun json = run(NO_INPUT, "status", "--json");

    assertThat(text.exitCode()).as(text.err()).isZero();
    assertThat(text.outText())
        .contains("This is what one node says about itself.")
        .contains(node.address());
    assertThat(json.outText()).contains("\"admins\":[]").contains("\"serving\":true");
  }

  @Test
  void aNodeThatStandsAloneSaysWhoIsConnected() {
    assertThat(run(NO_INPUT, "client", "list", "--json").outText())
        .startsWith("{\"node\":\"node-1\",\"connection\":\"")
        .contains("\"kind\":\"SDK\"");
  }

  @Test
  void aNodeThatStandsAloneSaysWhatItIsLike() {
    CommandRun list = run(NO_INPUT, "node", "list");
    assertThat(list.exitCode()).as(list.err()).isZero();
    assertThat(list.outText()).contains("node-1", "pair-1 active", "ok");
    assertThat(run(NO_INPUT, "node", "describe", "node-1", "--json").outText())
        .startsWith("{\"id\":\"node-1\",\"software\":\"feige ")
        .contains("\"role\":\"ACTIVE\"");
  }

  @Test
  void aMisspeltTopicIsNotMadeByPullingFromIt() {
    run("a\n".getBytes(StandardCharsets.UTF_8), "publish", "invoices");

    CommandRun misspelt = run(NO_INPUT, "pull", "invoice", "--group", "g");

    assertThat(misspelt.exitCode()).isEqualTo(4);
    assertThat(misspelt.err()).contains("did you mean invoices?").contains("--create");
    assertThat(run(NO_INPUT, "topic", "describe", "invoice").exitCode()).isEqualTo(4);
  }

  @Test
  void twoGroupsEachGetEveryLineInOrder() throws IOException {
    byte[] text = realText(100_000);
    Path file = dir.resolve("lines");
    Files.write(file, text);
    long lines = new String(text, StandardCharsets.UTF_8).lines().count();
    // However long it takes, nothing comes twice.
    run(NO_INPUT, "topic", "create", "lines", "--lease", "1h");

    CommandRun published = run(NO_INPUT, "publish", "lines", "--file", file.toString(), "--json");
    assertThat(published.exitCode()).as(published.err()).isZero();
    for (String group : List.of("one", "two")) {
      Path copy = dir.resolve("copy-" + group);
      CommandRun pulled =
          run(
              NO_INPUT,
              "pull",
              "lines",
              "-g",
              group,
              "-o",
              copy.toString(),
              "-n",
              "" + lines,
              "--json");
      assertThat(pulled.exitCode()).as(pulled.err()).isZero();
      assertThat(pulled.outText()).contains("\"redelivered\":0");
      assertThat(Files.mismatch(file, copy)).isEqualTo(-1);
    }
    assertThat(run(NO_INPUT, "read", "lines").out()).isEqualTo(text);
    assertThat(run(NO_INPUT, "group", "describe", "lines", "one", "--json").outText())
        .contains("\"lag\":0");
  }

  @Test
  void diskNamesTheGroupThatStoppedInTheMiddle() {
    byte[] lines = "a line\n".repeat(1_000).getBytes(StandardCharsets.UTF_8);
    run(NO_INPUT, "topic", "create", "stopped", "--retention", "1s");
    assertThat(run(lines, "publish", "stopped").exitCode()).isZero();
    String copy = dir.resolve("stopped").toString();
    assertThat(run(NO_INPUT, "pull", "stopped", "-g", "slow", "-n", "10", "-o", copy).exitCode())
        .isZero();

    await()
        .untilAsserted(() ->
            assertThat(run(NO_INPUT, "disk", "--json").outText())
                .startsWith("{\"pair\":")
                .contains("\"role\":\"ACTIVE\"")
                .contains("\"carriesForward\":true")
                .contains("{\"kind\":\"group\",\"topic\":\"stopped\",\"name\":\"slow\",")
                .contains("{\"kind\":\"snapshot\""));
    CommandRun text = run(NO_INPUT, "disk", "--limit", "1");
    assertThat(text.outText()).contains(" stored, about ").contains("HOLDS").contains(" more; ");
    assertThat(run(NO_INPUT, "disk", "--pair", "no-such-pair").exitCode()).isEqualTo(4);
    assertThat(run(NO_INPUT, "disk", "--limit", "1001").exitCode()).isEqualTo(2);
  }

  @Test
  void compressedLinesComeBackTheSame() throws IOException {
    byte[] text = realText(5_000);
    for (String kind : List.of("lz4", "zstd")) {
      assertThat(run(text, "publish", "packed-" + kind, "--compression", kind).exitCode()).isZero();
      assertThat(run(NO_INPUT, "read", "packed-" + kind).out()).isEqualTo(text);
    }
  }

  @Test
  void anUnknownTopicsGroupIsExitFour() {
    CommandRun run = run(NO_INPUT, "group", "describe", "no-such-topic", "g");

    assertThat(run.exitCode()).isEqualTo(4);
    assertThat(run.err()).contains("TOPIC_NOT_FOUND");
  }

  @Test
  void measurementsMeasure() {
    CommandRun publish =
        run(NO_INPUT, "bench", "publish", "--time", "500ms", "--warmup", "100ms", "--json");
    CommandRun sync =
        run(
            NO_INPUT,
            "bench",
            "publish",
            "--sync",
            "--threads",
            "4",
            "--time",
            "500ms",
            "--warmup",
            "100ms",
            "--json");
    CommandRun pull =
        run(NO_INPUT, "bench", "pull", "--messages", "20000", "--runs", "2", "--json");
    CommandRun roundtrip =
        run(NO_INPUT, "bench", "roundtrip", "--rate", "500", "--time", "1s", "--warmup", "200ms");

    assertThat(publish.exitCode()).as(publish.err()).isZero();
    assertThat(publish.outText()).contains("\"messagesPerSecond\":{\"median\":");
    assertThat(sync.outText()).contains("\"p999Micros\":{\"median\":");
    assertThat(pull.exitCode()).as(pull.err()).isZero();
    assertThat(roundtrip.exitCode()).as(roundtrip.err()).isZero();
    assertThat(roundtrip.outText()).contains("p99.9").contains("load average");
    assertThat(run(NO_INPUT, "topic", "list").outText()).doesNotContain("bench-");
  }

  @Test
  void ctrlCAcksWhatWasWrittenAndEndsWith130() throws Exception {
    run("a\nb\nc\n".getBytes(StandardCharsets.UTF_8), "publish", "interrupted");
    try (ChildCommand pull =
        ChildCommand.start(dir, "pull", "interrupted", "-g", "g", "--json", "-s", node.address())) {
      await().until(() -> pull.out().equals("a\nb\nc\n"));

      pull.interrupt();

      assertThat(pull.exitCode()).as(pull.err()).isEqualTo(130);
      assertThat(pull.err()).contains("\"delivered\":3,\"acked\":3");
    }
    assertThat(run(NO_INPUT, "group", "describe", "interrupted", "g", "--json").outText())
        .contains("\"lag\":0");
  }

  @Test
  void ctrlCWhileWaitingForInputConfirmsWhatWasRead() throws Exception {
    try (ChildCommand publish =
        ChildCommand.start(dir, "publish", "typed", "--json", "-s", node.address())) {
      publish.type("a\nb\nunfinished");
      await()
          .untilAsserted(() -> {
            CommandRun read = run(NO_INPUT, "read", "typed");
            assertThat(read.outText()).as(publish.err() + read.err()).isEqualTo("a\nb\n");
          });

      publish.interrupt();

      assertThat(publish.exitCode()).as(publish.err()).isEqualTo(130);
      assertThat(publish.out()).contains("\"sent\":2,\"confirmed\":2");
    }
  }

  @Test
  void aReaderThatGoesAwayEndsThePullCleanly() throws Exception {
    run(realText(50_000), "publish", "piped");
    String line =
        "{ FEIGE pull piped -g g -s " + node.address() + "; echo code $? >&2; } | head -n 1";
    try (ChildCommand pull = ChildCommand.shell(dir, line)) {
      assertThat(pull.exitCode()).isZero();
      assertThat(pull.out().lines()).hasSize(1);
      assertThat(pull.err()).contains("code 0").doesNotContain("xception");
    }
    assertThat(run(NO_INPUT, "group", "describe", "piped", "g", "--json").outText())
        .doesNotContain("\"lag\":0,");
  }
}
