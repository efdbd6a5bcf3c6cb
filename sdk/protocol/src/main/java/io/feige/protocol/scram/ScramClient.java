package io.feige.protocol.scram;

import io.feige.protocol.model.Secret;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/**
 * The side that has the password, for one connection.
 *
 * <pre>
 * first()            -> the server
 * challenged(theirs) <- the server: salt and iterations, to be made a {@link SaltedPassword}
 * answer(password)   -> the server
 * checkServer(proof) <- the server
 * </pre>
 *
 * Not safe for several threads at once.
 */
public final class ScramClient {
  private static final int NONCE_BYTES = 18;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final String firstBare;
  private final String nonce;
  private String serverFirst = "";
  private String bothNonces = "";
  private Secret salt = Secret.NONE;
  private int iterations;
  private byte @Nullable [] serverSignature;

  /** An exchange for a user whose name follows the rule of names. */
  public ScramClient(String user) {
    this(user, Scram.base64(random()));
  }

  ScramClient(String user, String nonce) {
    this.nonce = nonce;
    this.firstBare = "n=" + user + ",r=" + nonce;
  }

  /** The first message. */
  public Secret first() {
    return Secret.of(Scram.GS2_HEADER + firstBare);
  }

  /**
   * Takes the server's first message.
   *
   * @throws ScramException if it is none, the second one, or asks for too little or too much work
   */
  public void challenged(Secret message) {
    if (!serverFirst.isEmpty()) {
      throw new ScramException("a challenge came already");
    }
    String[] fields = Scram.fields(message.bytes(), "rsi");
    serverFirst = new String(message.bytes(), StandardCharsets.UTF_8);
    bothNonces = fields[0];
    salt = Secret.of(Scram.bytes(fields[1]));
    iterations = number(fields[2]);
    if (!bothNonces.startsWith(nonce) || bothNonces.length() == nonce.length()) {
      throw new ScramException("the server does not answer what was sent");
    }
    if (iterations < Scram.MIN_ITERATIONS || iterations > Scram.MAX_ITERATIONS) {
      throw new ScramException("the server asks for " + fields[2] + " iterations");
    }
  }

  /** Whether a password was salted as the challenge wants. */
  public boolean fits(@Nullable SaltedPassword made) {
    return made != null && made.isFor(salt, iterations);
  }

  /** Salts a password as the challenge wants. Takes long. */
  public SaltedPassword salted(String password) {
    return SaltedPassword.of(password, salt, iterations);
  }

  /** The second message. */
  public Secret answer(SaltedPassword password) {
    String withoutProof = "c=" + Scram.BOUND_TO + ",r=" + bothNonces;
    String signed = firstBare + "," + serverFirst + "," + withoutProof;
    byte[] clientKey = password.clientKey();
    byte[] signature = Scram.hmac(Scram.hash(clientKey), signed);
    serverSignature = Scram.hmac(password.serverKey(), signed);
    return Secret.of(withoutProof + ",p=" + Scram.base64(Scram.xor(clientKey, signature)));
  }

  /**
   * Takes the server's last message.
   *
   * @throws ScramException if the server does not know the user's keys
   */
  public void checkServer(Secret message) {
    byte[] signature = Scram.bytes(Scram.fields(message.bytes(), "v")[0]);
    byte[] expected = serverSignature;
    if (expected == null || !Secret.of(expected).equals(Secret.of(signature))) {
      throw new ScramException("the server does not know the user's keys");
    }
  }

  private static int number(String field) {
    try {
      return Integer.parseInt(field);
    } catch (NumberFormatException e) {
      throw new ScramException("the number of iterations is none", e);
    }
  }

  static byte[] random() {
    byte[] bytes = new byte[NONCE_BYTES];
    RANDOM.nextBytes(bytes);
    return bytes;
  }
}
