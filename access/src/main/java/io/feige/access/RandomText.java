package io.feige.access;

import java.security.SecureRandom;
import java.util.Base64;

/** Text that nobody guesses. */
public final class RandomText {
  private static final SecureRandom RANDOM = new SecureRandom();

  private RandomText() {}

  /** So many random bytes, in characters that stand in addresses, headers and cookies. */
  public static String of(int bytes) {
    byte[] random = new byte[bytes];
    RANDOM.nextBytes(random);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
  }
}
