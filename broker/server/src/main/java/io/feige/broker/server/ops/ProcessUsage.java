package io.feige.broker.server.ops;

import com.sun.management.UnixOperatingSystemMXBean;
import io.feige.protocol.model.NodeUsage;
import io.netty.util.internal.PlatformDependent;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;

/** What this process uses of memory and files. Any thread. */
public final class ProcessUsage {
  private static final String DIRECT = "direct";

  private ProcessUsage() {}

  /**
   * As it is now.
   *
   * @param metrics of the node, which count connections and times
   * @param maxConnections how many connections of clients are taken
   */
  public static NodeUsage now(NodeMetrics metrics, int maxConnections) {
    MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    long openFiles = NodeUsage.UNKNOWN;
    long maxOpenFiles = NodeUsage.UNKNOWN;
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix) {
      openFiles = unix.getOpenFileDescriptorCount();
      maxOpenFiles = unix.getMaxFileDescriptorCount();
    }
    RecentTimes.Percentiles confirms = metrics.confirms();
    return new NodeUsage(
        heap.getUsed(),
        Runtime.getRuntime().maxMemory(),
        directBytes(),
        PlatformDependent.maxDirectMemory(),
        openFiles,
        maxOpenFiles,
        metrics.connections(),
        maxConnections,
        confirms.p50Micros(),
        confirms.p99Micros());
  }

  /** Netty counts what it allocates past the JVM's pool, or leaves all of it to that pool. */
  private static long directBytes() {
    long pool =
        ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(each -> each.getName().equals(DIRECT))
            .mapToLong(BufferPoolMXBean::getMemoryUsed)
            .sum();
    return pool + Math.max(0, PlatformDependent.usedDirectMemory());
  }
}
