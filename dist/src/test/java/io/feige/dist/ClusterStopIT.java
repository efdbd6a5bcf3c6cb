package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.dist.cli.Environment;
import io.feige.dist.cluster.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster that is stopped with Ctrl-C and started again. */
class ClusterStopIT {
  @TempDir Path temporary;

  private static CommandRun run(String input, String... arguments) {
    return CommandRun.of(Environment.REAL, input.getBytes(StandardCharsets.UTF_8), arguments);
  }

  @Test
  void ctrlCStopsAllOfItAndTheNextStartFindsWhatWasStored() throws Exception {
    String dir = temporary.resolve("cluster").toString();
    int base = FreePorts.forNodes(2);
    String address = "127.0.0.1:" + base;
    List<ProcessHandle> processes;
    try (ChildCommand up =
        ChildCommand.start(temporary, "up", "--dir", dir, "--port-base", "" + base)) {
      await()
          .until(
              () -> up.out().contains("Ctrl-C stops it") || (!up.err().isEmpty() && up.isEnded()));
      assertThat(up.out()).as(up.err()).contains("Every pair is in sync", address);
      processes = List.of(process(dir, "admin-1"), process(dir, "node-1"), process(dir, "node-2"));
      assertThat(processes).allMatch(ProcessHandle::isAlive);
      assertThat(run("a\nb\n", "publish", "kept", "--server", address).exitCode()).isZero();

      up.interrupt();

      assertThat(up.exitCode()).as(up.err()).isEqualTo(130);
    }
    assertThat(processes).noneMatch(ProcessHandle::isAlive);

    CommandRun again = run("", "up", "--dir", dir, "--detach");
    try {
      assertThat(again.exitCode()).as(again.err()).isZero();
      assertThat(run("", "read", "kept", "--server", address).outText().lines())
          .containsExactlyInAnyOrder("a", "b");
    } finally {
      assertThat(run("", "down", "--dir", dir).exitCode()).isZero();
    }
  }

  @Test
  void aPortThatIsTakenIsNamedAndNothingIsLeftRunning() throws IOException {
    String dir = temporary.resolve("second").toString();
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CommandRun up =
          run("", "up", "--dir", dir, "--port-base", "" + taken.getLocalPort(), "--detach");

      assertThat(up.exitCode()).isEqualTo(1);
      assertThat(up.err()).contains("port " + taken.getLocalPort()).contains("--port-base");
      assertThat(Files.exists(Path.of(dir, "admin-1.pid"))).isFalse();
    }
  }

  private static ProcessHandle process(String dir, String name) throws IOException {
    long pid = Long.parseLong(Files.readString(Path.of(dir, name + ".pid")).strip());
    return ProcessHandle.of(pid).orElseThrow();
  }
}
