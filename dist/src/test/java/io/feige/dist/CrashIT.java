package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.dist.cli.Environment;
import io.feige.dist.process.NodeProcess;
import io.feige.dist.process.NodeSetup;
import io.feige.testkit.Waits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that kill nodes, and commands on what a node leaves behind. */
class CrashIT {
  private static final byte[] NO_INPUT = {};

  @TempDir Path dir;

  private static CommandRun run(byte[] input, String... arguments) {
    return CommandRun.of(Environment.REAL, input, arguments);
  }

  @Test
  void theDemonstrationLosesNothing() throws IOException {
    Path input = dir.resolve("input");
    Files.writeString(input, "a line of text\n".repeat(3000));

    CommandRun run = run(NO_INPUT, "demo", "--input", input.toString(), "--json");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.outText())
        .contains("\"published\":3000,\"confirmed\":3000,\"delivered\":3000")
        .contains("\"delivered\":3000,\"lost\":0,")
        .contains("\"ackedAndRedelivered\":0,")
        .doesNotContain("PauseMillis\":-1")
        .doesNotContain("\"rejoinMillis\":-1");
    assertThat(run.err()).contains("kill -9").contains("has taken over").contains("promise lapsed");
  }

  @Test
  void tortureKeepsEveryPromise() {
    CommandRun run =
        run(
            NO_INPUT,
            "torture",
            "--dir",
            dir.resolve("node").toString(),
            "--rounds",
            "3",
            "--clients",
            "6",
            "--fill",
            "16MiB",
            "--uptime",
            "500ms",
            "--node-heap",
            "256m",
            "--json");

    assertThat(run.exitCode()).as(run.err() + run.outText()).isZero();
    assertThat(run.outText())
        .contains("\"rounds\":3")
        .contains("\"confirmedAndLost\":0,\"ackedAndRedelivered\":0")
        .contains("\"words\":[]");
  }

  @Test
  void aFlippedBitIsNamedByVerifyAndByTheNodeThatRefusesIt() throws IOException {
    Path home = dir.resolve("node");
    NodeSetup setup = new NodeSetup(home, NodeProcess.freePort(), "128m");
    try (NodeProcess node = NodeProcess.start(setup)) {
      node.awaitServing(Waits.patience());
      byte[] lines =
          "some text that can be damaged\n".repeat(2000).getBytes(StandardCharsets.UTF_8);
      assertThat(run(lines, "publish", "t", "-s", node.address()).exitCode()).isZero();
      // No graceful stop: its snapshot would spare the next start the reading of what is damaged.
      node.kill();
    }
    CommandRun sound = run(NO_INPUT, "journal", "verify", home.toString(), "--json");
    assertThat(sound.exitCode()).as(sound.err() + sound.outText()).isZero();
    assertThat(sound.outText()).contains("\"sound\":true");
    CommandRun dump = run(NO_INPUT, "journal", "dump", home.toString(), "--kind", "messages");
    assertThat(dump.outText()).contains("MESSAGES").contains("offsets 0 to ");

    flipABit(home);

    CommandRun verify = run(NO_INPUT, "journal", "verify", home.toString());
    assertThat(verify.exitCode()).isEqualTo(6);
    assertThat(verify.outText()).contains("segment").contains("position").contains("DAMAGED");
    try (ChildCommand node =
        ChildCommand.start(
            dir, "node", "--dir", home.toString(), "--port", "0", "--set", "http.port=off")) {
      assertThat(node.exitCode()).isEqualTo(1);
      String sentence =
          verify
              .outText()
              .lines()
              .filter(line -> line.startsWith("corruption: "))
              .findFirst()
              .get();
      String place = sentence.substring(0, sentence.indexOf("; the journal was"));
      assertThat(node.out() + node.err()).contains(place);
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  /** In the middle of what was published, far from the end. */
  private static void flipABit(Path home) throws IOException {
    Path journal = home.resolve("pairs/pair-1/journal");
    Path segment;
    try (Stream<Path> files = Files.list(journal)) {
      segment =
          files
              .filter(file -> !file.toString().endsWith(".idx") && isLarge(file))
              .min(Path::compareTo)
              .orElseThrow();
    }
    try (FileChannel file =
        FileChannel.open(segment, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer one = ByteBuffer.allocate(1);
      file.read(one, 20_000);
      one.put(0, (byte) (one.get(0) ^ 4)).flip();
      file.write(one, 20_000);
    }
  }

  private static boolean isLarge(Path file) {
    return file.toFile().length() > 1 << 20;
  }
}
