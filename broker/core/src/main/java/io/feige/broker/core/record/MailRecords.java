package io.feige.broker.core.record;

import io.feige.broker.core.record.JournalRecord.MailAcked;
import io.feige.broker.core.record.JournalRecord.MailSpread;
import io.feige.broker.core.record.JournalRecord.MailSubscribed;
import io.feige.broker.core.record.JournalRecord.MailboxDeleted;
import io.feige.broker.core.record.JournalRecord.Messages;
import io.feige.protocol.Utf8;
import io.feige.protocol.model.MailAck;
import io.feige.protocol.model.MailSubscription;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * What the journal says of mailboxes: whose mailbox messages go to, behind the rest of a MESSAGES
 * frame's extension, and the MAILBOX frames.
 */
public final class MailRecords {
  private static final int ACK = 1;
  private static final int DELETE = 2;
  private static final int SUBSCRIBE = 3;
  private static final int SPREAD = 4;

  private MailRecords() {}

  /** The bytes that recipients take in a frame's extension. */
  public static int bytesOf(List<String> recipients) {
    int bytes = 0;
    for (String recipient : recipients) {
      bytes += 1 + Utf8.encode(recipient).length;
    }
    return bytes;
  }

  /** The rest of an extension, and behind it those to whom the messages go. */
  static ByteBuffer recipientsBehind(ByteBuffer rest, Messages messages) {
    BytesOut out = new BytesOut(rest.remaining() + messages.recipients().size() * 24).raw(rest);
    for (String recipient : messages.recipients()) {
      byte[] text = Utf8.encode(recipient);
      out.u8(text.length).raw(ByteBuffer.wrap(text));
    }
    return out.done();
  }

  static List<String> readRecipients(BytesIn in, int count) {
    List<String> recipients = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      recipients.add(in.text(in.u8()));
    }
    return recipients;
  }

  /** The extension of a MAILBOX frame. */
  static ByteBuffer bytes(JournalRecord record) {
    return switch (record) {
      case MailAcked acked -> bytes(acked);
      case MailboxDeleted deleted -> bytes(deleted);
      case MailSubscribed subscribed -> bytes(subscribed);
      case MailSpread spread -> bytes(spread);
      default -> throw new IllegalArgumentException("not of mailboxes: " + record);
    };
  }

  private static ByteBuffer bytes(MailAcked acked) {
    BytesOut out = new BytesOut(16 + acked.acks().size() * 32).u8(ACK);
    out.u16(acked.acks().size());
    for (MailAck ack : acked.acks()) {
      out.string(ack.identity()).u64(ack.upTo());
    }
    return out.done();
  }

  private static ByteBuffer bytes(MailboxDeleted deleted) {
    return new BytesOut(64).u8(DELETE).string(deleted.identity()).done();
  }

  private static ByteBuffer bytes(MailSubscribed subscribed) {
    int count = subscribed.added().size() + subscribed.removed().size();
    BytesOut out = new BytesOut(64 + count * 32).u8(SUBSCRIBE).string(subscribed.identity());
    out.u16(subscribed.added().size());
    for (MailSubscription added : subscribed.added()) {
      out.string(added.filter()).u64(added.tag());
    }
    out.u16(subscribed.removed().size());
    subscribed.removed().forEach(out::string);
    return out.done();
  }

  private static ByteBuffer bytes(MailSpread spread) {
    return new BytesOut(16).u8(SPREAD).u32(spread.most()).done();
  }

  static JournalRecord read(int partition, BytesIn in) {
    int action = in.u8();
    return switch (action) {
      case ACK -> new MailAcked(partition, readAcks(in));
      case DELETE -> new MailboxDeleted(partition, in.string());
      case SUBSCRIBE ->
          new MailSubscribed(partition, in.string(), readSubscriptions(in), readFilters(in));
      case SPREAD -> new MailSpread(partition, in.u32());
      default -> throw new IllegalStateException("mailbox action " + action + " is not known");
    };
  }

  private static List<MailSubscription> readSubscriptions(BytesIn in) {
    int count = in.u16();
    List<MailSubscription> subscriptions = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      subscriptions.add(new MailSubscription(in.string(), in.u64()));
    }
    return subscriptions;
  }

  private static List<String> readFilters(BytesIn in) {
    int count = in.u16();
    List<String> filters = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      filters.add(in.string());
    }
    return filters;
  }

  private static List<MailAck> readAcks(BytesIn in) {
    int count = in.u16();
    List<MailAck> acks = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      acks.add(new MailAck(in.string(), in.u64()));
    }
    return acks;
  }
}
