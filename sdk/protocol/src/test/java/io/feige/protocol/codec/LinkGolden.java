package io.feige.protocol.codec;

import io.feige.protocol.Hex;
import io.feige.protocol.link.LinkHandshake;
import io.feige.protocol.link.LinkMessage;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;

/** A message of the replication link, of the handshake or after it, and its frame. */
record LinkGolden(Object message, String annotated) {
  byte[] bytes() {
    return Hex.bytes(annotated);
  }

  /** The bytes that follow the length. */
  byte[] rest() {
    byte[] frame = bytes();
    return Arrays.copyOfRange(frame, LinkCodec.LENGTH_BYTES, frame.length);
  }

  ByteBuf encode() {
    ByteBuf out = Unpooled.buffer();
    if (message instanceof LinkHandshake handshake) {
      LinkCodec.encode(handshake, out);
    } else {
      LinkCodec.encode((LinkMessage) message, out);
    }
    return out;
  }

  Object decode(byte[] rest) {
    ByteBuf in = Unpooled.wrappedBuffer(rest);
    return message instanceof LinkHandshake ? LinkCodec.decodeHandshake(in) : LinkCodec.decode(in);
  }

  @Override
  public String toString() {
    return message.getClass().getSimpleName();
  }
}
