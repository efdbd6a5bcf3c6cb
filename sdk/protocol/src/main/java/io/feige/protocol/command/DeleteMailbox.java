package io.feige.protocol.command;

/**
 * Ends a mailbox: it forgets what was in it, and the next message to its owner begins it anew. The
 * messages themselves stay in the topic as long as its retention says.
 */
public record DeleteMailbox(String topic, String identity) implements Request {
  @Override
  public CommandType type() {
    return CommandType.MAILBOX_DELETE;
  }
}
