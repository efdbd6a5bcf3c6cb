package io.feige.protocol.scram;

import io.feige.protocol.model.Secret;

/**
 * What a client makes of a password and a server's salt. It is as good as the password at that
 * server, and worth keeping: making it takes long.
 */
public final class SaltedPassword {
  private final Secret salt;
  private final int iterations;
  private final byte[] key;

  private SaltedPassword(Secret salt, int iterations, byte[] key) {
    this.salt = salt;
    this.iterations = iterations;
    this.key = key;
  }

  /**
   * Takes as long as there are iterations: 60,000 take some 20 ms.
   *
   * @throws IllegalArgumentException if the number of iterations is out of range
   */
  public static SaltedPassword of(String password, Secret salt, int iterations) {
    return new SaltedPassword(salt, iterations, Scram.salted(password, salt.bytes(), iterations));
  }

  /** Whether it answers such a challenge. */
  boolean isFor(Secret otherSalt, int otherIterations) {
    return iterations == otherIterations && salt.equals(otherSalt);
  }

  byte[] clientKey() {
    return Scram.hmac(key, "Client Key");
  }

  byte[] serverKey() {
    return Scram.hmac(key, "Server Key");
  }
}
