package io.feige.protocol.command;

/** Answer to {@link AckMail}. */
public record MailAcked() implements Result {
  @Override
  public CommandType type() {
    return CommandType.MAIL_ACK;
  }
}
