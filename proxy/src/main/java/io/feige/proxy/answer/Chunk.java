package io.feige.proxy.answer;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A part of an answer as it goes over HTTP/1.1 (RFC 9112, section 7.1). What many are told is
 * written so once.
 */
public final class Chunk {
  private static final byte[] END = {'\r', '\n'};

  private Chunk() {}

  /**
   * The chunk of some bytes; there must be one at least, because an empty chunk ends the answer.
   */
  public static byte[] of(byte[] bytes) {
    byte[] size = Integer.toHexString(bytes.length).getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(size.length + bytes.length + 2 * END.length)
        .put(size)
        .put(END)
        .put(bytes)
        .put(END)
        .array();
  }
}
