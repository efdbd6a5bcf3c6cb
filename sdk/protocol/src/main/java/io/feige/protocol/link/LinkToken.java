package io.feige.protocol.link;

import java.security.MessageDigest;

/** Bytes that mean nothing by themselves: a nonce, or a proof. Compared in constant time. */
public final class LinkToken {
  /** Length of a nonce. */
  public static final int NONCE_BYTES = 16;

  /** Length of a proof. */
  public static final int PROOF_BYTES = 32;

  private final byte[] bytes;

  private LinkToken(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * A nonce of a copy of the bytes. Whoever makes one takes them from a secure random.
   *
   * @throws IllegalArgumentException if they are not {@link #NONCE_BYTES}
   */
  public static LinkToken nonce(byte[] bytes) {
    return of(bytes, NONCE_BYTES);
  }

  /**
   * A proof of a copy of the bytes.
   *
   * @throws IllegalArgumentException if they are not {@link #PROOF_BYTES}
   */
  public static LinkToken proof(byte[] bytes) {
    return of(bytes, PROOF_BYTES);
  }

  private static LinkToken of(byte[] bytes, int length) {
    if (bytes.length != length) {
      throw new IllegalArgumentException(
          "a token must have " + length + " bytes, not " + bytes.length);
    }
    return new LinkToken(bytes.clone());
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
    return other instanceof LinkToken that && MessageDigest.isEqual(bytes, that.bytes);
  }

  /** The same for all of a length: it must not tell about the bytes. */
  @Override
  public int hashCode() {
    return bytes.length;
  }

  @Override
  public String toString() {
    return "token of " + bytes.length + " bytes";
  }
}
