package io.feige.broker.server.ops;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * How much of a processor each of the node's own threads uses. It looks when somebody asks, once a
 * second at most, and compares with a look of ten seconds ago or, where nobody asked then, with the
 * last one before. A thread that was not there at that look is compared with the last look that it
 * was not seen in. Any thread.
 */
public final class ThreadTimes {
  private static final String OWN = "feige-";
  private static final long MIN_APART_NANOS = 1_000_000_000L;
  private static final long WINDOW_NANOS = 10_000_000_000L;
  private static final int ALL = 1_000;
  private static final Comparator<Busy> BUSIEST_FIRST =
      Comparator.comparingInt(Busy::permille).reversed().thenComparing(Busy::name);

  /**
   * What a thread uses.
   *
   * @param permille of one processor
   */
  public record Busy(String name, int permille) {}

  /** What a thread has used since it started. */
  record Used(String name, long cpuNanos) {}

  /** The threads at one moment, by their ids, which no other thread ever has. */
  private record Seen(long nanos, Map<Long, Used> threads) {
    Seen {
      threads = Map.copyOf(threads);
    }
  }

  private final LongSupplier clock;
  private final Supplier<Map<Long, Used>> threads;
  private final Deque<Seen> looks = new ArrayDeque<>();
  private List<Busy> last = List.of();

  /** Of this process, from now on. */
  public ThreadTimes() {
    this(System::nanoTime, ThreadTimes::ofProcess);
  }

  /**
   * @param clock in nanoseconds
   * @param threads those there are now
   */
  ThreadTimes(LongSupplier clock, Supplier<Map<Long, Used>> threads) {
    this.clock = clock;
    this.threads = threads;
    looks.add(new Seen(clock.getAsLong(), Map.of()));
  }

  /** All of the node's threads, the busiest first. */
  public synchronized List<Busy> look() {
    long now = clock.getAsLong();
    boolean isFirst = looks.size() == 1;
    if (isFirst || now - looks.getLast().nanos() >= MIN_APART_NANOS) {
      Seen seen = new Seen(now, threads.get());
      forgetOld(now);
      last = compare(seen);
      looks.add(seen);
    }
    return last;
  }

  /** The newest that is out of the window stays: what is in it may have begun just now. */
  private void forgetOld(long now) {
    while (looks.size() > 1 && now - second().nanos() >= WINDOW_NANOS) {
      looks.removeFirst();
    }
  }

  private Seen second() {
    return looks.stream().skip(1).findFirst().orElseThrow();
  }

  private List<Busy> compare(Seen seen) {
    List<Busy> busy = new ArrayList<>();
    seen.threads()
        .forEach((id, used) -> {
          Seen before = before(id);
          Used then = before.threads().get(id);
          long cpu = used.cpuNanos() - (then == null ? 0 : then.cpuNanos());
          long time = Math.max(1, seen.nanos() - before.nanos());
          busy.add(new Busy(used.name(), Math.clamp((long) ((double) cpu / time * ALL), 0, ALL)));
        });
    busy.sort(BUSIEST_FIRST);
    return List.copyOf(busy);
  }

  /** The oldest look, or the last one that a thread is missing in, which began behind it. */
  private Seen before(long id) {
    Seen before = looks.getFirst();
    for (Seen each : looks) {
      if (each.threads().containsKey(id)) {
        break;
      }
      before = each;
    }
    return before;
  }

  private static Map<Long, Used> ofProcess() {
    ThreadMXBean all = ManagementFactory.getThreadMXBean();
    Map<Long, Used> own = new HashMap<>();
    for (ThreadInfo thread : all.getThreadInfo(all.getAllThreadIds())) {
      // One that has ended meanwhile is null.
      if (thread != null && thread.getThreadName().startsWith(OWN)) {
        long cpuNanos = Math.max(0, all.getThreadCpuTime(thread.getThreadId()));
        own.put(thread.getThreadId(), new Used(thread.getThreadName(), cpuNanos));
      }
    }
    return own;
  }
}
