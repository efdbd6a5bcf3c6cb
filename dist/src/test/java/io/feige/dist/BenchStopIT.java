package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A measurement that is stopped with Ctrl-C. */
class BenchStopIT {
  @TempDir Path temporary;

  private static boolean isDatabase(ProcessHandle process) {
    return process.info().command().orElse("").endsWith("mariadbd");
  }

  @Test
  void ctrlCLeavesNeitherProcessesNorFiles() throws Exception {
    Path dir = temporary.resolve("measured");
    List<ProcessHandle> processes;
    try (ChildCommand bench =
        ChildCommand.start(
            temporary,
            "bench",
            "store",
            "--warmup",
            "1s",
            "--time",
            "1s",
            "--dir",
            dir.toString())) {
      await()
          .until(() ->
              bench.isEnded() || bench.processes().stream().anyMatch(BenchStopIT::isDatabase));
      processes = bench.processes();
      assertThat(processes).as(bench.err()).anyMatch(BenchStopIT::isDatabase);
      assertThat(dir).isNotEmptyDirectory();

      bench.interrupt();

      assertThat(bench.exitCode()).as(bench.err()).isEqualTo(130);
    }
    assertThat(dir).isEmptyDirectory();
    await().until(() -> processes.stream().noneMatch(ProcessHandle::isAlive));
  }
}
