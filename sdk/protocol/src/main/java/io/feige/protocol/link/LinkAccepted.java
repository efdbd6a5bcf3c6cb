package io.feige.protocol.link;

import io.feige.protocol.model.Range;

/**
 * The acceptor proves in turn that it knows the cluster's secret: the link is open.
 *
 * @param proof of {@link LinkToken#PROOF_BYTES}, made by {@link LinkKey}
 */
public record LinkAccepted(LinkToken proof) implements LinkHandshake {
  /**
   * Refuses what is out of range.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public LinkAccepted {
    Range.require("length of proof", proof.length(), LinkToken.PROOF_BYTES, LinkToken.PROOF_BYTES);
  }
}
