package io.feige.protocol.command;

/**
 * Answer to {@link ProveDeath}: it was heard; whether it proves anything, those decide whom it
 * concerns.
 */
public record DeathTaken() implements Result {
  @Override
  public CommandType type() {
    return CommandType.DEATH;
  }
}
