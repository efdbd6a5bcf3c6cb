package io.feige.broker.core.state;

import io.feige.broker.core.record.BytesIn;
import io.feige.broker.core.record.BytesOut;
import io.feige.broker.core.state.Mailbox.Subscribed;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a snapshot that holds mailboxes: it comes last. First in it is what has to come into
 * mailboxes yet; then comes each mailbox with its partition, so that they can be written in any
 * order.
 */
final class MailSnapshot {
  private MailSnapshot() {}

  static void write(BytesOut out, ReplicaState state) {
    writeHead(out, state);
    for (PartitionState partition : state.partitions()) {
      Mailboxes mailboxes = partition.mailboxes();
      if (mailboxes != null) {
        mailboxes.after("").forEach(mailbox -> write(out, partition.id(), mailbox));
      }
    }
  }

  /** What stands before the mailboxes, and how many there are. */
  static void writeHead(BytesOut out, ReplicaState state) {
    List<PartitionState> queued =
        state.partitions().stream().filter(each -> state.mail().isQueued(each.id())).toList();
    out.u32(queued.size());
    queued.forEach(partition -> write(out, partition));
    out.u32(state.mail().count());
  }

  private static void write(BytesOut out, PartitionState partition) {
    MailQueue queue = existing(partition).queue();
    out.u32(partition.id()).string(queue.place().filter()).string(queue.place().identity());
    out.u32(queue.size());
    for (MailQueue.Entry entry : queue.entries()) {
      out.varint(entry.offset()).string(entry.channel());
    }
  }

  static void write(BytesOut out, int partition, Mailbox mailbox) {
    out.u32(partition).string(mailbox.identity());
    out.varint(mailbox.end()).varint(mailbox.acked()).varint(mailbox.dropped());
    out.varint(mailbox.held());
    long before = 0;
    for (long sequence = mailbox.oldest(); sequence <= mailbox.end(); sequence++) {
      long offset = mailbox.offset(sequence);
      long step = offset - before;
      // Folded, so that one back is short as well: what is sent to an owner may pass a channel's.
      out.varint((step << 1) ^ (step >> 63));
      before = offset;
    }
    out.varint(mailbox.subscriptions().size());
    mailbox
        .subscriptions()
        .forEach((filter, each) -> out.string(filter).varint(each.tag()).varint(each.since()));
    if (!mailbox.subscriptions().isEmpty()) {
      out.varint(mailbox.lastOfChannels() + 1);
    }
  }

  static void read(BytesIn in, ReplicaState state) {
    for (int left = in.u32(); left > 0; left--) {
      readQueue(in, state);
    }
    for (int left = in.u32(); left > 0; left--) {
      Mailboxes mailboxes = existing(state.partition(in.u32()));
      Mailbox mailbox = readMailbox(in);
      readSubscriptions(in, mailbox);
      mailboxes.add(mailbox);
    }
    state.partitions().forEach(state.mail()::begins);
  }

  private static void readQueue(BytesIn in, ReplicaState state) {
    MailQueue queue = existing(state.partition(in.u32())).queue();
    queue.continueAt(new MailQueue.Place(in.string(), in.string()));
    for (int left = in.u32(); left > 0; left--) {
      queue.add(new MailQueue.Entry(in.varint(), in.string()));
    }
  }

  private static Mailbox readMailbox(BytesIn in) {
    Mailbox mailbox = new Mailbox(in.string(), 0);
    long end = in.varint();
    long acked = in.varint();
    long dropped = in.varint();
    long[] offsets = new long[(int) in.varint()];
    long offset = 0;
    for (int i = 0; i < offsets.length; i++) {
      long step = in.varint();
      offset += (step >>> 1) ^ -(step & 1);
      offsets[i] = offset;
    }
    mailbox.restore(offsets, end, acked, dropped);
    return mailbox;
  }

  private static void readSubscriptions(BytesIn in, Mailbox mailbox) {
    long count = in.varint();
    for (long left = count; left > 0; left--) {
      mailbox.subscribe(in.string(), new Subscribed(in.varint(), in.varint()));
    }
    if (count > 0) {
      mailbox.cameByChannels(in.varint() - 1);
    }
  }

  private static Mailboxes existing(@Nullable PartitionState partition) {
    Mailboxes mailboxes = partition == null ? null : partition.mailboxes();
    if (mailboxes == null) {
      throw new IllegalStateException("a snapshot has a mailbox of a topic that has none");
    }
    return mailboxes;
  }
}
