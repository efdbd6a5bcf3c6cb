package io.feige.protocol.command;

/**
 * Ends the wait for a worker's answer: the {@link AskWork} is refused with TOO_LATE, if it still
 * waits.
 *
 * @param ask correlation id of the {@link AskWork}, of the same connection
 */
public record CancelWork(String topic, int ask) implements Request {
  @Override
  public CommandType type() {
    return CommandType.WORK_CANCEL;
  }
}
