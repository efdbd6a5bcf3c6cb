package io.feige.protocol.cluster;

import io.feige.protocol.model.Range;

/**
 * What a replica asks of Admin. It is repeated in every report until its outcome is known; the
 * version makes that harmless.
 *
 * @param version of the pair's state that is to be changed
 * @param peer who is added or handed over to; with CANCEL, who was to be, or nobody; otherwise
 *     {@link Member#NONE}
 */
public record Ask(AskKind kind, int version, Member peer) {
  /** Asks for nothing. */
  public static final Ask NOTHING = new Ask(AskKind.NONE, 0, Member.NONE);

  /**
   * Refuses a peer where none belongs, and none where one does.
   *
   * @throws IllegalArgumentException naming the field
   */
  public Ask {
    Range.requireNotNegative("ask's version", version);
    boolean needsPeer = kind == AskKind.GROW || kind == AskKind.HAND_OVER;
    if (needsPeer && peer.isNone()) {
      throw new IllegalArgumentException("peer of " + kind + " must be somebody");
    }
    if ((kind == AskKind.NONE || kind == AskKind.SHRINK) && !peer.isNone()) {
      throw new IllegalArgumentException("peer of " + kind + " must be nobody");
    }
  }
}
