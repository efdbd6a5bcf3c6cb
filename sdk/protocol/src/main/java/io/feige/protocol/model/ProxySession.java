package io.feige.protocol.model;

/**
 * A session of a proxy: a client's connection on which messages come by themselves.
 *
 * @param id of this process; a later session has a higher one
 * @param address of the client, as the proxy sees it
 * @param user who has logged in with a password; empty: nobody, or with a token
 * @param startedAtMillis when it began, in milliseconds since 1970 by the proxy's clock
 * @param subscriptions that it has
 * @param behind messages that are there for its subscriptions without a group, and that it was not
 *     told yet
 * @param owedBytes what it was told and has not taken
 */
public record ProxySession(
    long id,
    String address,
    String user,
    long startedAtMillis,
    int subscriptions,
    long behind,
    long owedBytes) {
  /** The most of them that are told at a time. */
  public static final int MAX_PAGE = 100;

  /** Characters of the address, and of the user. */
  public static final int MAX_LENGTH = 128;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException naming the field
   */
  public ProxySession {
    Range.require("id", id, 1, Long.MAX_VALUE);
    Range.requireLength("address", address, 0, MAX_LENGTH);
    Range.requireLength("user", user, 0, MAX_LENGTH);
    Range.requireNotNegative("startedAtMillis", startedAtMillis);
    Range.requireNotNegative("subscriptions", subscriptions);
    Range.requireNotNegative("behind", behind);
    Range.requireNotNegative("owedBytes", owedBytes);
  }
}
