package io.feige.protocol.command;

/** Answer to {@link CancelDelayed}: the message never comes. */
public record DelayedCancelled() implements Result {
  @Override
  public CommandType type() {
    return CommandType.DELAYED_CANCEL;
  }
}
