package io.feige.protocol.codec;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/**
 * Reads mutated bytes for as long as it is told to. {@code main} takes the seconds and, for a
 * replay, the seed; it exits with 1 if there was a finding.
 */
public final class CodecFuzz {
  private static final int MAX_FINDINGS = 10;
  private static final long MEMORY_PER_BYTE = 64;
  private static final long MEMORY_ANYWAY = 16 * 1024;
  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final FuzzTarget target;
  private final Mutator mutator;
  private final List<String> findings = new ArrayList<>();
  private long iterations;

  CodecFuzz(FuzzTarget target, long seed) {
    this.target = target;
    this.mutator = new Mutator(new Random(seed), target.valid());
  }

  /** Runs for so many iterations or until there are too many findings. */
  void run(int count) {
    for (int i = 0; i < count && findings.size() < MAX_FINDINGS; i++) {
      byte[] bytes = mutator.next();
      byte[] given = bytes.clone();
      try {
        if (!isFrugal(bytes) && !isFrugal(given.clone())) {
          throw new AssertionError("too much memory for " + given.length + " bytes");
        }
      } catch (RuntimeException | Error e) {
        findings.add(target + " " + e + " with " + HexFormat.of().formatHex(given));
      }
      iterations++;
    }
  }

  List<String> findings() {
    return findings;
  }

  /**
   * False at first sight may be a class that was loaded; it says nothing until it happens twice.
   */
  private boolean isFrugal(byte[] bytes) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    target.read(bytes);
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    return allocated <= MEMORY_ANYWAY + MEMORY_PER_BYTE * bytes.length;
  }

  /** Seconds, 60 by default, then the seed. */
  public static void main(String[] args) {
    long seconds = args.length > 0 ? Long.parseLong(args[0]) : 60;
    long seed = args.length > 1 ? Long.parseLong(args[1]) : System.nanoTime();
    System.out.println("seed " + seed + ", " + seconds + " s");
    List<CodecFuzz> runs = new ArrayList<>();
    for (FuzzTarget target : FuzzTarget.values()) {
      runs.add(new CodecFuzz(target, seed));
    }
    long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
    while (System.nanoTime() - end < 0) {
      runs.forEach(run -> run.run(10_000));
    }
    long found = 0;
    for (CodecFuzz run : runs) {
      System.out.printf(
          "%-12s %,d iterations, %d findings%n", run.target, run.iterations, run.findings.size());
      run.findings.forEach(System.out::println);
      found += run.findings.size();
    }
    System.exit(found == 0 ? 0 : 1);
  }
}
