package io.feige.access;

/**
 * Who somebody has shown to be.
 *
 * @param kind how it was shown
 * @param user the user's name; empty: none
 * @param shown the id of the token, the name in the certificate, or who asks for the user; empty:
 *     none of them
 */
public record Identity(Kind kind, String user, String shown) {
  private static final String ANYBODY_TEXT = "anybody";
  private static final String SETTINGS_TEXT = "security.token";

  /** How somebody shows who it is. */
  public enum Kind {
    /** Nobody has to show anything here. */
    ANYBODY,
    /** The token of the settings. */
    SETTINGS_TOKEN,
    /** The secret of the first start. */
    SETUP,
    /** An Admin of this cluster. */
    ADMIN,
    /** A user's password. */
    PASSWORD,
    /** A user's token. */
    TOKEN,
    /** A certificate that stands for a user. */
    CERTIFICATE,
    /** Somebody with {@link Right#PROXY} says so. */
    PROXY
  }

  /** One who is no user. */
  public static Identity of(Kind kind) {
    return new Identity(kind, "", "");
  }

  static Identity withPassword(String user) {
    return new Identity(Kind.PASSWORD, user, "");
  }

  static Identity withCertificate(String user, String name) {
    return new Identity(Kind.CERTIFICATE, user, name);
  }

  static Identity of(ApiToken token) {
    return new Identity(Kind.TOKEN, token.user(), token.id());
  }

  static Identity through(Identity proxy, String user) {
    return new Identity(Kind.PROXY, user, proxy.toString());
  }

  /** Whether a user of this name could be taken for somebody who is none. */
  static boolean isNameOfKind(String name) {
    return name.equals(ANYBODY_TEXT) || name.equals(SETTINGS_TEXT);
  }

  /** For logs, and for callers themselves. */
  @Override
  public String toString() {
    return switch (kind) {
      case ANYBODY -> ANYBODY_TEXT;
      case SETTINGS_TOKEN -> SETTINGS_TEXT;
      case SETUP -> "the set-up secret";
      case ADMIN -> "an Admin";
      case PASSWORD -> user;
      case TOKEN -> user + " with token " + shown;
      case CERTIFICATE -> user + " with a certificate";
      case PROXY -> user + " through " + shown;
    };
  }
}
