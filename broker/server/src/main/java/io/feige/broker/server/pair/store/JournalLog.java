package io.feige.broker.server.pair.store;

import io.feige.broker.core.port.BatchLog;
import io.feige.broker.journal.Journal;
import io.feige.broker.journal.segment.ColdBytes;
import io.feige.broker.journal.segment.JournalReader;
import io.feige.compression.Compressors;
import io.feige.protocol.batch.Decompressor;
import io.feige.protocol.frame.StoredFrame;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the deciding code sees of the journal, and of what was brought back from the message store.
 * On the pair's loop. The journal is there once it has been replayed into the code that looks at it
 * here; before, nothing is looked at.
 */
public final class JournalLog implements BatchLog {
  /** Reads the disk beside the loop. */
  interface Bringer {
    /** Has bytes brought into memory; messages of a partition are waited for. */
    void bring(ColdBytes bytes, int partition);
  }

  /** A message that the journal has, but not in memory. */
  private record Cold(int partition, long offset, ColdBytes bytes) {}

  private record Place(int partition, long offset) {}

  private static final int MAX_TIMES = 4_096;

  private final Set<Integer> awaited = new HashSet<>();
  private final Map<Place, Long> times = new LinkedHashMap<>();
  private @Nullable Journal opened;
  private @Nullable HistoryFrames history;
  private @Nullable Cold cold;
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

  /** Null also for what the disk has to be read for; {@link #knownUntil} says so then. */
  @Override
  public @Nullable StoredFrame find(int partition, long offset) {
    JournalReader reader = journal().reader();
    long position = reader.findAtHand(partition, offset);
    boolean isCold = position == JournalReader.COLD;
    cold = isCold ? new Cold(partition, offset, reader.cold()) : null;
    if (isCold) {
      return null;
    }
    StoredFrame here = position < 0 ? null : journal().reader().frameAt(position);
    HistoryFrames back = here == null || here.baseOffset() > offset ? history() : null;
    StoredFrame fetched = back == null ? null : back.find(partition, offset);
    return fetched == null ? here : fetched;
  }

  @Override
  public long knownUntil(int partition, long offset) {
    if (isCold(partition, offset)) {
      return offset;
    }
    HistoryFrames back = history();
    long first = journal().reader().firstWithoutGap(partition);
    boolean isBefore = first < 0 || offset < first;
    return back != null && isBefore ? back.knownUntil(partition, offset) : Long.MAX_VALUE;
  }

  /** Also where something else was looked for since. */
  private @Nullable ColdBytes coldOf(int partition, long offset) {
    Cold last = cold;
    if (last != null && isCold(partition, offset)) {
      return last.bytes();
    }
    JournalReader reader = journal().reader();
    return reader.findAtHand(partition, offset) == JournalReader.COLD ? reader.cold() : null;
  }

  private boolean isCold(int partition, long offset) {
    Cold last = cold;
    return last != null && last.partition() == partition && last.offset() == offset;
  }

  /** Waits for the disk where it must, but not again for a message that was asked about before. */
  @Override
  public long timeOf(int partition, long offset) {
    JournalReader reader = journal().reader();
    if (reader.findAtHand(partition, offset) != JournalReader.COLD) {
      return timeAt(reader.find(partition, offset));
    }
    Place place = new Place(partition, offset);
    Long millis = times.get(place);
    if (millis == null) {
      millis = timeAt(reader.find(partition, offset));
      times.put(place, millis);
      if (times.size() > MAX_TIMES) {
        times.remove(times.keySet().iterator().next());
      }
    }
    return millis;
  }

  private long timeAt(long position) {
    return position < 0 ? 0 : journal().reader().frameAt(position).timeMillis();
  }

  /**
   * Asks for messages that {@link #knownUntil} does not know.
   *
   * @param bringer asked for what the journal has, but not in memory
   */
  void fetch(int partition, long offset, Bringer bringer) {
    ColdBytes bytes = coldOf(partition, offset);
    if (bytes != null) {
      if (awaited.add(partition)) {
        bringer.bring(bytes, partition);
      }
      return;
    }
    HistoryFrames back = history();
    if (back != null) {
      long first = journal().reader().firstWithoutGap(partition);
      back.fetch(partition, offset, first < 0 ? Long.MAX_VALUE : first);
    }
  }

  /** What was asked for is in memory. */
  void brought(int partition) {
    awaited.remove(partition);
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
