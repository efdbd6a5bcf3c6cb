package io.feige.protocol.command;

import io.feige.protocol.model.Secret;

/**
 * Asks for a challenge, before {@link Hello}, which then answers it.
 *
 * @param scheme how the caller shows who it is
 * @param message its first message, in the form of the scheme
 */
public record Authenticate(String scheme, Secret message) implements Request {
  @Override
  public CommandType type() {
    return CommandType.AUTHENTICATE;
  }
}
