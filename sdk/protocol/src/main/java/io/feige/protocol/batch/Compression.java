package io.feige.protocol.batch;

import org.jspecify.annotations.Nullable;

/** How a batch's payload is compressed. The libraries are behind the ports, not in this module. */
public enum Compression {
  /** As it is. */
  NONE(0),
  /** One LZ4 block without a frame around it. */
  LZ4(1),
  /** One Zstandard frame. */
  ZSTD(2);

  private static final Compression[] BY_NUMBER = values();

  private final int number;

  Compression(int number) {
    this.number = number;
  }

  /** The number in the batch's header. */
  public int number() {
    return number;
  }

  /** The compression of a number, or null if there is none; any number may be asked for. */
  public static @Nullable Compression ofNumber(int number) {
    return number < 0 || number >= BY_NUMBER.length ? null : BY_NUMBER[number];
  }
}
