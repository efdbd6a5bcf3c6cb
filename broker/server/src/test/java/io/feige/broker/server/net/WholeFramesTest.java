package io.feige.broker.server.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.MalformedFrameException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class WholeFramesTest {
  private static final int LIMIT = 1 << 20;

  @Test
  void framesAreTheSameHoweverTheyArrive() {
    byte[] stream = frames(0, 1, 7, 4_095, 4_096, 4_097, 100_000, 0, 0, 3);
    List<String> whole = taken(stream, stream.length);

    assertThat(whole).hasSize(10);
    for (int piece : new int[] {1, 2, 3, 4, 5, 63, 4_096, 65_536}) {
      assertThat(taken(stream, piece)).as("pieces of %d", piece).isEqualTo(whole);
    }
  }

  @Test
  void aLengthAboveTheLimitIsRefusedBeforeAnyOfItIsKept() {
    Collecting frames = new Collecting();
    EmbeddedChannel channel = new EmbeddedChannel(frames);
    ByteBuf header = Unpooled.buffer().writeInt(LIMIT + 1);

    channel.writeInbound(header);
    channel.writeInbound(Unpooled.wrappedBuffer(frames(3)));

    assertThat(frames.malformed).containsExactly(ErrorCode.FRAME_TOO_LARGE);
    assertThat(frames.taken).isEmpty();
    assertThat(header.refCnt()).isZero();
  }

  @Test
  void whatIsAnnouncedAndDoesNotComeCostsNoMemory() {
    Collecting frames = new Collecting();
    EmbeddedChannel channel = new EmbeddedChannel(frames);
    UnpooledByteBufAllocator memory = new UnpooledByteBufAllocator(true);
    channel.config().setAllocator(memory);

    channel.writeInbound(Unpooled.buffer().writeInt(LIMIT).writeZero(100));

    assertThat(memory.metric().usedDirectMemory()).isBetween(104L, 8_192L);
    channel.close().syncUninterruptibly();
    assertThat(memory.metric().usedDirectMemory()).isZero();
  }

  @Test
  void nothingIsTakenBehindAFrameThatStoppedIt() {
    Collecting frames = new Collecting();
    frames.stopsAfter = 2;
    EmbeddedChannel channel = new EmbeddedChannel(frames);

    channel.writeInbound(Unpooled.wrappedBuffer(frames(1, 2, 3, 4)));
    channel.writeInbound(Unpooled.wrappedBuffer(frames(5)));

    assertThat(frames.taken).hasSize(2);
  }

  private static List<String> taken(byte[] stream, int pieceBytes) {
    Collecting frames = new Collecting();
    EmbeddedChannel channel = new EmbeddedChannel(frames);
    for (int at = 0; at < stream.length; at += pieceBytes) {
      int bytes = Math.min(pieceBytes, stream.length - at);
      channel.writeInbound(Unpooled.copiedBuffer(stream, at, bytes));
    }
    assertThat(frames.malformed).isEmpty();
    return frames.taken;
  }

  private static byte[] frames(int... bodyLengths) {
    Random random = new Random(7);
    ByteBuf all = Unpooled.buffer();
    for (int length : bodyLengths) {
      byte[] body = new byte[length];
      random.nextBytes(body);
      all.writeInt(length).writeBytes(body);
    }
    return ByteBufUtil.getBytes(all);
  }

  private static final class Collecting extends WholeFrames {
    final List<String> taken = new ArrayList<>();
    final List<ErrorCode> malformed = new ArrayList<>();
    int stopsAfter = Integer.MAX_VALUE;

    Collecting() {
      super(Integer.BYTES);
    }

    @Override
    protected int bodyBytes(ByteBuf in, int at) {
      int length = in.getInt(at);
      if (length < 0 || length > LIMIT) {
        throw new MalformedFrameException(ErrorCode.FRAME_TOO_LARGE, "too large");
      }
      return length;
    }

    @Override
    protected void frame(ByteBuf frame) {
      taken.add(ByteBufUtil.hexDump(frame));
      if (taken.size() == stopsAfter) {
        stop();
      }
    }

    @Override
    protected void malformed(MalformedFrameException cause) {
      malformed.add(cause.code());
    }
  }
}
