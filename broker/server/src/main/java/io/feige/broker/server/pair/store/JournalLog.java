package io.feige.broker.server.pair.store;

import io.feige.broker.core.port.BatchLog;
import io.feige.broker.journal.Journal;
import io.feige.compression.Compressors;
import io.feige.protocol.batch.Decompressor;
import io.feige.protocol.frame.StoredFrame;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the deciding code sees of the journal, and of what was brought back from the message store.
 * On the pair's loop. The journal is there once it has been replayed into the code that looks at it
 * here; before, nothing is looked at.
 */
public final class JournalLog implements BatchLog {
  private @Nullable Journal opened;
  private @Nullable HistoryFrames history;
  private long startsAt;

  /** The journal is there. */
  public void opened(Journal journal) {
    this.opened = journal;
    journal.reader().startsAt(startsAt);
  }

  /** Where to look for what the journal does not have any more. */
  public void readBackFrom(HistoryFrames frames) {
    history = frames;
  }

  private Journal journal() {
    return Objects.requireNonNull(opened, "the journal is not open yet");
  }

  /** Null: there is none. */
  private @Nullable HistoryFrames history() {
    HistoryFrames frames = history;
    return frames != null && frames.isOn() ? frames : null;
  }

  @Override
  public @Nullable StoredFrame find(int partition, long offset) {
    long position = journal().reader().find(partition, offset);
    StoredFrame here = position < 0 ? null : journal().reader().frameAt(position);
    HistoryFrames back = here == null || here.baseOffset() > offset ? history() : null;
    StoredFrame fetched = back == null ? null : back.find(partition, offset);
    return fetched == null ? here : fetched;
  }

  @Override
  public long knownUntil(int partition, long offset) {
    HistoryFrames back = history();
    long first = journal().reader().firstWithoutGap(partition);
    boolean isBefore = first < 0 || offset < first;
    return back != null && isBefore ? back.knownUntil(partition, offset) : Long.MAX_VALUE;
  }

  /** Asks for messages that {@link #knownUntil} does not know. */
  void fetch(int partition, long offset) {
    HistoryFrames back = history();
    if (back != null) {
      long first = journal().reader().firstWithoutGap(partition);
      back.fetch(partition, offset, first < 0 ? Long.MAX_VALUE : first);
    }
  }

  /** Whether what is at a position can be let go of at any time: it came out of the history. */
  public boolean mayBeGoneSoon(long position) {
    return position < journal().start();
  }

  @Override
  public void startsAt(long position) {
    startsAt = position;
    if (opened != null) {
      opened.reader().startsAt(position);
    }
  }

  /** The same frame as at a position of the journal, or one that was found in the history. */
  @Override
  public StoredFrame at(long position) {
    HistoryFrames back = position < journal().start() ? history() : null;
    return back == null ? journal().reader().frameAt(position) : back.at(position);
  }

  @Override
  public Decompressor decompressor() {
    return Compressors.DECOMPRESSOR;
  }

  @Override
  public long firstOffset(int partition) {
    HistoryFrames back = history();
    long first = journal().reader().firstOffset(partition);
    if (back == null) {
      return first;
    }
    long known = back.firstOffset(partition);
    return first < 0 ? known : Math.min(first, known);
  }

  @Override
  public long offsetAtTime(int partition, long millis) {
    long position = journal().reader().findTime(partition, millis);
    return position < 0 ? -1 : journal().reader().frameAt(position).baseOffset();
  }

  @Override
  public long bytes(int partition) {
    return journal().reader().partitionBytes(partition);
  }
}
