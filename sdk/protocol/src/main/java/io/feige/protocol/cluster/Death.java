package io.feige.protocol.cluster;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Proof that one process has ended. Who watches the process draws a secret and tells the process
 * only the secret's mark, which is its SHA-256; the process tells it to those who have to do with
 * it. To show the secret is the proof: nobody else knows it, not even the process, and another
 * process has another mark. Both are written as 64 hexadecimal digits.
 */
public final class Death {
  /** Neither a mark nor a proof: nobody watches, or nothing is proved. */
  public static final String NONE = "";

  /** Length of a mark and of a proof, in characters. */
  public static final int LENGTH = 64;

  private static final int SECRET_BYTES = 32;

  private Death() {}

  /** Draws a proof; to be shown to nobody before the process has ended. */
  public static String newProof(SecureRandom random) {
    byte[] secret = new byte[SECRET_BYTES];
    random.nextBytes(secret);
    return HexFormat.of().formatHex(secret);
  }

  /**
   * The mark that a proof belongs to.
   *
   * @param proof not {@link #NONE}
   */
  public static String markOf(String proof) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(HexFormat.of().parseHex(proof)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }

  /** Whether a proof is of the process of a mark; either may be {@link #NONE}: then it is not. */
  public static boolean isProved(String mark, String proof) {
    return !mark.isEmpty() && !proof.isEmpty() && markOf(proof).equals(mark);
  }

  /**
   * Requires a mark or proof, or {@link #NONE}.
   *
   * @throws IllegalArgumentException naming the field
   */
  public static void require(String field, String text) {
    if (!text.isEmpty() && !isHex(text)) {
      throw new IllegalArgumentException(field + " must be empty or have 64 digits of 0-9 and a-f");
    }
  }

  private static boolean isHex(String text) {
    return text.length() == LENGTH
        && text.chars().allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
  }
}
