package io.feige.admin.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.feige.admin.kit.Admins;
import io.feige.admin.kit.ScriptedNode;
import io.feige.testkit.Waits;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ZooKeeper inside Admin on a disk that is really full; needs the right to mount one. */
final class FullDiskIT {
  @TempDir Path dir;
  private boolean isMounted;

  @BeforeEach
  void mountSmallDisk() throws Exception {
    isMounted = run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", dir.toString());
    assumeTrue(isMounted, "no right to mount a small disk");
  }

  @AfterEach
  void unmount() throws Exception {
    if (isMounted) {
      run("umount", dir.toString());
    }
  }

  @Test
  void anAdminWhoseZooKeeperFailsStopsAndSaysSo() throws Exception {
    try (AdminServer admin = Admins.alone(dir)) {
      await().until(admin::isLeading);
      fill();
      try (ScriptedNode one = ScriptedNode.start(List.of(admin.clientPort()), "node-1", 7001);
          ScriptedNode two = ScriptedNode.start(List.of(admin.clientPort()), "node-2", 7003)) {
        assertThat(one.member()).isNotEqualTo(two.member());
        await().until(admin::hasFailed);
        admin.awaitStopped();
      }
    }
  }

  private void fill() throws IOException {
    try (OutputStream out = Files.newOutputStream(dir.resolve("filler"))) {
      while (true) {
        out.write(new byte[4096]);
      }
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("No space left");
    }
  }

  private static boolean run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    return Waits.end(process) == 0;
  }
}
