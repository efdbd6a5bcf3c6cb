package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.feige.client.FeigeClient;
import io.feige.dist.cli.Environment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A node finds that its disk can only be read, as a disk with errors is mounted. */
class ReadOnlyDiskIT {
  private static final List<String> NODE = List.of("node-2");

  @TempDir static Path temporary;

  @RegisterExtension
  static final SharedCluster CLUSTER = new SharedCluster(() -> temporary.resolve("cluster"));

  private static boolean run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
  }

  private static CommandRun restart(UpCluster cluster) {
    String dir = cluster.dir().toString();
    return CommandRun.of(
        Environment.REAL, new byte[0], "up", "--dir", dir, "--restart", NODE.getFirst());
  }

  /** A directory is mounted over itself, so that it can become one that can only be read. */
  private static void remount(Path dir) throws Exception {
    assumeTrue(
        run("mount", "--bind", dir.toString(), dir.toString()), "no right to mount a directory");
  }

  @Test
  void itSaysSoAndDoesNotStartWhileTheOtherOneServes() throws Exception {
    UpCluster cluster = CLUSTER.get();
    Path dir = cluster.dir().resolve(NODE.getFirst());
    cluster.kill(NODE);
    remount(dir);
    CommandRun refused;
    try (FeigeClient client = cluster.client()) {
      SteadyPublisher publisher = SteadyPublisher.start(client, "kept");
      try {
        assertThat(run("mount", "-o", "remount,ro,bind", dir.toString())).isTrue();
        refused = restart(cluster);
        await().until(() -> publisher.confirmedCount() > 100);
      } finally {
        assertThat(run("umount", dir.toString())).isTrue();
        publisher.stop();
      }
      cluster.restart(NODE);
      publisher.requireAllIn(client);
    }
    assertThat(refused.exitCode()).isNotZero();
    assertThat(refused.err()).contains("Read-only file system").doesNotContain("\tat ");
  }
}
