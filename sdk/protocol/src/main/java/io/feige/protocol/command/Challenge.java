package io.feige.protocol.command;

import io.feige.protocol.model.Secret;

/**
 * Answer to {@link Authenticate}: what the secret of {@link Hello} has to answer.
 *
 * @param message in the form of the scheme
 */
public record Challenge(Secret message) implements Result {
  @Override
  public CommandType type() {
    return CommandType.AUTHENTICATE;
  }
}
