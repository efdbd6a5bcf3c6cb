package io.feige.protocol.link;

import io.feige.protocol.model.Range;

/**
 * The acceptor does not open the link, although the dialler knows the secret. The connection ends.
 *
 * @param why for people, at most {@link #MAX_WHY_LENGTH} characters; not proved to be the
 *     acceptor's, so nothing but trying again later follows from it
 */
public record LinkRefused(String why) implements LinkHandshake {
  /** The longest reason, in characters; whatever they are, they fit the frame. */
  public static final int MAX_WHY_LENGTH = 300;

  /**
   * Refuses what is out of range.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public LinkRefused {
    Range.requireLength("why", why, 0, MAX_WHY_LENGTH);
  }
}
