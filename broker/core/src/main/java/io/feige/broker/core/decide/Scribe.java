package io.feige.broker.core.decide;

import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.record.JournalRecord;
import io.feige.broker.core.record.JournalRecord.Messages;
import io.feige.broker.core.record.RecordCodec;
import io.feige.broker.core.record.RecordDraft;
import io.feige.broker.core.state.ReplicaState;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes records: appends each to the journal and applies it, and remembers what becomes possible
 * once it is committed. Owned by one thread.
 */
public final class Scribe {
  /** What a commit makes possible. */
  sealed interface Effect {}

  /** Messages below the offset may be seen. */
  record Visible(int partition, long endOffset) implements Effect {}

  /** The owners may see messages in their mailboxes; one as often as messages came. */
  record MailCame(int partition, List<String> owners) implements Effect {}

  /** Messages below the offset may be handed out. */
  record HandedOpen(int partition, int group, int generation, long upTo) implements Effect {}

  private record Pending(long end, Effect effect) {}

  private final ReplicaState state;
  private final ArrayDeque<Pending> pending = new ArrayDeque<>();

  public Scribe(ReplicaState state) {
    this.state = state;
  }

  /** Appends and applies; returns the record's position. */
  long write(JournalRecord record, @Nullable ByteBuffer batch, Now now, Sink sink) {
    long epoch = record instanceof JournalRecord.Epoch begun ? begun.epoch() : state.epoch();
    RecordDraft draft = RecordCodec.draft(record, batch);
    long position = sink.append(draft, epoch, now.stampMillis());
    state.apply(record, position, now.stampMillis());
    if (record instanceof Messages messages) {
      long end = messages.baseOffset() + messages.recordCount();
      pending.add(new Pending(sink.end(), new Visible(messages.partition(), end)));
    }
    return position;
  }

  void onceCommitted(Sink sink, Effect effect) {
    pending.add(new Pending(sink.end(), effect));
  }

  /**
   * Takes out what a commit up to the position makes possible, in the order in which it was
   * written.
   */
  List<Effect> takeCommitted(long position) {
    List<Effect> effects = new ArrayList<>();
    while (!pending.isEmpty() && pending.peek().end() <= position) {
      effects.add(pending.remove().effect());
    }
    return effects;
  }
}
