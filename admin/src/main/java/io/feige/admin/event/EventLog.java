package io.feige.admin.event;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The events that this Admin knows of, the latest {@value #MOST}, in the order of their ids. They
 * are kept in Admin's directory, so a start forgets none, but for what the disk did not take.
 *
 * <p>Whoever asks with an id gets what comes behind it, and hears if something between may be
 * missing: because it is no longer kept, or because another Admin has given that id. Any thread;
 * nothing here waits for the disk.
 */
public final class EventLog implements EventSink, AutoCloseable {
  static final int MOST = 2_000;

  private final Deque<Event> kept = new ArrayDeque<>();
  private final EventFiles files;
  private final LongSupplier millis;
  private EventSink also = NOBODY;

  /** The one before the oldest that is kept; null: not known. */
  private @Nullable EventId before;

  private EventId last = EventId.NONE;
  private long epoch;
  private boolean isOver;

  private EventLog(EventFiles files, LongSupplier millis) {
    this.files = files;
    this.millis = millis;
    EventFiles.Found found = files.read();
    before = found.isWhole() ? EventId.NONE : null;
    for (Event event : found.events()) {
      keep(event);
    }
    epoch = last.epoch();
  }

  /** Those of a directory. What cannot be read is told in the log, and no reason not to start. */
  public static EventLog open(Path dir) {
    return open(EventFiles.in(dir), System::currentTimeMillis);
  }

  static EventLog open(EventFiles files, LongSupplier millis) {
    EventLog log = new EventLog(files, millis);
    files.start();
    return log;
  }

  /** Somebody else who hears of each event that comes from now on, in order; must not wait. */
  public synchronized void alsoTell(EventSink other) {
    also = other;
  }

  @Override
  public synchronized void leadership(long leaderEpoch) {
    epoch = Math.max(epoch, leaderEpoch);
  }

  @Override
  public synchronized void tell(Event event) {
    long now = millis.getAsLong();
    long number = Math.max(TimeUnit.MILLISECONDS.toMicros(now), last.number() + 1);
    Event told = event.told(new EventId(epoch, number), now);
    keep(told);
    files.write(told);
    also.tell(told);
    notifyAll();
  }

  /**
   * What comes behind an id, the oldest first.
   *
   * @param after empty: the newest are wanted
   */
  public synchronized EventPage read(Optional<EventId> after, int limit) {
    return after.isPresent() ? behind(after.get(), limit) : newest(limit);
  }

  /** The same; where there is nothing, waits for it. */
  public synchronized EventPage await(Optional<EventId> after, int limit, Duration longest)
      throws InterruptedException {
    long end = System.nanoTime() + longest.toNanos();
    while (true) {
      EventPage page = read(after, limit);
      long left = end - System.nanoTime();
      if (isOver || left <= 0 || page.isMissed() || !page.events().isEmpty()) {
        return page;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
  }

  /** Nobody waits any more, now and later. */
  public synchronized void endWaiting() {
    isOver = true;
    notifyAll();
  }

  @Override
  public void close() {
    endWaiting();
    files.close();
  }

  private void keep(Event event) {
    kept.addLast(event);
    last = event.id();
    if (kept.size() > MOST) {
      before = kept.removeFirst().id();
    }
  }

  private EventPage newest(int limit) {
    List<Event> all = List.copyOf(kept);
    return new EventPage(all.subList(Math.max(0, all.size() - limit), all.size()), last, false);
  }

  private EventPage behind(EventId after, int limit) {
    boolean isKnown = after.equals(before);
    List<Event> events = new ArrayList<>();
    for (Event event : kept) {
      int order = event.id().compareTo(after);
      isKnown |= order == 0;
      if (order > 0 && events.size() < limit) {
        events.add(event);
      }
    }
    EventId end = events.isEmpty() ? last : events.getLast().id();
    return new EventPage(events, end, !isKnown);
  }
}
