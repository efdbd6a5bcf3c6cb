package io.feige.protocol.codec;

import io.feige.protocol.Crc32c;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.BatchReader;
import io.feige.protocol.batch.Compression;
import io.feige.protocol.batch.Decompressor;
import io.feige.protocol.batch.GoldenBatches;
import io.feige.protocol.command.Command;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.HoldsBuffers;
import io.feige.protocol.error.MalformedFrameException;
import io.feige.protocol.frame.GoldenStoredFrames;
import io.feige.protocol.frame.StoredFrame;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;

/** Everything in this module that reads bytes from elsewhere, and right bytes to begin with. */
enum FuzzTarget {
  /** Whole frames, through the header's checks. */
  FRAME {
    @Override
    List<byte[]> valid() {
      return GoldenCommandTest.all().map(Golden::bytes).toList();
    }

    @Override
    void read(byte[] bytes) {
      ByteBuf in = Unpooled.wrappedBuffer(bytes);
      if (bytes.length >= FrameHeader.BYTES) {
        FrameHeader header = FrameHeader.read(in);
        if (header.refusal(FrameHeader.DEFAULT_MAX_BODY_BYTES, 1) == null) {
          decode(header, in);
        }
      }
      checkReleased(in);
    }
  },

  /** Bodies read as whatever command and flags their first bytes say, so that none hides. */
  BODY {
    @Override
    List<byte[]> valid() {
      return GoldenCommandTest.all().map(Golden::bytes).map(FuzzTarget::withoutHeader).toList();
    }

    @Override
    void read(byte[] bytes) {
      ByteBuf in = Unpooled.wrappedBuffer(bytes);
      if (bytes.length >= 2) {
        int command = in.readUnsignedByte() % (CommandType.values().length + 1);
        int flags = FLAGS[in.readUnsignedByte() % FLAGS.length];
        decode(new FrameHeader(bytes.length - 2, 1, command, flags, 7), in);
      }
      checkReleased(in);
    }
  },

  /** Frames of an open replication link. */
  LINK {
    @Override
    List<byte[]> valid() {
      return GoldenLink.all().map(LinkGolden::rest).toList();
    }

    @Override
    void read(byte[] bytes) {
      decodeLink(bytes, LinkCodec::decode);
    }
  },

  /** Frames of a replication link whose peer has proved nothing. */
  LINK_HANDSHAKE {
    @Override
    List<byte[]> valid() {
      return GoldenLink.all().map(LinkGolden::rest).toList();
    }

    @Override
    void read(byte[] bytes) {
      decodeLink(bytes, LinkCodec::decodeHandshake);
    }
  },

  /** Batches, with the checksum made right so that what is behind it is reached. */
  BATCH {
    @Override
    List<byte[]> valid() {
      return GoldenBatches.all();
    }

    @Override
    void read(byte[] bytes) {
      ByteBuffer batch = ByteBuffer.wrap(bytes);
      BatchHead.at(batch, 0).crcProblem();
      BatchHead.at(batch, 0).columnsProblem();
      if (bytes.length >= BatchHead.HEADER_BYTES) {
        batch.putInt(BatchHead.LENGTH_AT, bytes.length);
        int covered = bytes.length - BatchHead.CHECKED_FROM;
        batch.putInt(BatchHead.CRC_AT, Crc32c.of(batch, BatchHead.CHECKED_FROM, covered));
      }
      readRecords(BatchHead.at(batch, 0));
    }
  },

  /** Journal frames, with the header's checksum made right. */
  STORED_FRAME {
    @Override
    List<byte[]> valid() {
      return GoldenStoredFrames.all();
    }

    @Override
    void read(byte[] bytes) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      StoredFrame.at(buffer, 0).headerProblem();
      StoredFrame.at(buffer, 0).extensionProblem();
      StoredFrame.at(buffer, 0).batchFitProblem();
      if (bytes.length >= StoredFrame.HEADER_BYTES) {
        int covered = StoredFrame.HEADER_BYTES - StoredFrame.CHECKED_FROM;
        buffer.putInt(
            StoredFrame.HEADER_CRC_AT, Crc32c.of(buffer, StoredFrame.CHECKED_FROM, covered));
      }
      StoredFrame frame = StoredFrame.at(buffer, 0);
      if (frame.problem() == null && frame.batchLength() > 0) {
        readRecords(frame.batch());
      }
    }
  };

  private static final int MAX_PAYLOAD_BYTES = 4_096;
  private static final int[] FLAGS = {
    0,
    FrameHeader.RESPONSE,
    FrameHeader.RESPONSE | FrameHeader.ERROR,
    FrameHeader.ACTING,
    FrameHeader.KEEPS_NAME
  };

  /** Right bytes. */
  abstract List<byte[]> valid();

  /** Reads bytes; whatever comes out of it is a finding. */
  abstract void read(byte[] bytes);

  private static void decode(FrameHeader header, ByteBuf body) {
    try {
      Command command =
          header.isAnswer()
              ? CommandDecoder.answer(header, body)
              : CommandDecoder.asked(header, body).request();
      if (command instanceof HoldsBuffers holder) {
        holder.releaseBuffers();
      }
    } catch (MalformedFrameException e) {
      if (e.sentence().isEmpty()) {
        throw new AssertionError("a refusal without a sentence", e);
      }
    }
  }

  private static void decodeLink(byte[] bytes, Consumer<ByteBuf> decoder) {
    ByteBuf in = Unpooled.wrappedBuffer(bytes);
    try {
      decoder.accept(in);
    } catch (MalformedFrameException e) {
      if (e.sentence().isEmpty()) {
        throw new AssertionError("a refusal without a sentence", e);
      }
    }
    checkReleased(in);
  }

  private static void checkReleased(ByteBuf in) {
    if (in.refCnt() != 1) {
      throw new AssertionError("a refused frame is held " + in.refCnt() + " times");
    }
  }

  private static void readRecords(BatchHead head) {
    try {
      BatchReader reader = BatchReader.open(head, FuzzTarget::decompress, MAX_PAYLOAD_BYTES);
      for (int i = 0; i < reader.recordCount(); i++) {
        reader.record(i);
      }
    } catch (MalformedFrameException e) {
      if (e.sentence().isEmpty()) {
        throw new AssertionError("a refusal without a sentence", e);
      }
    }
  }

  private static int decompress(Compression compression, ByteBuffer source, ByteBuffer target) {
    if (source.remaining() > target.remaining()) {
      return Decompressor.DAMAGED;
    }
    target.put(source);
    return target.position();
  }

  private static byte[] withoutHeader(byte[] frame) {
    byte[] body = new byte[frame.length - FrameHeader.BYTES + 2];
    body[0] = frame[5];
    body[1] = frame[7] == 3 ? 2 : frame[7];
    System.arraycopy(frame, FrameHeader.BYTES, body, 2, body.length - 2);
    return body;
  }
}
