package io.feige.access;

/**
 * What callers have to show, as the settings say.
 *
 * @param token gives every right; empty: none does
 * @param users whether users come in; if not, and there is no token, everybody does
 */
public record AccessRules(String token, boolean users) {
  boolean isOpen() {
    return token.isEmpty() && !users;
  }

  /** Without the token. */
  @Override
  public String toString() {
    return "AccessRules[" + (token.isEmpty() ? "no token" : "a token") + ", users " + users + "]";
  }
}
