package io.feige.broker.core.group;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The locks of a group that is delivered in order. Of each key the messages that were looked at and
 * are not settled stand here, in order; one is handed out when no earlier one of its key is left,
 * or when all earlier ones go out in the same pull, and never while another pull has messages of
 * the key. Consumers come and go without any key being assigned to them.
 *
 * <p>A topic ordered as a whole is one key. Owned by one thread; the caller bounds how many
 * messages are held back.
 */
final class KeyLocks {
  private enum Place {
    /** A consumer has it. */
    UNDER_WAY,
    /** It is to be tried again later, and holds up those behind it until then. */
    WAITING,
    /** It may go out as soon as its key allows it. */
    HELD_BACK
  }

  private static final long NONE = SortedPairs.NONE;

  private static final class Key {
    final int hash;
    int underWay;
    long pull;
    long takenLast;

    Key(int hash) {
      this.hash = hash;
    }
  }

  private final Map<Integer, Key> keys = new HashMap<>();
  private final SortedPairs<Key> keyOf = new SortedPairs<>();

  /** By the hash of the key and the offset. */
  private final SortedPairs<Place> unsettled = new SortedPairs<>();

  private final LinkedHashSet<Key> ready = new LinkedHashSet<>();
  private final ArrayDeque<Key> continued = new ArrayDeque<>();
  private long lastPull;
  private int heldBack;

  /** Where the first message of the key behind this one stands. */
  private long behind(Key key, long offset) {
    return ofKey(key, unsettled.next(unsettled.upTo(key.hash, offset)));
  }

  private long ofKey(Key key, long place) {
    return place != NONE && unsettled.first(place) == key.hash ? place : NONE;
  }

  private boolean isReady(Key key) {
    return key.underWay == 0 && isHeldBack(behind(key, -1));
  }

  private boolean isHeldBack(long place) {
    return place != NONE && unsettled.value(place) == Place.HELD_BACK;
  }

  /** The message behind the last one taken, if it may go out too; null if not. */
  private @Nullable Long nextHeldBack(Key key) {
    long next = behind(key, key.takenLast);
    return isHeldBack(next) ? unsettled.second(next) : null;
  }

  private boolean mayTake(Key key, long offset, long forPull) {
    long before = ofKey(key, unsettled.upTo(key.hash, offset - 1));
    return before == NONE
        ? key.underWay == 0 || key.pull == forPull
        : key.underWay > 0 && key.pull == forPull && unsettled.second(before) == key.takenLast;
  }

  private Key enter(int hash, long offset) {
    Key key = keys.computeIfAbsent(hash, Key::new);
    if (keyOf.of(offset, 0) == NONE) {
      keyOf.add(offset, 0, key);
    }
    return key;
  }

  private @Nullable Key keyAt(long offset) {
    long place = keyOf.of(offset, 0);
    return place == NONE ? null : keyOf.value(place);
  }

  /** Where the first message at or behind this offset stands in {@link #keyOf}. */
  private long from(long offset) {
    return keyOf.next(keyOf.upTo(offset - 1, Long.MAX_VALUE));
  }

  /**
   * Takes the message for pull {@code pull} when its key allows it, and holds it back otherwise.
   * Messages of one key that one pull takes go out together, in order.
   */
  boolean takeOrHoldBack(int hash, long offset, long pull) {
    Key key = enter(hash, offset);
    if (mayTake(key, offset, pull)) {
      take(key, offset, pull);
      return true;
    }
    move(key, offset, Place.HELD_BACK);
    return false;
  }

  /** Whether messages of the key stand here, so that a new pull does not get the ones behind. */
  boolean isLocked(int hash) {
    return keys.containsKey(hash);
  }

  /** Whether the pull may take a message that comes behind all of the key's that stand here. */
  boolean mayTakeNext(int hash, long pull) {
    Key key = keys.get(hash);
    return key == null || mayTake(key, Long.MAX_VALUE, pull);
  }

  /** The message is to be tried again later. */
  void addWaiting(int hash, long offset) {
    move(enter(hash, offset), offset, Place.WAITING);
  }

