package io.feige.protocol.codec;

import io.feige.protocol.command.AckMail;
import io.feige.protocol.command.DeleteMailbox;
import io.feige.protocol.command.ListMailboxes;
import io.feige.protocol.command.Mail;
import io.feige.protocol.command.MailboxList;
import io.feige.protocol.command.ReadMailbox;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.MalformedFrameException;
import io.feige.protocol.model.IdentityRule;
import io.feige.protocol.model.MailAck;
import io.feige.protocol.model.MailboxDescription;

/** MAIL_READ, MAIL_ACK, MAILBOX_LIST and MAILBOX_DELETE. */
final class MailCodec {
  private static final int MIN_ACK_BYTES = 2 + 8;
  private static final int MIN_MAILBOX_BYTES = 2 + 4 + 8 + 8 + 8;

  private MailCodec() {}

  static void write(WireWriter out, ReadMailbox read) {
    out.string(read.topic())
        .u64(read.epoch())
        .string(read.identity())
        .u64(read.from())
        .u32(read.maxMessages())
        .u32(read.maxBytes())
        .u32(read.waitMillis());
  }

  static ReadMailbox readReadMailbox(WireReader in) {
    return new ReadMailbox(
        in.name("topic"),
        in.u64("epoch"),
        identity(in),
        in.u64("from"),
        in.u32("maxMessages"),
        in.u32("maxBytes"),
        in.u32("waitMillis"));
  }

  static void write(WireWriter out, Mail mail) {
    writeMailHead(out, mail);
    out.list(mail.deliveries(), DeliveryCodec::writeDelivery);
  }

  /** Everything before the deliveries. */
  static void writeMailHead(WireWriter out, Mail mail) {
    out.u64(mail.epoch())
        .u64(mail.first())
        .u64(mail.next())
        .u64(mail.acked())
        .u64(mail.end())
        .u64(mail.dropped());
  }

  static Mail readMail(WireReader in) {
    return new Mail(
        in.u64("epoch"),
        in.u64("first"),
        in.u64("next"),
        in.u64("acked"),
        in.u64("end"),
        in.u64("dropped"),
        DeliveryCodec.readDeliveries(in));
  }

  static void write(WireWriter out, AckMail ack) {
    out.string(ack.topic()).u64(ack.epoch()).list(ack.acks(), MailCodec::writeAck);
  }

  static AckMail readAckMail(WireReader in) {
    return new AckMail(
        in.name("topic"), in.u64("epoch"), in.list("acks", MIN_ACK_BYTES, MailCodec::readAck));
  }

  private static void writeAck(WireWriter out, MailAck ack) {
    out.string(ack.identity()).u64(ack.upTo());
  }

  private static MailAck readAck(WireReader in) {
    return new MailAck(identity(in), in.u64("upTo"));
  }

  static void write(WireWriter out, ListMailboxes list) {
    out.string(list.topic()).string(list.identity()).string(list.after()).u32(list.limit());
  }

  static ListMailboxes readListMailboxes(WireReader in) {
    return new ListMailboxes(
        in.name("topic"), in.string("identity"), in.string("after"), in.u32("limit"));
  }

  static void write(WireWriter out, MailboxList list) {
    out.u32(list.total()).list(list.mailboxes(), MailCodec::writeMailbox).string(list.next());
  }

  static MailboxList readMailboxList(WireReader in) {
    return new MailboxList(
        in.u32("total"),
        in.list("mailboxes", ListMailboxes.MAX_LIMIT, MIN_MAILBOX_BYTES, MailCodec::readMailbox),
        in.string("next"));
  }

  private static void writeMailbox(WireWriter out, MailboxDescription mailbox) {
    out.string(mailbox.identity())
        .u32(mailbox.held())
        .u64(mailbox.acked())
        .u64(mailbox.end())
        .u64(mailbox.dropped());
  }

  private static MailboxDescription readMailbox(WireReader in) {
    return new MailboxDescription(
        in.string("identity"), in.u32("held"), in.u64("acked"), in.u64("end"), in.u64("dropped"));
  }

  static void write(WireWriter out, DeleteMailbox delete) {
    out.string(delete.topic()).string(delete.identity());
  }

  static DeleteMailbox readDeleteMailbox(WireReader in) {
    return new DeleteMailbox(in.name("topic"), identity(in));
  }

  static String identity(WireReader in) {
    String identity = in.string("identity");
    String problem = IdentityRule.problem(identity);
    if (problem != null) {
      throw new MalformedFrameException(ErrorCode.NAME_INVALID, "identity: " + problem);
    }
    return identity;
  }
}
