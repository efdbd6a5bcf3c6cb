package io.feige.access;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The header Authorization: Bearer of RFC 6750, or Basic of RFC 7617.
 *
 * @param user of Basic; else empty
 * @param secret the password or token; empty: there is none
 */
public record HttpCredentials(Kind kind, String user, String secret) {
  private static final HttpCredentials ABSENT = new HttpCredentials(Kind.NONE, "", "");
  private static final String BEARER = "Bearer ";
  private static final String BASIC = "Basic ";
  private static final int MAX_LENGTH = 2_048;

  /** How they are shown. */
  public enum Kind {
    /** They are not. */
    NONE,
    /** A token. */
    BEARER,
    /** A user and its password. */
    BASIC
  }

  /** What a header says; one of another form, or that is too long, says nothing. */
  public static HttpCredentials of(@Nullable String header) {
    if (header == null || header.length() > MAX_LENGTH) {
      return ABSENT;
    }
    if (header.startsWith(BEARER)) {
      return new HttpCredentials(Kind.BEARER, "", header.substring(BEARER.length()).strip());
    }
    return header.startsWith(BASIC) ? basic(header.substring(BASIC.length()).strip()) : ABSENT;
  }

  /** A token that was shown elsewhere than in a header. */
  public static HttpCredentials ofToken(String token) {
    return token.isEmpty() || token.length() > MAX_LENGTH
        ? ABSENT
        : new HttpCredentials(Kind.BEARER, "", token);
  }

  /** A user and password that were shown elsewhere than in a header. */
  public static HttpCredentials ofUser(String user, String password) {
    return user.isEmpty() || user.length() + password.length() > MAX_LENGTH
        ? ABSENT
        : new HttpCredentials(Kind.BASIC, user, password);
  }

  /** Whether there are any. */
  public boolean isPresent() {
    return kind != Kind.NONE;
  }

  private static HttpCredentials basic(String encoded) {
    try {
      String both = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
      int colon = both.indexOf(':');
      return colon < 0
          ? ABSENT
          : new HttpCredentials(Kind.BASIC, both.substring(0, colon), both.substring(colon + 1));
    } catch (IllegalArgumentException e) {
      return ABSENT;
    }
  }

  /** Without the secret. */
  @Override
  public String toString() {
    return kind + " " + user;
  }
}
