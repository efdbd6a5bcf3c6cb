package io.feige.perf.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a broker's processes have used so far.
 *
 * @param mebibytes of memory of their own: pages of files that they have mapped are the system's
 */
record ServerCost(double cpuSeconds, long mebibytes) {
  static ServerCost of(List<ProcessHandle> processes) {
    double seconds =
        processes.stream()
            .mapToDouble(one -> one.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9)
            .sum();
    return new ServerCost(seconds, processes.stream().mapToLong(ServerCost::kibibytes).sum() >> 10);
  }

  private static long kibibytes(ProcessHandle process) {
    try (Stream<String> lines = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
      return lines
          .filter(line -> line.startsWith("RssAnon:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
          .sum();
    } catch (IOException gone) {
      return 0;
    }
  }
}
