package io.feige.protocol.command;

/** Answer to {@link SubscribeMail}. */
public record MailSubscribed() implements Result {
  @Override
  public CommandType type() {
    return CommandType.MAIL_SUBSCRIBE;
  }
}
