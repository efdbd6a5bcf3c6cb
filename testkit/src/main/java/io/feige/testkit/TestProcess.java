package io.feige.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Sets up a process that runs tests, before the first of them, and notes when it ends what it took
 * of the processors. JUnit finds it as a service.
 */
public final class TestProcess implements LauncherSessionListener {
  private static final AtomicBoolean IS_SET_UP = new AtomicBoolean();
  private static final Path STAT = Path.of("/proc/self/stat");

  /** Of proc(5): utime, stime, cutime and cstime, counted from the one behind the name. */
  private static final int FIRST_TIME = 11;

  private static final int TIMES = 4;
  private static final double TICKS_OF_A_SECOND = 100;

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    if (IS_SET_UP.compareAndSet(false, true)) {
      Waits.setDefaults();
      String folder = System.getProperty("feige.times", "");
      if (!folder.isEmpty() && Files.exists(STAT)) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> note(Path.of(folder))));
      }
    }
  }

  private static void note(Path folder) {
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve(ProcessHandle.current().pid() + ".txt"), seconds() + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Of this process and those that it has started and that have ended. */
  private static double seconds() throws IOException {
    String stat = Files.readString(STAT);
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    long ticks = 0;
    for (int i = FIRST_TIME; i < FIRST_TIME + TIMES; i++) {
      ticks += Long.parseLong(fields[i]);
    }
    return ticks / TICKS_OF_A_SECOND;
  }
}
