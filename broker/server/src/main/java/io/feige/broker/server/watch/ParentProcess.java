package io.feige.broker.server.watch;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The process that started this one, as the kernel knows it (pidfd_open(2), Linux 5.3): its end is
 * told when all of its threads have ended, and of no other process, though its number be given
 * away. For one thread.
 */
final class ParentProcess {
  /** What was heard. */
  enum News {
    NOTHING,
    /** It has ended. */
    ENDED,
    /** It has closed this process's standard input: it wants no watch, or runs another program. */
    LET_GO
  }

  private static final long PIDFD_OPEN = 434;
  private static final int STANDARD_INPUT = 0;
  private static final short POLLIN = 1;
  private static final short POLLHUP = 16;
  private static final int POLLFD_BYTES = 8;
  private static final int EVENTS = 4;
  private static final int RETURNED = 6;
  private static final int IGNORED = -1;
  private static final int SIGHUP = 1;
  private static final int SIGINT = 2;
  private static final int SIGTERM = 15;
  private static final MemorySegment SIG_IGN = MemorySegment.ofAddress(1);

  private static final Linker LINKER = Linker.nativeLinker();
  private static final MethodHandle POLL =
      function("poll", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));

  private final MemorySegment polled = Arena.global().allocate(2L * POLLFD_BYTES, Integer.BYTES);

  private ParentProcess(int descriptor) {
    polled.set(JAVA_INT, 0, descriptor);
    polled.set(JAVA_SHORT, EVENTS, POLLIN);
    polled.set(JAVA_INT, POLLFD_BYTES, STANDARD_INPUT);
    polled.set(JAVA_SHORT, POLLFD_BYTES + EVENTS, (short) 0);
  }

  /**
   * The parent.
   *
   * @param expected its number, as it says itself
   * @throws IOException if it has ended already, or the kernel has no such descriptors
   */
  static ParentProcess open(long expected) throws IOException {
    MethodHandle system =
        function(
            "syscall",
            FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT),
            Linker.Option.firstVariadicArg(1));
    long descriptor = (long) call(() -> (long) system.invokeExact(PIDFD_OPEN, (int) expected, 0));
    // While it lives it stays the parent, so what was opened is that very process.
    long parent = parent();
    if (parent != expected) {
      throw new IOException("process " + expected + " is not the parent any more");
    }
    if (descriptor < 0) {
      throw new IOException("the kernel gives no descriptor of a process (Linux 5.3)");
    }
    return new ParentProcess((int) descriptor);
  }

  private static long parent() {
    MethodHandle getppid = function("getppid", FunctionDescriptor.of(JAVA_INT));
    return (int) call(() -> (int) getppid.invokeExact());
  }

  /** What ends the parent in an orderly way is meant for it alone: its end is still to be told. */
  static void outliveIt() {
    MethodHandle signal = function("signal", FunctionDescriptor.of(ADDRESS, JAVA_INT, ADDRESS));
    for (int each : new int[] {SIGHUP, SIGINT, SIGTERM}) {
      Object _ = call(() -> (MemorySegment) signal.invokeExact(each, SIG_IGN));
    }
  }

  /** Waits until there are news, or so long. */
  News await(int millis) {
    polled.set(JAVA_SHORT, RETURNED, (short) 0);
    polled.set(JAVA_SHORT, POLLFD_BYTES + RETURNED, (short) 0);
    int ready = (int) call(() -> (int) POLL.invokeExact(polled, 2L, millis));
    if (ready <= 0) {
      return News.NOTHING;
    }
    if ((polled.get(JAVA_SHORT, RETURNED) & POLLIN) != 0) {
      return News.ENDED;
    }
    if ((polled.get(JAVA_SHORT, POLLFD_BYTES + RETURNED) & POLLHUP) != 0) {
      polled.set(JAVA_INT, POLLFD_BYTES, IGNORED);
      return News.LET_GO;
    }
    return News.NOTHING;
  }

  private interface Native {
    Object call() throws Throwable;
  }

  private static Object call(Native function) {
    try {
      return function.call();
    } catch (Throwable e) {
      throw new IllegalStateException(e.toString(), e);
    }
  }

  @SuppressWarnings("restricted") // The command line enables native access.
  private static MethodHandle function(
      String name, FunctionDescriptor type, Linker.Option... options) {
    return LINKER
        .defaultLookup()
        .find(name)
        .map(address -> LINKER.downcallHandle(address, type, options))
        .orElseThrow(() -> new IllegalStateException("the C library has no " + name));
  }
}
