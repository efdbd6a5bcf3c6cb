package io.feige.protocol.batch;

import io.feige.protocol.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A named value beside a message's body. Names may repeat; the order is kept. */
public final class RecordHeader {
  private final String name;
  private final byte[] value;

  /**
   * A header.
   *
   * @param value taken as it is, not copied: do not change it afterwards
   */
  public RecordHeader(String name, byte[] value) {
    this.name = name;
    this.value = value;
  }

  /** A header whose value is text, in UTF-8. */
  public static RecordHeader of(String name, String value) {
    return new RecordHeader(name, Utf8.encode(value));
  }

  /** The name. */
  public String name() {
    return name;
  }

  /** The value's bytes, not a copy. */
  public byte[] value() {
    return value;
  }

  /** The value as UTF-8 text; what is not well-formed becomes a replacement character. */
  public String text() {
    return new String(value, StandardCharsets.UTF_8);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RecordHeader that
        && name.equals(that.name)
        && Arrays.equals(value, that.value);
  }

  @Override
  public int hashCode() {
    return 31 * name.hashCode() + Arrays.hashCode(value);
  }

  @Override
  public String toString() {
    return name + " (" + value.length + " bytes)";
  }
}
