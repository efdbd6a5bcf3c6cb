package io.feige.protocol.command;

/** Answer to {@link DeleteMailbox}. */
public record MailboxDeleted() implements Result {
  @Override
  public CommandType type() {
    return CommandType.MAILBOX_DELETE;
  }
}
