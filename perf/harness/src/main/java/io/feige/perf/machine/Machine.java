package io.feige.perf.machine;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What the machine is, and how busy it is.
 *
 * @param processors that this process may use
 * @param loadAverage processes that want to run, over the last minute; -1 if that is not known
 */
public record Machine(
    LocalDate day,
    int processors,
    String processor,
    long memoryMebibytes,
    String system,
    String java,
    double loadAverage) {
  /** This machine, now. */
  public static Machine now() {
    var system = ManagementFactory.getOperatingSystemMXBean();
    return new Machine(
        LocalDate.now(ZoneOffset.UTC),
        system.getAvailableProcessors(),
        valueOf("/proc/cpuinfo", "model name"),
        mebibytes(valueOf("/proc/meminfo", "MemTotal")),
        system.getName() + " " + system.getVersion(),
        Runtime.version().toString(),
        system.getSystemLoadAverage());
  }

  /** In a sentence. */
  public String words() {
    return String.format(
        Locale.ROOT,
        "%s: %d processors (%s), %,d MiB of memory, %s, Java %s, load average %.1f.",
        day,
        processors,
        processor,
        memoryMebibytes,
        system,
        java,
        loadAverage);
  }

  private static long mebibytes(String kibibytes) {
    String digits = kibibytes.replaceAll("[^0-9]", "");
    return digits.isEmpty() ? 0 : Long.parseLong(digits) / 1024;
  }

  private static String valueOf(String file, String name) {
    try (Stream<String> lines = Files.lines(Path.of(file))) {
      return lines
          .filter(line -> line.startsWith(name))
          .findFirst()
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .orElse("unknown");
    } catch (IOException e) {
      return "unknown";
    }
  }
}
