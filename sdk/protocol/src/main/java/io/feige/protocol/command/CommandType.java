package io.feige.protocol.command;

import org.jspecify.annotations.Nullable;

/** The commands of the wire and their numbers; a request and its answer share one. */
public enum CommandType {
  HELLO(1),
  PING(2),
  ROUTE(3),
  PUBLISH(4),
  PULL(5),
  SETTLE(6),
  CANCEL_PULL(7),
  READ(8),
  TOPIC_CREATE(9),
  TOPIC_DELETE(10),
  TOPIC_LIST(11),
  GROUP_LIST(12),
  GROUP_RESET(13),
  GROUP_DELETE(14),
  STATUS(15),
  BEAT(16),
  TOPIC_ALTER(17),
  DELAYED_LIST(18),
  DELAYED_CANCEL(19),
  DISK(20),
  AUTHENTICATE(21),
  CLIENTS(22),
  NODES(23),
  TRACE(24),
  SETTINGS(25),
  SALVAGE(26),
  VITALS(27),
  DEATH(28),
  PROXY(29),
  MAIL_READ(30),
  MAIL_ACK(31),
  MAILBOX_LIST(32),
  MAILBOX_DELETE(33),
  MAIL_SUBSCRIBE(34),
  SUBSCRIBERS(35),
  LETTER_LIST(36),
  LETTER_SETTLE(37),
  WORK_ASK(38),
  WORK_TAKE(39),
  WORK_FINISH(40),
  WORK_CANCEL(41);

  private static final CommandType[] BY_NUMBER = values();

  private final int number;

  CommandType(int number) {
    this.number = number;
  }

  /** The number in the frame's header. */
  public int number() {
    return number;
  }

  /** The command of a number, or null if there is none; any number may be asked for. */
  public static @Nullable CommandType ofNumber(int number) {
    return number < 1 || number > BY_NUMBER.length ? null : BY_NUMBER[number - 1];
  }
}
