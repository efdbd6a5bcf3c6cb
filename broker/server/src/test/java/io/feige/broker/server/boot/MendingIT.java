package io.feige.broker.server.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.broker.journal.disk.DiskFiles;
import io.feige.broker.journal.format.SegmentHeader;
import io.feige.broker.journal.recovery.JournalVerifier;
import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.net.RawClient;
import io.feige.protocol.command.Published;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A byte of an old part of a journal is damaged on a real disk, while the node has it open. */
final class MendingIT {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final int FRAMES = 100;
  private static final Map<String, String> OFTEN =
      Map.of(
          "limits.maxBatchBytes",
          "1MiB",
          "journal.segmentBytes",
          "4MiB",
          "journal.scrubEvery",
          "1s");

  @TempDir private Path dir = Path.of("");

  private NodeConfig config(SmallAdmin admin, String node) {
    return TwoNodes.config(dir, admin, node, OFTEN);
  }

  private Path journal(String node) {
    return dir.resolve(node).resolve("pairs/pair-1/journal");
  }

  private Path firstSegment(String node) {
    return journal(node).resolve(SegmentHeader.nameOf(0));
  }

  /** What both nodes have alike: all but the header. */
  private byte[] frames(String node) throws IOException {
    byte[] all = Files.readAllBytes(firstSegment(node));
    return Arrays.copyOfRange(all, SegmentHeader.BYTES, all.length);
  }

  /** Fills more than two segments. */
  private static void fill(RawClient client) throws IOException {
    String body = "x".repeat(100_000);
    for (int i = 0; i < FRAMES; i++) {
      client.send(i + 2, Requests.publish(body, i));
      assertThat(client.receive().answer()).isInstanceOf(Published.class);
    }
  }

  private static void damage(Path file, long at, int bytes) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer contents = ByteBuffer.allocate(bytes);
      channel.read(contents, at);
      for (int i = 0; i < bytes; i++) {
        contents.put(i, (byte) ~contents.get(i));
      }
      channel.write(contents.flip(), at);
      channel.force(true);
    }
  }

  private boolean isSound(String node) throws IOException {
    return JournalVerifier.verify(DiskFiles.existing(journal(node))).isSound();
  }

  @Test
  void isFoundAndMendedWithWhatTheOtherNodeHasWhicheverOfThemItIs() throws IOException {
    try (SmallAdmin admin = new SmallAdmin(SmallAdmin.pair("pair-1", "node-1", "node-2"));
        Node first = Node.start(config(admin, "node-1"));
        Node second = Node.start(config(admin, "node-2"));
        RawClient client = TwoNodes.connected(first, admin)) {
      fill(client);
      byte[] before = frames("node-1");
      for (String node : List.of("node-1", "node-2")) {
        damage(firstSegment(node), 1_000_000, 1);
        damage(firstSegment(node), 2_000_000, 300_000);
        damage(firstSegment(node), 20, 1);
        assertThat(isSound(node)).isFalse();

        await().atMost(SOON).until(() -> isSound(node));
        assertThat(frames(node)).isEqualTo(before);
      }
      await().atMost(SOON).until(() -> first.health().reason().isEmpty());
      assertThat(admin.state("pair-1").active()).as("nobody failed over").isEqualTo("node-1");
      assertThat(second.health().alive()).isTrue();
    }
  }

  @Test
  void isSaidWhileNobodyCanSendIt() throws IOException {
    try (SmallAdmin admin = new SmallAdmin(SmallAdmin.pair("pair-1", "node-1", "node-2"));
        Node first = Node.start(config(admin, "node-1"))) {
      try (Node second = Node.start(config(admin, "node-2"));
          RawClient client = TwoNodes.connected(first, admin)) {
        assertThat(second.health().alive()).isTrue();
        fill(client);
      }
      damage(firstSegment("node-1"), 1_000_000, 1);

      await()
          .atMost(SOON)
          .until(
              () -> first.health().reason().contains("the journal of pair-1 is damaged in 0000"));
      assertThat(first.health().alive()).isTrue();
      try (RawClient client = RawClient.shaken(first.port())) {
        client.send(1, Requests.publish("goes on", FRAMES));
        assertThat(client.receive().answer()).isInstanceOf(Published.class);
      }

      try (Node again = Node.start(config(admin, "node-2"))) {
        await().atMost(SOON).until(() -> isSound("node-1"));
        assertThat(again.health().alive()).isTrue();
      }
    }
  }
}
