package io.feige.broker.core.state;

import io.feige.broker.core.state.Subscriptions.Filter;
import io.feige.broker.core.state.Subscriptions.Fitting;
import java.util.ArrayDeque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Messages of channels that have to come into mailboxes yet, in the order of their offsets. A
 * channel may have more subscribers than anything else should wait for, so they are served piece by
 * piece. Owned by one thread.
 */
final class MailQueue {
  /** Nodes of the tree of filters that take about as long to look at as a subscriber. */
  private static final int NODES_IN_A_STEP = 4;

  /** One message that waits. */
  record Entry(long offset, String channel) {}

  /**
   * How far the first message has come: its subscribers are served by filter, and of a filter by
   * identity. Both are empty in the beginning.
   */
  record Place(String filter, String identity) {
    static final Place BEGIN = new Place("", "");
  }

  /** Who gets what is spread. */
  interface Taker {
    /** A message, with a subscriber whose filter fits; it may have come by another filter. */
    void offer(Mailbox mailbox, String filter, long offset);
  }

  /** What was found for a channel, and in which version of the filters. */
  private record Found(String channel, long version, Fitting fitting) {}

  private final ArrayDeque<Entry> entries = new ArrayDeque<>();
  private @Nullable Found found;
  private Place place = Place.BEGIN;

  int size() {
    return entries.size();
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  Iterable<Entry> entries() {
    return entries;
  }

  Place place() {
    return place;
  }

  void add(Entry entry) {
    entries.add(entry);
  }

  /** Puts it back as it was. */
  void continueAt(Place where) {
    place = where;
  }

  /**
   * Goes on.
   *
   * @param most so many steps; each is a subscriber, or a message that is looked at, which takes
   *     more where many filters may fit
   * @param to gets each message with each of its subscribers
   */
  void spread(int most, Subscriptions subscriptions, Taker to) {
    int left = most;
    for (boolean isFirst = true; left > 0 && !entries.isEmpty(); isFirst = false) {
      Fitting fitting = fitting(entries.element().channel(), subscriptions);
      int afterLook = left - 1 - fitting.visited() / NODES_IN_A_STEP;
      if (!isFirst && afterLook <= 0) {
        return;
      }
      // Half of the steps are for subscribers whatever it took to find them.
      left = isFirst ? Math.max(afterLook, Math.max(1, most / 2)) : afterLook;
      left = spread(entries.element(), left, fitting, to);
      if (left > 0) {
        entries.remove();
        place = Place.BEGIN;
      }
    }
  }

  /** As often as not it is the same channel: the next piece of a message, or the next message. */
  private Fitting fitting(String channel, Subscriptions subscriptions) {
    Found last = found;
    if (last == null
        || last.version() != subscriptions.version()
        || !last.channel().equals(channel)) {
      last = new Found(channel, subscriptions.version(), subscriptions.fitting(channel));
      found = last;
    }
    return last.fitting();
  }

  /** Returns how many steps are left; 0: there may be more subscribers. */
  private int spread(Entry entry, int most, Fitting fitting, Taker to) {
    int left = most;
    for (Filter filter : fitting.filters()) {
      int order = filter.text().compareTo(place.filter());
      if (order < 0) {
        continue;
      }
      Iterator<Mailbox> rest = filter.after(order == 0 ? place.identity() : "").iterator();
      while (left > 0 && rest.hasNext()) {
        Mailbox mailbox = rest.next();
        to.offer(mailbox, filter.text(), entry.offset());
        place = new Place(filter.text(), mailbox.identity());
        left--;
      }
      if (left == 0) {
        return 0;
      }
    }
    return left;
  }
}
