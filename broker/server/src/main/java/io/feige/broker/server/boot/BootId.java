package io.feige.broker.server.boot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** Tells one start of the machine from another: after a restart unsynced bytes may be gone. */
final class BootId {
  private static final Path LINUX = Path.of("/proc/sys/kernel/random/boot_id");

  private BootId() {}

  /** The machine's; where it has none, one that holds for this process alone. */
  static String read() {
    try {
      return Files.readString(LINUX).strip();
    } catch (IOException e) {
      // Without one every start must count as a start of the machine: the safe side.
      return UUID.randomUUID().toString();
    }
  }
}
