package io.feige.protocol.scram;

import io.feige.protocol.model.Secret;

/**
 * What a server keeps of a password: enough to check who shows it, not enough to show it.
 *
 * @param salt random, at least {@link #MIN_SALT} bytes
 * @param iterations {@link Scram#MIN_ITERATIONS} to {@link Scram#MAX_ITERATIONS}
 * @param storedKey checks the client
 * @param serverKey shows the client that the server has these keys
 */
public record ScramKeys(Secret salt, int iterations, Secret storedKey, Secret serverKey) {
  /** The shortest salt, in bytes. */
  public static final int MIN_SALT = 16;

  /**
   * Refuses what is out of range.
   *
   * @throws IllegalArgumentException if anything is
   */
  public ScramKeys {
    if (salt.length() < MIN_SALT
        || iterations < Scram.MIN_ITERATIONS
        || iterations > Scram.MAX_ITERATIONS
        || storedKey.length() != Scram.KEY_BYTES
        || serverKey.length() != Scram.KEY_BYTES) {
      throw new IllegalArgumentException("the keys of a password are out of range");
    }
  }

  /**
   * The keys of a password. Takes as long as there are iterations.
   *
   * @throws IllegalArgumentException if a value is out of range
   */
  public static ScramKeys of(String password, Secret salt, int iterations) {
    SaltedPassword salted = SaltedPassword.of(password, salt, iterations);
    return new ScramKeys(
        salt, iterations, Secret.of(Scram.hash(salted.clientKey())), Secret.of(salted.serverKey()));
  }

  /** Whether a password is the one that they are of. Takes as long as there are iterations. */
  public boolean are(String password) {
    return of(password, salt, iterations).equals(this);
  }
}
