package io.feige.protocol.command;

/**
 * Answer to {@link FinishWork}.
 *
 * @param isWanted whether the answer goes to whoever asked; false: its deadline has come, it was
 *     cancelled, or the worker does not have that job
 */
public record WorkFinished(boolean isWanted) implements Result {
  @Override
  public CommandType type() {
    return CommandType.WORK_FINISH;
  }
}
