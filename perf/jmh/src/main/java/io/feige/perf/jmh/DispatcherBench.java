package io.feige.perf.jmh;

import io.feige.broker.core.group.BySession;
import io.feige.broker.core.group.Cursor;
import io.feige.broker.core.group.DispatchLimits;
import io.feige.broker.core.group.Dispatcher;
import io.feige.broker.core.group.Grant;
import io.feige.broker.core.group.Holders;
import io.feige.broker.core.group.PickLimit;
import io.feige.broker.core.group.Picked;
import io.feige.broker.core.group.SharedRoom;
import io.feige.broker.core.port.BatchLog;
import io.feige.broker.core.port.Now;
import io.feige.protocol.frame.FrameStamp;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.OrderMode;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A message is picked, leased and settled; frames of a hundred messages. */
@State(Scope.Thread)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DispatcherBench {
  private static final int MESSAGES = 100_000;
  private static final int RECORDS = 100;
  private static final long LEASE_NANOS = 30_000_000_000L;

  /** What a pull takes at most. */
  @Param({"1", "100"})
  public int pull;

  private final Frames log = new Frames();

  /** Makes the frames. */
  @Setup
  public void prepare() {
    log.prepare();
  }

  /** A group gets through a topic, one pull after the other. */
  @Benchmark
  @OperationsPerInvocation(MESSAGES)
  public long pickAndSettle() {
    Cursor cursor = new Cursor(1, 0);
    DispatchLimits limits = DispatchLimits.ofEach(10_000, 10_000);
    Dispatcher dispatcher =
        new Dispatcher(1, OrderMode.NONE, cursor, limits, new SharedRoom(Long.MAX_VALUE), log);
    dispatcher.handed().opened(MESSAGES);
    Holders holders = new Holders(1, 1, new BySession<>());
    Grant grant =
        new Grant(holders.pulls(7, "consumer-1", 1), LeaseStage.UNSTARTED, LEASE_NANOS, 0);
    PickLimit limit = new PickLimit(pull, 1 << 20, grant);
    Now now = new Now(1, Batches.TIME);
    long settled = 0;
    while (settled < MESSAGES) {
      Picked picked = dispatcher.pick(limit, MESSAGES, log, now);
      if (picked.messages() == 0) {
        throw new IllegalStateException("nothing was picked after " + settled);
      }
      long last = settled + picked.messages() - 1;
      cursor.settle(settled, last);
      dispatcher.settled(settled, last);
      settled = last + 1;
    }
    return settled;
  }

  /** A topic in memory. */
  private static final class Frames implements BatchLog {
    private final StoredFrame[] frames = new StoredFrame[MESSAGES / RECORDS];

    void prepare() {
      ByteBuffer batch = Batches.of(RECORDS, 128);
      for (int i = 0; i < frames.length; i++) {
        ByteBuffer bytes = ByteBuffer.allocate(StoredFrame.HEADER_BYTES + batch.limit());
        bytes.put(StoredFrame.HEADER_BYTES, batch, 0, batch.limit());
        FrameStamp stamp = FrameStamp.messages(0, 1, Batches.TIME, (long) i * RECORDS, 0, RECORDS);
        StoredFrame.writeHeader(bytes, 0, stamp, 0, batch.limit());
        frames[i] = StoredFrame.at(bytes, 0);
      }
    }

    @Override
    public @Nullable StoredFrame find(int partition, long offset) {
      return offset >= MESSAGES ? null : frames[(int) (offset / RECORDS)];
    }

    @Override
    public StoredFrame at(long position) {
      throw new IllegalStateException("nothing asks for a position");
    }

    @Override
    public long firstOffset(int partition) {
      return 0;
    }

    @Override
    public long offsetAtTime(int partition, long millis) {
      return -1;
    }

    @Override
    public long bytes(int partition) {
      return 0;
    }
  }
}
