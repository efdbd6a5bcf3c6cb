package io.feige.access;

import io.feige.protocol.model.Secret;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;

/**
 * A secret that a program shows instead of a password. Only its hash is kept; it is random, so that
 * a fast hash is enough.
 *
 * @param id names it; part of the secret's text
 * @param user whose rights it gives
 * @param hash SHA-256 of the whole text
 * @param createdAt milliseconds since 1970
 * @param expiresAt milliseconds since 1970; from then on it is of no use
 * @param note what it is for
 */
public record ApiToken(
    String id, String user, Secret hash, long createdAt, long expiresAt, String note) {
  static final int MAX_NOTE = 200;

  private static final String START = "fgt_";
  private static final int ID_BYTES = 9;
  private static final int SECRET_BYTES = 32;
  private static final int MAX_TEXT = 100;

  /** A token and the text that is shown to its owner once, and kept nowhere. */
  public record Fresh(ApiToken token, String text) {
    /** Without the text. */
    @Override
    public String toString() {
      return "fresh token " + token.id();
    }
  }

  /**
   * Makes one.
   *
   * @throws AccessException if it would have expired already, or the note is too long
   */
  public static Fresh make(String user, long now, long expiresAt, String note) {
    if (expiresAt <= now) {
      throw AccessException.invalid("the token would have expired already");
    }
    if (Passwords.length(note) > MAX_NOTE) {
      throw AccessException.invalid("a note has at most " + MAX_NOTE + " characters");
    }
    String id = RandomText.of(ID_BYTES);
    String text = START + id + "." + RandomText.of(SECRET_BYTES);
    return new Fresh(new ApiToken(id, user, hash(text), now, expiresAt, note), text);
  }

  /** The id in a token's text; empty: it is no such text. */
  static Optional<String> idIn(String text) {
    int dot = text.indexOf('.');
    return text.length() <= MAX_TEXT && text.startsWith(START) && dot > START.length()
        ? Optional.of(text.substring(START.length(), dot))
        : Optional.empty();
  }

  boolean isShownBy(String text) {
    return hash.equals(hash(text));
  }

  boolean isExpired(long now) {
    return now >= expiresAt;
  }

  private static Secret hash(String text) {
    try {
      return Secret.of(
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
