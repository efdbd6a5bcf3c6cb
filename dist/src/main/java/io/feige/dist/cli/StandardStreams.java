package io.feige.dist.cli;

import java.io.BufferedOutputStream;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The terminal of this process. */
public final class StandardStreams {
  private static final int OUT_BUFFER_BYTES = 1 << 16;

  private StandardStreams() {}

  /** Standard input, output and error, without the decoding that {@code System.out} does. */
  public static Terminal terminal() {
    return new Terminal(
        new FileInputStream(FileDescriptor.in),
        new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), OUT_BUFFER_BYTES),
        new PrintStream(new FileOutputStream(FileDescriptor.err), false, StandardCharsets.UTF_8),
        isTerminal(1),
        isTerminal(2));
  }

  /** Java knows only whether input and output both are terminals, so Linux is asked by itself. */
  private static boolean isTerminal(int descriptor) {
    Path link = Path.of("/proc/self/fd/" + descriptor);
    if (Files.exists(Path.of("/proc/self/fd"))) {
      try {
        String target = Files.readSymbolicLink(link).toString();
        return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
      } catch (IOException closed) {
        return false;
      }
    }
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
  }
}
