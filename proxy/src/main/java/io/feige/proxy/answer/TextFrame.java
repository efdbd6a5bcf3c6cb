package io.feige.proxy.answer;

import java.nio.ByteBuffer;

/**
 * A text as it goes over WebSocket (RFC 6455, section 5.2): whole in one frame, and without a mask,
 * because it is a server's. What many are told is written so once.
 */
public final class TextFrame {
  /** The last of its message, and text. */
  private static final byte WHOLE_TEXT = (byte) 0x81;

  private static final int MOST_IN_A_BYTE = 125;
  private static final byte TWO_BYTES_FOLLOW = 126;
  private static final byte EIGHT_BYTES_FOLLOW = 127;
  private static final int MOST_IN_TWO_BYTES = 0xffff;

  private TextFrame() {}

  /** The frame of a text in UTF-8. */
  public static byte[] of(byte[] text) {
    ByteBuffer frame = ByteBuffer.allocate(headBytes(text.length) + text.length);
    frame.put(WHOLE_TEXT);
    if (text.length <= MOST_IN_A_BYTE) {
      frame.put((byte) text.length);
    } else if (text.length <= MOST_IN_TWO_BYTES) {
      frame.put(TWO_BYTES_FOLLOW).putShort((short) text.length);
    } else {
      frame.put(EIGHT_BYTES_FOLLOW).putLong(text.length);
    }
    return frame.put(text).array();
  }

  private static int headBytes(int length) {
    if (length <= MOST_IN_A_BYTE) {
      return 2;
    }
    return length <= MOST_IN_TWO_BYTES ? 4 : 10;
  }
}
