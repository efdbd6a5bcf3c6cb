package io.feige.broker.server.boot;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.feige.broker.server.ops.LogId;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends this process as a crash would, and starts it again: the kernel replaces it by one that runs
 * the same command (execve). Threads stop where they are, nothing is flushed, and all files and
 * sockets are closed, as by SIGKILL; what differs is that the process keeps its number, and that
 * there is no moment in which nobody is there to start it. So whoever looks after the process (a
 * shell, systemd, a container) does not have to do anything.
 */
final class SelfRestart {
  private static final Logger LOG = LoggerFactory.getLogger(SelfRestart.class);

  /** Behind standard input, output and error, which stay open. */
  private static final int FIRST_OWN_DESCRIPTOR = 3;

  private static final int ALL_DESCRIPTORS = -1;

  /** CLOSE_RANGE_CLOEXEC: they are closed by the replacement, and stay open if it fails. */
  private static final int CLOSE_WHEN_REPLACED = 4;

  private SelfRestart() {}

  /** Does not return, unless it cannot be done; then nothing has changed. */
  static void now() {
    try {
      replace(Files.readAllBytes(Path.of("/proc/self/cmdline")));
    } catch (IOException | IllegalStateException e) {
      refuse(String.valueOf(e.getMessage()));
    }
  }

  /** Says that it is not done. */
  static void refuse(String why) {
    LOG.error("{} the drill is refused, nothing was changed: {}", LogId.DRILL_REFUSED, why);
  }

  /**
   * @param command arguments, each with a zero behind it
   */
  private static void replace(byte[] command) throws IOException {
    String program = Path.of("/proc/self/exe").toRealPath().toString();
    Linker linker = Linker.nativeLinker();
    MethodHandle closeRange =
        function(
            linker, "close_range", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
    MethodHandle execute =
        function(linker, "execv", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment path = arena.allocateFrom(program);
      MemorySegment arguments = arguments(arena, command);
      int closed =
          (int) closeRange.invokeExact(FIRST_OWN_DESCRIPTOR, ALL_DESCRIPTORS, CLOSE_WHEN_REPLACED);
      if (closed != 0) {
        throw new IllegalStateException(
            "the kernel does not know CLOSE_RANGE_CLOEXEC (Linux 5.11)");
      }
      int code = (int) execute.invokeExact(path, arguments);
      throw new IllegalStateException("execv of " + program + " answers " + code);
    } catch (IllegalStateException e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e.toString(), e);
    }
  }

  @SuppressWarnings("restricted") // The launcher enables native access, which Netty needs, too.
  private static MethodHandle function(Linker linker, String name, FunctionDescriptor type) {
    SymbolLookup library = linker.defaultLookup();
    return library
        .find(name)
        .map(address -> linker.downcallHandle(address, type))
        .orElseThrow(() -> new IllegalStateException("the C library has no " + name));
  }

  private static MemorySegment arguments(Arena arena, byte[] command) {
    MemorySegment text = arena.allocateFrom(JAVA_BYTE, command);
    List<MemorySegment> each = new ArrayList<>();
    int begin = 0;
    for (int i = 0; i < command.length; i++) {
      if (command[i] == 0) {
        each.add(text.asSlice(begin));
        begin = i + 1;
      }
    }
    MemorySegment array = arena.allocate(MemoryLayout.sequenceLayout(each.size() + 1L, ADDRESS));
    for (int i = 0; i < each.size(); i++) {
      array.setAtIndex(ADDRESS, i, each.get(i));
    }
    array.setAtIndex(ADDRESS, each.size(), MemorySegment.NULL);
    return array;
  }
}
