package io.feige.perf.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What Linux has counted of all processors since it started (proc(5), {@code /proc/stat}).
 *
 * @param all ticks of every kind
 * @param stolen ticks in which a processor of this machine was given to another one
 */
public record CpuTime(long all, long stolen) {
  private static final int STEAL = 7;
  private static final int KINDS = 8;

  /** What it has counted so far. */
  public static CpuTime now() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/stat"))) {
      String[] words = lines.findFirst().orElseThrow().split(" +");
      long[] ticks = Stream.of(words).skip(1).limit(KINDS).mapToLong(Long::parseLong).toArray();
      return new CpuTime(LongStream.of(ticks).sum(), ticks[STEAL]);
    }
  }

  /** Which share of the time since then was stolen, 0 to 1. */
  public double stolenSince(CpuTime then) {
    return (stolen - then.stolen) / (double) Math.max(1, all - then.all);
  }
}
