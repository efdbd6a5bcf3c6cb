package io.feige.broker.core;

import java.lang.management.ManagementFactory;
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

  private static long used() {
    for (int i = 0; i < 3; i++) {
      ManagementFactory.getMemoryMXBean().gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
