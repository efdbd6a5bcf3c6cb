package io.feige.broker.store.row;

import io.feige.broker.core.record.JournalRecord;
import io.feige.broker.core.record.JournalRecord.DeadLetter;
import io.feige.broker.core.record.JournalRecord.Released;
import io.feige.broker.core.record.JournalRecord.Replayed;
import io.feige.broker.core.record.JournalRecord.SettleItem;
import io.feige.broker.core.record.JournalRecord.Settlement;
import io.feige.broker.core.record.RecordCodec;
import io.feige.broker.store.row.DeliveryRow.Outcome;
import io.feige.protocol.Utf8;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.BatchReader;
import io.feige.protocol.batch.BatchRecord;
import io.feige.protocol.batch.Decompressor;
import io.feige.protocol.error.MalformedFrameException;
import io.feige.protocol.frame.LetterOrigin;
import io.feige.protocol.frame.LetterReplay;
import io.feige.protocol.frame.StoredFrame;
import java.util.HexFormat;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes rows of a journal's frames, in their order. The same frame always makes the same rows.
 * Owned by one thread.
 */
public final class RowReader {
  /** Characters of a key that stand in the index. */
  static final int MAX_KEY_CHARS = 256;

  /** Characters of a reason. */
  static final int MAX_REASON_CHARS = 1_024;

  private static final int MAX_NAME_CHARS = 200;

  /** So many messages may expire at once; a longer run is of messages that nobody has any more. */
  private static final int MAX_DROPPED = 10_000;

  private static final byte[] NOTHING = new byte[0];

  private final Names names;
  private final Decompressor decompressor;
  private final int maxPayloadBytes;

  /**
   * @param maxPayloadBytes the most that the messages of a batch may take before compression
   */
  public RowReader(Names names, Decompressor decompressor, int maxPayloadBytes) {
    this.names = names;
    this.decompressor = decompressor;
    this.maxPayloadBytes = maxPayloadBytes;
  }

  /** Gives the rows of a frame that passed its checks. */
  public void read(StoredFrame frame, Consumer<Row> to) {
    long millis = frame.timeMillis();
    switch (RecordCodec.read(frame)) {
      case JournalRecord.Messages messages -> messages(frame, messages, to);
      case JournalRecord.Settle settle -> settle(frame, settle, to);
      case JournalRecord.Delayed delayed ->
          to.accept(
              new LedgerRow.DelayBegan(
                  frame.position(),
                  delayed.partition(),
                  names.topicOf(delayed.partition()),
                  delayed.deliverAtMillis(),
                  delayed.recordCount(),
                  bytes(frame.batch()),
                  millis));
      case JournalRecord.DelayedCancelled cancelled -> to.accept(cancelled(cancelled, millis));
      case JournalRecord.TopicCreated created -> {
        names.began(created.partition(), created.spec());
        to.accept(new LedgerRow.TopicBegan(created.partition(), created.spec(), millis));
      }
      case JournalRecord.TopicAltered altered -> {
        names.began(altered.partition(), altered.spec());
        to.accept(new LedgerRow.TopicChanged(altered.partition(), altered.spec()));
      }
      case JournalRecord.TopicDeleted deleted ->
          to.accept(new LedgerRow.TopicEnded(deleted.partition(), millis));
      case JournalRecord.GroupCreated made -> {
        names.began(made.group(), made.name(), made.generation());
        group(frame, made.partition(), made.group(), made.start(), to);
      }
      case JournalRecord.GroupReset moved -> {
        names.began(moved.group(), names.groupOf(moved.group()), moved.generation());
        group(frame, moved.partition(), moved.group(), moved.start(), to);
      }
      case JournalRecord.GroupDeleted deleted ->
          to.accept(new LedgerRow.GroupEnded(deleted.partition(), deleted.group(), millis));
      case JournalRecord.Epoch _,
          JournalRecord.Handed _,
          JournalRecord.StartsAt _,
          JournalRecord.MailAcked _,
          JournalRecord.MailSubscribed _,
          JournalRecord.MailSpread _,
          JournalRecord.MailboxDeleted _ -> {
        // None says anything about a message as such.
      }
      case JournalRecord.Carried _, JournalRecord.CarriedDelay _ -> {
        // The frame that this is a copy of has made the rows.
      }
    }
  }

  private static LedgerRow cancelled(JournalRecord.DelayedCancelled cancelled, long millis) {
    return cancelled.left() == 0
        ? new LedgerRow.DelayEnded(cancelled.id())
        : new LedgerRow.DelayCancelled(
            cancelled.id(), cancelled.partition(), cancelled.index(), cancelled.left(), millis);
  }

  private void group(StoredFrame frame, int partition, int group, long start, Consumer<Row> to) {
    to.accept(
        new LedgerRow.GroupBegan(
            frame.position(),
            partition,
            group,
            names.generationOf(group),
            names.topicOf(partition),
            names.groupOf(group),
            start,
            frame.timeMillis()));
  }

  private static byte[] bytes(BatchHead batch) {
    byte[] bytes = new byte[batch.length()];
    batch.bytes().get(bytes);
    return bytes;
  }

