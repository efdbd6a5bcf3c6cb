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
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A byte of an old part of a journal is damaged on a real disk, while the node has it open. */
final class MendingIT {
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

  private static void damage(Path segment) throws IOException {
    damage(segment, 1_000_000, 1);
    damage(segment, 2_000_000, 300_000);
    damage(segment, 20, 1);
  }

  /** Of a copy, because a node may mend its own before anybody has looked. */
  private void assertIsDamage(Path segment) throws IOException {
    Path directory = Files.createTempDirectory(dir, "copy");
    Path copy = Files.copy(segment, directory.resolve(segment.getFileName()));
    assertThat(JournalVerifier.verify(DiskFiles.existing(directory)).isSound()).isTrue();
    damage(copy);
    assertThat(JournalVerifier.verify(DiskFiles.existing(directory)).isSound()).isFalse();
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
        assertIsDamage(firstSegment(node));
        damage(firstSegment(node));

        await().until(() -> isSound(node));
        assertThat(frames(node)).isEqualTo(before);
      }
      await().until(() -> first.health().reason().isEmpty());
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
          .until(
              () -> first.health().reason().contains("the journal of pair-1 is damaged in 0000"));
      assertThat(first.health().alive()).isTrue();
      try (RawClient client = RawClient.shaken(first.port())) {
        client.send(1, Requests.publish("goes on", FRAMES));
        assertThat(client.receive().answer()).isInstanceOf(Published.class);
      }

      try (Node again = Node.start(config(admin, "node-2"))) {
        await().until(() -> isSound("node-1"));
        assertThat(again.health().alive()).isTrue();
      }
    }
  }
}
