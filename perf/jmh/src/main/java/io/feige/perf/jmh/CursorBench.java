package io.feige.perf.jmh;

import io.feige.broker.core.group.Cursor;
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

/** Acks move a group's cursor: in order, and with gaps that messages under way have left. */
@State(Scope.Thread)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CursorBench {
  /** Messages below the newest ones that are not acked yet, every second one. */
  @Param({"0", "1000", "10000"})
  public int gaps;

  private Cursor cursor = new Cursor(1, 0);
  private long next;

  /** Leaves the gaps. */
  @Setup
  public void prepare() {
    cursor = new Cursor(1, 0);
    for (int i = 0; i < gaps; i++) {
      cursor.settle(2L * i + 1, 2L * i + 1);
    }
    next = 2L * gaps;
  }

  /** The ack of the next message. */
  @Benchmark
  public Cursor ack() {
    cursor.settle(next, next);
    next++;
    return cursor;
  }

  /** Whether a message is settled. */
  @Benchmark
  public boolean isSettled() {
    return cursor.isSettled(gaps);
  }
}
