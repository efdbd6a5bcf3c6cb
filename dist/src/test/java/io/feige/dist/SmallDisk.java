package io.feige.dist;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A disk of a few MiB, so that it can be filled. Its files are gone when it is closed. */
record SmallDisk(Path path) implements AutoCloseable {
  /** Mounts one; the test is skipped where nobody may. */
  static SmallDisk mount(Path at, int mebibytes) throws IOException, InterruptedException {
    Files.createDirectories(at);
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", size(mebibytes), "tmpfs", at.toString()),
        "no right to mount a small disk");
    return new SmallDisk(at);
  }

  private static String size(int mebibytes) {
    return "size=" + mebibytes + "m";
  }

  private static boolean run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
  }

  /** Makes room. */
  void growTo(int mebibytes) throws IOException, InterruptedException {
    if (!run("mount", "-o", "remount," + size(mebibytes), path.toString())) {
      throw new IOException("the small disk cannot be made larger");
    }
  }

  @Override
  public void close() throws IOException, InterruptedException {
    if (!run("umount", path.toString())) {
      throw new IOException("somebody still has files on the small disk");
    }
  }
}
