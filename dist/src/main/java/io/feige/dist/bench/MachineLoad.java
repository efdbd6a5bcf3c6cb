package io.feige.dist.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What else the machine was doing.
 *
 * @param processors that this JVM sees
 * @param loadAverage runnable processes over the last minute; -1 if the system does not say
 */
record MachineLoad(int processors, double loadAverage, String processor, String os, String java) {
  static MachineLoad now() {
    var system = ManagementFactory.getOperatingSystemMXBean();
    return new MachineLoad(
        system.getAvailableProcessors(),
        system.getSystemLoadAverage(),
        processorName(),
        system.getName() + " " + system.getVersion(),
        Runtime.version().toString());
  }

  String words() {
    return processors
        + " processors ("
        + processor
        + "), load average "
        + loadAverage
        + ", "
        + os
        + ", Java "
        + java;
  }

  private static String processorName() {
    try (var lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .findFirst()
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .orElse("unknown");
    } catch (IOException unknown) {
      return "unknown";
    }
  }
}
