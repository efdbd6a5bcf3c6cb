package io.feige.access;

/**
 * Who somebody has shown to be.
 *
 * @param kind how it was shown
 * @param user the user's name; empty: none
 * @param token the id of the token that was shown; empty: none
 */
public record Identity(Kind kind, String user, String token) {
  /** How somebody shows who it is. */
  public enum Kind {
    /** Nobody has to show anything here. */
    ANYBODY,
    /** The token of the settings. */
    SETTINGS_TOKEN,
    /** The secret of the first start. */
    SETUP,
    /** A user's password. */
    PASSWORD,
    /** A user's token. */
    TOKEN,
    /** A certificate that stands for a user. */
    CERTIFICATE
  }

  static Identity of(Kind kind) {
    return new Identity(kind, "", "");
  }

  static Identity of(Kind kind, User user) {
    return new Identity(kind, user.name(), "");
  }

  static Identity of(ApiToken token) {
    return new Identity(Kind.TOKEN, token.user(), token.id());
  }

  /** For logs, and for callers themselves. */
  @Override
  public String toString() {
    return switch (kind) {
      case ANYBODY -> "anybody";
      case SETTINGS_TOKEN -> "security.token";
      case SETUP -> "the set-up secret";
      case PASSWORD -> user;
      case TOKEN -> user + " with token " + token;
      case CERTIFICATE -> user + " with a certificate";
    };
  }
}
