package io.feige.protocol.model;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** Credentials in the form that their scheme gives them. Never shown, compared in constant time. */
public final class Secret {
  /** No credentials. */
  public static final Secret NONE = new Secret(new byte[0]);

  private final byte[] bytes;

  private Secret(byte[] bytes) {
    this.bytes = bytes;
  }

  /** A secret of a copy of the bytes. */
  public static Secret of(byte[] bytes) {
    return bytes.length == 0 ? NONE : new Secret(bytes.clone());
  }

  /** A secret of a text's UTF-8 bytes. */
  public static Secret of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A copy of the bytes. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** Number of bytes. */
  public int length() {
    return bytes.length;
  }

  /** Takes as long whatever the difference is. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Secret that && MessageDigest.isEqual(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Secret.class.hashCode();
  }

  @Override
  public String toString() {
    return length() == 0 ? "no secret" : "secret";
  }
}
