package io.feige.perf.jmh;

import io.feige.broker.journal.index.GrowingIndex;
import io.feige.protocol.frame.FrameStamp;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Where a message stands in a segment of 256 MiB. */
@State(Scope.Thread)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class IndexBench {
  private static final int SEGMENT_BYTES = 256 << 20;
  private static final int FRAME_BYTES = 256;

  /** Topics that take turns. */
  @Param({"1", "1000"})
  public int topics;

  private GrowingIndex index = new GrowingIndex();
  private int seed = 1;
  private int frames;

  /** Fills the segment. */
  @Setup
  public void prepare() {
    index = new GrowingIndex();
    frames = SEGMENT_BYTES / FRAME_BYTES;
    for (int i = 0; i < frames; i++) {
      add(index, i);
    }
  }

  private void add(GrowingIndex to, int number) {
    FrameStamp stamp = FrameStamp.messages(0, number % topics, Batches.TIME, number / topics, 0, 1);
    to.add(number * FRAME_BYTES, FRAME_BYTES, stamp);
  }

  /** A message somewhere in it is looked up. */
  @Benchmark
  public int find() {
    // Marsaglia's xorshift: somewhere else each time.
    seed ^= seed << 13;
    seed ^= seed >>> 17;
    seed ^= seed << 5;
    int number = Math.floorMod(seed, frames);
    int slot = index.slotOf(number % topics);
    return index.entryAtOrBelow(slot, number / topics);
  }
}
