package io.feige.dist.salvage;

import io.feige.broker.journal.salvage.SalvageHeader;
import io.feige.compression.Compressors;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.BatchReader;
import io.feige.protocol.batch.BatchRest;
import io.feige.protocol.batch.SequenceTime;
import io.feige.protocol.error.MalformedFrameException;
import io.feige.protocol.frame.StoredFrame;
import java.nio.ByteBuffer;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * A batch in salvage, under the names that it may have in the pair.
 *
 * <p>Its own is the producer and sequence that the publisher gave it: under that name the pair may
 * have it already, because the publisher has sent it again. But a pair takes a producer's batches
 * in their order, and answers one that comes after a later one as a duplicate, whether it is stored
 * or not. For that case there is a second name, which follows from the first and from the cut, so
 * that each replay gives it the same and it is stored once.
 *
 * <p>Of producers that began before others that it has forgotten a pair takes nothing. There is a
 * last name for that, whose sequence begins when it is replayed ({@link SequenceTime}); a later
 * replay knows it by its count.
 *
 * @param own what the publisher called it; producer 0: nothing
 * @param second what a replay calls it where its own name does not do
 * @param last what a replay calls it where the second does not do either; its sequence is a count
 * @param bytes as published
 * @param records how many messages it has
 */
record SalvagedBatch(Name own, Name second, Name last, ByteBuffer bytes, int records) {
  private static final int MAX_PAYLOAD_BYTES = 64 * 1024 * 1024;

  /** Who sent a batch, and as which. */
  record Name(long producer, long sequence) {
    /** Whether batches under it are told apart. */
    boolean isIdempotent() {
      return producer != 0;
    }
  }

  /**
   * A batch of a salvage.
   *
   * @param before how many batches of its producer stand before it there
   */
  static SalvagedBatch of(SalvageHeader cut, StoredFrame frame, long before) {
    BatchHead batch = frame.batch();
    Name own = new Name(batch.producerId(), batch.sequence());
    byte[] copy = new byte[batch.length()];
    batch.bytes().get(copy);
    Name second = secondName(cut, own, frame);
    Name last = new Name(mix(second.producer()) >>> 1 | 1, before);
    return new SalvagedBatch(own, second, last, ByteBuffer.wrap(copy), batch.recordCount());
  }

  /**
   * The batch without some of its messages, under the same names; null: nothing is left of it. One
   * that nobody can read is left as it is.
   */
  @Nullable SalvagedBatch without(BitSet messages) {
    if (messages.isEmpty()) {
      return this;
    }
    if (messages.nextClearBit(0) >= records) {
      return null;
    }
    try {
      BatchHead head = BatchHead.at(bytes, 0);
      ByteBuffer rest =
          BatchRest.of(
              BatchReader.open(head, Compressors.DECOMPRESSOR, MAX_PAYLOAD_BYTES), messages);
      return new SalvagedBatch(own, second, last, rest, BatchHead.at(rest, 0).recordCount());
    } catch (MalformedFrameException e) {
      return this;
    }
  }

  /** The last name, of a producer that begins in this second. */
  Name lastBegunAt(long seconds) {
    return new Name(last.producer(), SequenceTime.first(seconds) + last.sequence());
  }

  /** The same bytes under another name. */
  ByteBuffer under(Name name) {
    return BatchHead.renamed(bytes, name.producer(), name.sequence());
  }

  // One producer for what each producer has in each cut. Its sequences ascend as the originals do;
  // the position does so where there was no sequence.
  private static Name secondName(SalvageHeader cut, Name own, StoredFrame frame) {
    long mixed = mix(mix(mix(own.producer()) ^ cut.epoch()) ^ cut.position()) & Long.MAX_VALUE;
    return new Name(mixed == 0 ? 1 : mixed, own.isIdempotent() ? own.sequence() : frame.position());
  }

  // The finalizer of SplitMix64. It is part of the name: changing it would store batches twice.
  private static long mix(long value) {
    long z = value + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
