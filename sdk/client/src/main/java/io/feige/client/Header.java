package io.feige.client;

import io.feige.protocol.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A name and a value that travel with a message beside its body. Names may occur more than once;
 * their order is kept.
 */
public final class Header {
  private final String name;
  private final byte[] value;

  /**
   * A header.
   *
   * @param name any text
   * @param value any bytes; not copied, so they must not change while the message is in use
   */
  public Header(String name, byte[] value) {
    this.name = name;
    this.value = value;
  }

  /**
   * A header with a text value, stored as UTF-8.
   *
   * @throws IllegalArgumentException the value holds half of a surrogate pair
   */
  public static Header of(String name, String value) {
    return new Header(name, Utf8.encode(value));
  }

  /** The name. */
  public String name() {
    return name;
  }

  /** The value's bytes, not a copy. */
  public byte[] value() {
    return value;
  }

  /** The value read as UTF-8. */
  public String text() {
    return new String(value, StandardCharsets.UTF_8);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Header header
        && name.equals(header.name)
        && Arrays.equals(value, header.value);
  }

  @Override
  public int hashCode() {
    return 31 * name.hashCode() + Arrays.hashCode(value);
  }

  @Override
  public String toString() {
    return name + "=" + text();
  }
}
