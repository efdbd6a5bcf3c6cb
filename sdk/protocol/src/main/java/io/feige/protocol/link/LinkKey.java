package io.feige.protocol.link;

import io.feige.protocol.Utf8;
import io.feige.protocol.model.Secret;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The cluster's secret as replication links use it: proofs are HMAC-SHA256 under it. What is proved
 * covers who proves it, both nonces, the format's version, and the dialler's node and pair; so a
 * proof is of no use on another connection, for another pair, or sent back to its maker.
 *
 * <p>Immutable; any thread may call. A proof does not stop somebody who sees it from trying likely
 * secrets at leisure: the secret has to be long and random.
 */
public final class LinkKey {
  private static final String ALGORITHM = "HmacSHA256";
  private static final String DIALLER = "feige link dialler";
  private static final String ACCEPTOR = "feige link acceptor";

  private final SecretKeySpec key;

  private LinkKey(SecretKeySpec key) {
    this.key = key;
  }

  /**
   * The key of a secret.
   *
   * @throws IllegalArgumentException if the secret is empty: it would keep nobody out
   */
  public static LinkKey of(Secret secret) {
    if (secret.length() == 0) {
      throw new IllegalArgumentException("a replication link needs a secret that is not empty");
    }
    return new LinkKey(new SecretKeySpec(secret.bytes(), ALGORITHM));
  }

  /** The dialler's answer to a challenge, with a nonce of its own. */
  public LinkProof prove(LinkChallenge challenge, LinkToken nonce, String node, String pair) {
    return new LinkProof(nonce, sign(DIALLER, challenge, nonce, node, pair), node, pair);
  }

  /** Whether the dialler that answers the challenge so knows the secret. */
  public boolean isProved(LinkChallenge challenge, LinkProof proof) {
    return sign(DIALLER, challenge, proof).equals(proof.proof());
  }

  /** The acceptor's answer to a proof that {@link #isProved}. */
  public LinkAccepted accept(LinkChallenge challenge, LinkProof proof) {
    return new LinkAccepted(sign(ACCEPTOR, challenge, proof));
  }

  /** Whether the acceptor that answers the proof so knows the secret. */
  public boolean isAccepted(LinkChallenge challenge, LinkProof proof, LinkAccepted accepted) {
    return sign(ACCEPTOR, challenge, proof).equals(accepted.proof());
  }

  private LinkToken sign(String role, LinkChallenge challenge, LinkProof proof) {
    return sign(role, challenge, proof.nonce(), proof.node(), proof.pair());
  }

  private LinkToken sign(
      String role, LinkChallenge challenge, LinkToken nonce, String node, String pair) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      update(mac, role);
      mac.update((byte) challenge.version());
      mac.update(challenge.nonce().bytes());
      mac.update(nonce.bytes());
      update(mac, node);
      update(mac, pair);
      return LinkToken.proof(mac.doFinal());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }

  /** Texts with their length before them, so that no two lists of texts give the same bytes. */
  private static void update(Mac mac, String text) {
    byte[] bytes = Utf8.encode(text);
    mac.update(ByteBuffer.allocate(Short.BYTES).putShort((short) bytes.length).flip());
    mac.update(bytes);
  }
}
