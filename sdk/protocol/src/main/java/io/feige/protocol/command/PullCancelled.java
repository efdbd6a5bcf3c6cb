package io.feige.protocol.command;

/** Answer to {@link CancelPull}; the pull itself is answered with no deliveries. */
public record PullCancelled() implements Result {
  @Override
  public CommandType type() {
    return CommandType.CANCEL_PULL;
  }
}
