package io.feige.client.internal.net;

import io.feige.protocol.codec.Asked;
import io.feige.protocol.codec.CommandDecoder;
import io.feige.protocol.codec.CommandEncoder;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.FindRoute;
import io.feige.protocol.command.ListNodes;
import io.feige.protocol.command.Ping;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.error.MalformedFrameException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/** The protocol's codec with the version of one connection. */
final class WireCodec {
  /** Where the correlation id stands in a frame. */
  static final int CORRELATION_AT = 8;

  /** What a node may send before the handshake is done. */
  static final int MAX_HANDSHAKE_BYTES = FrameHeader.MAX_BODY_BYTES_BEFORE_HANDSHAKE;

  /** What a node may send afterwards at least. */
  static final int DEFAULT_FRAME_BYTES = FrameHeader.DEFAULT_MAX_BODY_BYTES;

  /** By how much an answer with a whole stored frame may exceed the largest request. */
  static final int SLACK_BYTES = 1024 * 1024;

  private static final int FIRST_BYTES = 256;

  private int version = 1;
  private String user = "";

  void version(int agreed) {
    version = agreed;
  }

  void actingFor(String name) {
    user = name;
  }

  ByteBuf encode(ByteBufAllocator allocator, int correlation, Request request) {
    int batchBytes = request instanceof Publish publish ? publish.batch().readableBytes() : 0;
    ByteBuf out = allocator.ioBuffer(FIRST_BYTES + batchBytes);
    try {
      CommandEncoder.request(version, correlation, new Asked(userOf(request), request), out);
      return out;
    } catch (RuntimeException e) {
      out.release();
      throw e;
    }
  }

  /** Where to go, and whether somebody is there, everybody may ask, Admins too. */
  private String userOf(Request request) {
    return request instanceof FindRoute || request instanceof ListNodes || request instanceof Ping
        ? ""
        : user;
  }

  /** Reads a whole frame, whose length the frame reader has checked. */
  Answer decode(ByteBuf frame) {
    FrameHeader header = FrameHeader.read(frame);
    Refusal problem = header.refusal(Integer.MAX_VALUE, version);
    if (problem != null) {
      throw new MalformedFrameException(problem.code(), problem.message());
    }
    return CommandDecoder.answer(header, frame);
  }
}
