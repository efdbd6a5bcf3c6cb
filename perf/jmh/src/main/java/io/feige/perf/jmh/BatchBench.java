package io.feige.perf.jmh;

import io.feige.protocol.Crc32c;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.BatchReader;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Decompressor;
import java.nio.ByteBuffer;
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
import org.openjdk.jmh.infra.Blackhole;

/** A producer's batch is written, checked by the node, and read by a consumer. */
@State(Scope.Thread)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BatchBench {
  /** Records of a batch. */
  @Param({"1", "100"})
  public int records;

  /** Bytes of a body. */
  @Param({"128", "1024"})
  public int bodyBytes;

  private final BatchWriter writer = Batches.writer();
  private byte[] body = {};
  private ByteBuffer batch = ByteBuffer.allocate(0);

  /** Makes the batch that is read. */
  @Setup
  public void prepare() {
    body = new byte[bodyBytes];
    batch = Batches.of(records, bodyBytes);
  }

  /** The client's side of a publish. */
  @Benchmark
  public ByteBuffer write() {
    return Batches.write(writer, records, body);
  }

  /** What the node looks at before it stores a batch. */
  @Benchmark
  public boolean check() {
    return BatchHead.at(batch, 0).problem() == null;
  }

  /** Its checksum alone. */
  @Benchmark
  public int crc() {
    return Crc32c.of(batch, BatchHead.CHECKED_FROM, batch.limit() - BatchHead.CHECKED_FROM);
  }

  /** The client's side of a delivery: every record and its body. */
  @Benchmark
  public void read(Blackhole hole) {
    BatchReader reader = BatchReader.open(BatchHead.at(batch, 0), Decompressor.NONE, 1 << 20);
    for (int i = 0; i < reader.recordCount(); i++) {
      hole.consume(reader.record(i).body());
    }
  }
}
