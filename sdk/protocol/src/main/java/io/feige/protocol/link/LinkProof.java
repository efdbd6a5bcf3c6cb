package io.feige.protocol.link;

import io.feige.protocol.model.Range;

/**
 * The dialler proves that it knows the cluster's secret, and says who it is.
 *
 * @param nonce of {@link LinkToken#NONCE_BYTES}, never used again
 * @param proof of {@link LinkToken#PROOF_BYTES}, made by {@link LinkKey}
 * @param node the dialler's name
 * @param pair whose journal it wants to copy
 */
public record LinkProof(LinkToken nonce, LinkToken proof, String node, String pair)
    implements LinkHandshake {
  /**
   * Refuses what is out of range.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public LinkProof {
    Range.require("length of nonce", nonce.length(), LinkToken.NONCE_BYTES, LinkToken.NONCE_BYTES);
    Range.require("length of proof", proof.length(), LinkToken.PROOF_BYTES, LinkToken.PROOF_BYTES);
    Range.requireName("node", node);
    Range.requireName("pair", pair);
  }
}
