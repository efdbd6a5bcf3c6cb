package io.feige.perf.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A control group of Linux whose processes have the time of one processor together, as on a modest
 * machine or in a small container.
 */
public final class ModestMachine implements AutoCloseable {
  private static final Path ROOT = Path.of("/sys/fs/cgroup");
  private static final int PERIOD_MICROS = 100_000;
  private static final int LOOKS = 50;
  private static final int LOOK_MILLIS = 100;

  private final Path group;

  private ModestMachine(Path group) {
    this.group = group;
  }

  /**
   * Makes one.
   *
   * @throws IOException if that is not permitted here, or not possible
   */
  public static ModestMachine open() throws IOException {
    String name = "feige-" + ProcessHandle.current().pid();
    if (Files.exists(ROOT.resolve("cgroup.controllers"))) {
      Files.writeString(ROOT.resolve("cgroup.subtree_control"), "+cpu");
      Path group = Files.createDirectory(ROOT.resolve(name));
      Files.writeString(group.resolve("cpu.max"), PERIOD_MICROS + " " + PERIOD_MICROS);
      return new ModestMachine(group);
    }
    Path group = Files.createDirectory(ROOT.resolve("cpu").resolve(name));
    Files.writeString(group.resolve("cpu.cfs_period_us"), Integer.toString(PERIOD_MICROS));
    Files.writeString(group.resolve("cpu.cfs_quota_us"), Integer.toString(PERIOD_MICROS));
    return new ModestMachine(group);
  }

  /** A command that runs in it, with all that it starts. */
  public List<String> running(List<String> command) {
    List<String> all = new ArrayList<>();
    String processes = group.resolve("cgroup.procs").toString();
    all.addAll(List.of("sh", "-c", "echo $$ >\"$0\" && exec \"$@\"", processes));
    all.addAll(command);
    return all;
  }

  /** Removes it once all its processes have ended. */
  @Override
  public void close() throws IOException {
    for (int i = 0; i < LOOKS && !Files.readString(group.resolve("cgroup.procs")).isEmpty(); i++) {
      try {
        Thread.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
    Files.delete(group);
  }
}
