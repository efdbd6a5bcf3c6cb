package io.feige.protocol.command;

/** Answer to {@link CancelWork}, also where nothing waited any more. */
public record WorkCancelled() implements Result {
  @Override
  public CommandType type() {
    return CommandType.WORK_CANCEL;
  }
}
