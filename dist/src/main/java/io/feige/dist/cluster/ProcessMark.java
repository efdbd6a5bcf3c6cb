package io.feige.dist.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * An argument in the command line of a process that tells it from all others, because the system
 * may give the number of one that has ended to another.
 *
 * @param argument the whole of it
 */
record ProcessMark(String argument) {
  private static final long LOOK_NANOS = 2_000_000;

  /** The system says the time of a process's start with an error of up to a second. */
  private static final Duration YOUNG = Duration.ofSeconds(3);

  /**
   * Whether the process has the mark. While one program gives way to the next in a process that is
   * being started, its arguments are not there, or only the first bytes of them; so a young process
   * without the mark is looked at again.
   */
  boolean isOn(ProcessHandle process) {
    while (!arguments(process).contains(argument)) {
      if (!process.isAlive() || !isYoung(process)) {
        return false;
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
    return true;
  }

  private static boolean isYoung(ProcessHandle process) {
    Instant old = Instant.now().minus(YOUNG);
    return process.info().startInstant().filter(old::isBefore).isPresent();
  }

  private static List<String> arguments(ProcessHandle process) {
    try {
      byte[] zeroEnded = Files.readAllBytes(Path.of("/proc/" + process.pid() + "/cmdline"));
      return List.of(new String(zeroEnded, StandardCharsets.UTF_8).split("\0", -1));
    } catch (IOException noSuchSystem) {
      return List.of(process.info().arguments().orElse(new String[0]));
    }
  }
}
