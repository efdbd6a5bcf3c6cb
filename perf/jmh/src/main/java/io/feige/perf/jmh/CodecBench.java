package io.feige.perf.jmh;

import io.feige.protocol.ProtocolVersion;
import io.feige.protocol.codec.CommandDecoder;
import io.feige.protocol.codec.CommandEncoder;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.command.HoldsBuffers;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Settle;
import io.feige.protocol.model.Durability;
import io.feige.protocol.model.Verdict;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The two requests that every message costs, from and to bytes. */
@State(Scope.Thread)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CodecBench {
  private static final int VERSION = ProtocolVersion.MAX;

  private final ByteBuf out = Unpooled.directBuffer(1 << 16);
  private final Publish publish =
      new Publish(
          "orders", 3, Durability.REPLICATED, 0, Unpooled.wrappedBuffer(Batches.of(1, 128)));
  private final Settle settle =
      new Settle("orders", 3, "billing", "consumer-1", 7, 1, List.of(Verdict.ack(0, 99, 1)));
  private ByteBuf publishFrame = Unpooled.EMPTY_BUFFER;
  private ByteBuf settleFrame = Unpooled.EMPTY_BUFFER;

  /** Makes the frames that are read. */
  @Setup
  public void prepare() {
    publishFrame = Unpooled.directBuffer(1 << 10);
    CommandEncoder.request(VERSION, 1, publish, publishFrame);
    settleFrame = Unpooled.directBuffer(1 << 10);
    CommandEncoder.request(VERSION, 1, settle, settleFrame);
  }

  /** A publish of one message becomes a frame. */
  @Benchmark
  public int writePublish() {
    CommandEncoder.request(VERSION, 1, publish, out.clear());
    return out.writerIndex();
  }

  /** And is read. */
  @Benchmark
  public Request readPublish() {
    return read(publishFrame);
  }

  /** The acks of a hundred messages become a frame. */
  @Benchmark
  public int writeSettle() {
    CommandEncoder.request(VERSION, 1, settle, out.clear());
    return out.writerIndex();
  }

  /** And are read. */
  @Benchmark
  public Request readSettle() {
    return read(settleFrame);
  }

  private static Request read(ByteBuf frame) {
    frame.readerIndex(0);
    Request request = CommandDecoder.request(FrameHeader.read(frame), frame);
    if (request instanceof HoldsBuffers holder) {
      holder.releaseBuffers();
    }
    return request;
  }
}
