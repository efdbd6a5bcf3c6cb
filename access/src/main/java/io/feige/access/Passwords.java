package io.feige.access;

import io.feige.protocol.model.Secret;
import io.feige.protocol.scram.ScramKeys;
import java.security.SecureRandom;

/** The rule of passwords, and what is kept of them. */
public final class Passwords {
  /** The shortest, in characters. */
  public static final int MIN_LENGTH = 12;

  /** The longest, in characters. */
  public static final int MAX_LENGTH = 256;

  /**
   * Rounds that a guess costs. RFC 7677 asks for 4,096 and more; programs that come often should
   * come with tokens, which need none.
   */
  static final int ITERATIONS = 60_000;

  private static final int SALT_BYTES = 16;
  private static final SecureRandom RANDOM = new SecureRandom();

  private Passwords() {}

  /**
   * A user with a new password. Takes some 20 ms.
   *
   * @param keepsOld whether the one so far is good, too
   * @throws AccessException if the password breaks the rule
   */
  public static User give(User user, String password, boolean keepsOld) {
    int length = length(password);
    if (length < MIN_LENGTH || length > MAX_LENGTH) {
      throw AccessException.invalid(
          "a password has " + MIN_LENGTH + " to " + MAX_LENGTH + " characters");
    }
    if (password.equalsIgnoreCase(user.name())) {
      throw AccessException.invalid("a password is not the name of its user");
    }
    Secret salt = keepsOld ? user.salt().orElseGet(Passwords::salt) : salt();
    int iterations =
        keepsOld && !user.passwords().isEmpty()
            ? user.passwords().getFirst().iterations()
            : ITERATIONS;
    return user.withPassword(ScramKeys.of(password, salt, iterations), keepsOld);
  }

  private static Secret salt() {
    byte[] salt = new byte[SALT_BYTES];
    RANDOM.nextBytes(salt);
    return Secret.of(salt);
  }

  /** In characters, of which Java has some as two. */
  static int length(String text) {
    return text.codePointCount(0, text.length());
  }
}
