package io.feige.broker.core;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.ref.Reference;
import java.util.function.Supplier;

/** What things take of the heap. */
public final class HeapUse {
  private HeapUse() {}

  /** Of each of so many things that something makes, in bytes. */
  public static long ofEach(int count, Supplier<Object> things) {
    long before = used();
    Object made = things.get();
    try {
      return (used() - before) / count;
    } finally {
      Reference.reachabilityFence(made);
    }
  }

  /** Once no collection finds anything more. */
  private static long used() {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    long before = Long.MAX_VALUE;
    long now = Long.MAX_VALUE - 1;
    while (now < before) {
      before = now;
      memory.gc();
      memory.gc();
      now = memory.getHeapMemoryUsage().getUsed();
    }
    return now;
  }
}
