package io.feige.protocol.link;

import io.feige.protocol.model.Range;

/**
 * The acceptor's first word.
 *
 * @param version of the link's format, {@link #VERSION} here; a dialler that does not speak it
 *     hangs up
 * @param nonce of {@link LinkToken#NONCE_BYTES}, never used again
 */
public record LinkChallenge(int version, LinkToken nonce) implements LinkHandshake {
  /** The one version of the link's format that this build speaks. */
  public static final int VERSION = 1;

  /**
   * Refuses what is out of range.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public LinkChallenge {
    Range.require("version", version, 1, 255);
    Range.require("length of nonce", nonce.length(), LinkToken.NONCE_BYTES, LinkToken.NONCE_BYTES);
  }
}
