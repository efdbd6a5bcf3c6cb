package io.feige.protocol.command;

import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.Secret;

/**
 * The first request of a connection: what is spoken, and who speaks.
 *
 * @param minVersion oldest version the caller speaks
 * @param maxVersion newest version the caller speaks
 * @param software name and version of the program, for logs and status
 * @param pair the pair that all requests of the connection are for; empty: the only one, or none
 * @param scheme how the secret is to be checked; empty: no credentials
 * @param secret credentials of the scheme
 */
public record Hello(
    int minVersion,
    int maxVersion,
    ClientKind kind,
    String software,
    String pair,
    String scheme,
    Secret secret)
    implements Request {
  /**
   * Refuses versions that are no range.
   *
   * @throws IllegalArgumentException if they are not
   */
  public Hello {
    if (minVersion < 1 || maxVersion < minVersion || maxVersion > 255) {
      throw new IllegalArgumentException(
          "versions " + minVersion + " to " + maxVersion + " are no range");
    }
  }

  @Override
  public CommandType type() {
    return CommandType.HELLO;
  }
}