  /** The message goes out when it is its turn. */
  void addHeldBack(int hash, long offset) {
    move(enter(hash, offset), offset, Place.HELD_BACK);
  }

  /** What is known here of the range is to be tried again later. */
  void letWait(long first, long last) {
    for (long at = from(first); at != NONE && keyOf.first(at) <= last; at = keyOf.next(at)) {
      move(keyOf.value(at), keyOf.first(at), Place.WAITING);
    }
  }

  /** The message was handed back untouched: it goes first when its key is free. */
  void giveBack(long offset) {
    Key key = keyAt(offset);
    if (key != null) {
      move(key, offset, Place.HELD_BACK);
      if (isReady(key)) {
        // Who asked for it next gets it, and what was fetched for it was not fetched in vain.
        ready.addFirst(key);
      }
    }
  }

  /** The range is settled: what comes behind it becomes ready when nothing else is before it. */
  void release(long first, long last) {
    for (long at = from(first); at != NONE && keyOf.first(at) <= last; at = from(first)) {
      move(keyOf.value(at), keyOf.first(at), null);
      keyOf.remove(at);
    }
  }

  private void take(Key key, long offset, long pull) {
    if (pull != lastPull) {
      lastPull = pull;
      continued.clear();
    }
    key.pull = pull;
    key.takenLast = offset;
    move(key, offset, Place.UNDER_WAY);
    if (nextHeldBack(key) != null) {
      continued.add(key);
    }
  }

  private void move(Key key, long offset, @Nullable Place to) {
    Place from = put(key.hash, offset, to);
    key.underWay += (to == Place.UNDER_WAY ? 1 : 0) - (from == Place.UNDER_WAY ? 1 : 0);
    heldBack += (to == Place.HELD_BACK ? 1 : 0) - (from == Place.HELD_BACK ? 1 : 0);
    if (behind(key, -1) == NONE) {
      keys.remove(key.hash);
      ready.remove(key);
    } else if (isReady(key)) {
      ready.add(key);
    } else {
      ready.remove(key);
    }
  }

  /** Its new place, or none; the one before, or null. */
  private @Nullable Place put(int hash, long offset, @Nullable Place to) {
    long at = unsettled.of(hash, offset);
    Place from = at == NONE ? null : unsettled.value(at);
    if (to == null) {
      if (at != NONE) {
        unsettled.remove(at);
      }
    } else if (at == NONE) {
      unsettled.add(hash, offset, to);
    } else {
      unsettled.set(at, to);
    }
    return from;
  }

  /**
   * Takes a message that was held back: the one behind another that this same pull has taken, or
   * the first one of a key that is free.
   */
  @Nullable Long takeReady(long pull) {
    Key key = pull == lastPull ? continued.poll() : null;
    Long offset = key == null ? null : nextHeldBack(key);
    if (key == null || offset == null) {
      if (ready.isEmpty()) {
        return null;
      }
      key = ready.getFirst();
      offset = unsettled.second(behind(key, -1));
    }
    take(key, offset, pull);
    return offset;
  }

  /** Whether no message stands here. */
  boolean isEmpty() {
    return keyOf.size() == 0;
  }

  /** What is under way of the message's key, the message itself where it has no key. */
  List<Long> underWayWith(long offset) {
    Key key = keyAt(offset);
    if (key == null) {
      return List.of(offset);
    }
    List<Long> underWay = new ArrayList<>(key.underWay);
    long at = behind(key, -1);
    while (at != NONE && underWay.size() < key.underWay) {
      if (unsettled.value(at) == Place.UNDER_WAY) {
        underWay.add(unsettled.second(at));
      }
      at = ofKey(key, unsettled.next(at));
    }
    return underWay;
  }

  /** Whether a message is under way, waits for its retry or is held back here. */
  boolean knows(long offset) {
    return keyOf.of(offset, 0) != NONE;
  }

  boolean hasReady() {
    return !ready.isEmpty();
  }

  int heldBackCount() {
    return heldBack;
  }
}
