package io.feige.broker.core.state;

import io.feige.broker.core.record.BytesOut;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The mailboxes of a {@link SlicedSnapshot}, as they were when it began. A topic that is deleted
 * meanwhile leaves its mailboxes here as they are.
 */
final class SlicedMail {
  private static final int PART_BYTES = 64 << 10;

  /** Looking at one that is written already costs about as much as writing so many bytes. */
  private static final int LEAST_COST = 64;

  private record Topic(int partition, Mailboxes mailboxes) {}

  private final int number;
  private final ArrayDeque<Topic> topics = new ArrayDeque<>();
  private final List<ByteBuffer> parts = new ArrayList<>();
  private BytesOut out = new BytesOut(PART_BYTES);
  private String written = "";
  private long length;

  SlicedMail(ReplicaState state, int number) {
    this.number = number;
    for (PartitionState partition : state.partitions()) {
      Mailboxes mailboxes = partition.mailboxes();
      if (mailboxes != null) {
        topics.add(new Topic(partition.id(), mailboxes));
      }
    }
    MailSnapshot.writeHead(out, state);
  }

  /** Writes about so many bytes; returns whether that was all. */
  boolean step(long bytes) {
    long left = bytes;
    while (!topics.isEmpty() && left > 0) {
      Topic topic = topics.element();
      Mailbox next = topic.mailboxes().next(written);
      if (next == null) {
        topics.remove();
        written = "";
      } else {
        long before = length;
        keep(topic.partition(), next);
        left -= Math.max(LEAST_COST, length - before);
        written = next.identity();
      }
    }
    return topics.isEmpty();
  }

  /** When it is done. */
  List<ByteBuffer> bytes() {
    parts.add(out.done());
    return parts;
  }

  /**
   * A mailbox is about to change, or it is its turn. One that began after the snapshot is not new
   * to it, see {@link Mailbox}.
   */
  void keep(int partition, Mailbox mailbox) {
    if (mailbox.isNewTo(number)) {
      int before = out.length();
      MailSnapshot.write(out, partition, mailbox);
      length += out.length() - before;
      flush();
    }
  }

  private void flush() {
    if (out.length() >= PART_BYTES) {
      parts.add(out.done());
      out = new BytesOut(PART_BYTES);
    }
  }
}