  private void messages(StoredFrame frame, JournalRecord.Messages messages, Consumer<Row> to) {
    BatchReader batch = null;
    String problem = "";
    try {
      batch = BatchReader.open(frame.batch(), decompressor, maxPayloadBytes);
    } catch (MalformedFrameException e) {
      problem = String.valueOf(e.getMessage());
    }
    for (int i = 0; i < messages.recordCount(); i++) {
      to.accept(message(frame, messages, i, batch, problem));
    }
    if (messages.cause() instanceof Released released) {
      to.accept(new LedgerRow.DelayEnded(released.delayedPosition()));
    } else if (messages.cause() instanceof DeadLetter letter) {
      for (int i = 0; i < messages.recordCount(); i++) {
        to.accept(givenUp(frame, letter.origin(), letter.origin().offset() + i));
      }
    } else if (messages.cause() instanceof Replayed replayed) {
      replayed(frame, messages, replayed.letters(), to);
    }
  }

  /** The letters are dealt with; the other groups of the topic do not get the messages. */
  private void replayed(
      StoredFrame frame, JournalRecord.Messages messages, LetterReplay letters, Consumer<Row> to) {
    for (int i = 0; i < messages.recordCount(); i++) {
      long offset = messages.baseOffset() + i;
      String where = "replayed as offset " + offset + " of " + names.topicOf(messages.partition());
      to.accept(
          settled(
              frame,
              letters.partition(),
              letters.offset() + i,
              letters.dealtWith(),
              Outcome.ACKED,
              where));
      String who = "replayed for " + names.groupOf(letters.group());
      for (int passed : letters.passed()) {
        to.accept(settled(frame, messages.partition(), offset, passed, Outcome.DROPPED, who));
      }
    }
  }

  private DeliveryRow settled(
      StoredFrame frame, int partition, long offset, int group, Outcome outcome, String reason) {
    return new DeliveryRow(
        names.topicOf(partition),
        partition,
        offset,
        names.groupOf(group),
        names.generationOf(group),
        0,
        outcome,
        "",
        cut(reason, MAX_REASON_CHARS),
        frame.timeMillis(),
        0,
        frame.epoch());
  }

  private MessageRow message(
      StoredFrame frame,
      JournalRecord.Messages messages,
      int index,
      @Nullable BatchReader batch,
      String problem) {
    int inBatch = messages.recordFirst() + index;
    long offset = messages.baseOffset() + index;
    BatchRecord record = null;
    String why = problem;
    if (batch != null) {
      try {
        record = batch.record(inBatch);
      } catch (MalformedFrameException e) {
        why = String.valueOf(e.getMessage());
      }
    }
    byte[] key = record == null ? null : record.key();
    String text = key == null ? null : keyText(key);
    boolean isWhole = key == null || text == null || Utf8.encode(text).length == key.length;
    return new MessageRow(
        names.topicOf(messages.partition()),
        messages.partition(),
        offset,
        frame.position(),
        frame.epoch(),
        text,
        isWhole && isText(key) ? null : key,
        record == null ? null : HeadersJson.write(record.headers()),
        record == null ? NOTHING : record.body(),
        cut(why, MessageRow.MAX_PROBLEM_CHARS),
        record == null ? frame.batch().clientTimeMillis() : record.clientTimeMillis(),
        frame.timeMillis(),
        frame.batch().expiryMillis(inBatch),
        messages.producer().id(),
        messages.producer().sequence(),
        messages.cause() instanceof DeadLetter letter ? letterBytes(letter.origin(), index) : null);
  }

  /** Where the letter with this index in its frame comes from. */
  private static byte[] letterBytes(LetterOrigin first, int index) {
    byte[] bytes = new byte[first.toBytes().remaining()];
    first.ofNext(index).toBytes().get(bytes);
    return bytes;
  }

  private static boolean isText(byte @Nullable [] key) {
    return key == null || Utf8.decode(key, 0, key.length) != null;
  }

  private static String keyText(byte[] key) {
    String text = Utf8.decode(key, 0, key.length);
    String shown = text == null ? "0x" + HexFormat.of().formatHex(key) : text;
    return cut(shown, MAX_KEY_CHARS);
  }

  /** The beginning of a text, as far as its column holds it. */
  static String cut(String text, int chars) {
    return text.codePointCount(0, text.length()) <= chars
        ? text
        : text.substring(0, text.offsetByCodePoints(0, chars));
  }

  private DeliveryRow givenUp(StoredFrame frame, LetterOrigin letter, long offset) {
    return new DeliveryRow(
        names.topicOf(letter.partition()),
        letter.partition(),
        offset,
        names.groupOf(letter.group()),
        names.generationOf(letter.group()),
        letter.attempts(),
        Outcome.DEAD_LETTER,
        cut(letter.consumer(), MAX_NAME_CHARS),
        cut(letter.reason(), MAX_REASON_CHARS),
        frame.timeMillis(),
        0,
        frame.epoch());
  }

  private void settle(StoredFrame frame, JournalRecord.Settle settle, Consumer<Row> to) {
    String topic = names.topicOf(settle.partition());
    String group = names.groupOf(settle.group());
    String consumer = cut(settle.consumer(), MAX_NAME_CHARS);
    for (SettleItem item : settle.items()) {
      if (item.kind() == Settlement.DROPPED && item.last() - item.first() >= MAX_DROPPED) {
        continue;
      }
      Outcome outcome =
          switch (item.kind()) {
            case ACKED -> Outcome.ACKED;
            case RETRY -> Outcome.RETRY;
            case DROPPED -> Outcome.DROPPED;
          };
      for (long offset = item.first(); offset <= item.last(); offset++) {
        to.accept(
            new DeliveryRow(
                topic,
                settle.partition(),
                offset,
                group,
                settle.generation(),
                item.attempts(),
                outcome,
                consumer,
                "",
                frame.timeMillis(),
                item.dueMillis(),
                frame.epoch()));
      }
    }
  }
}
