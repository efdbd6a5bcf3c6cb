package io.feige.broker.core.group;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
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

  private static final class Key {
    final int hash;
    final TreeMap<Long, Place> unsettled = new TreeMap<>();
    int underWay;
    long pull;
    long takenLast;

    Key(int hash) {
      this.hash = hash;
    }

    boolean isReady() {
      return underWay == 0 && unsettled.firstEntry().getValue() == Place.HELD_BACK;
    }

    /** The message behind the last one taken, if it may go out too; null if not. */
    @Nullable Long nextHeldBack() {
      Map.Entry<Long, Place> next = unsettled.higherEntry(takenLast);
      return next != null && next.getValue() == Place.HELD_BACK ? next.getKey() : null;
    }

    boolean mayTake(long offset, long forPull) {
      Long before = unsettled.lowerKey(offset);
      return before == null
          ? underWay == 0 || pull == forPull
          : underWay > 0 && pull == forPull && before == takenLast;
    }
  }

  private final Map<Integer, Key> keys = new HashMap<>();
  private final TreeMap<Long, Key> keyOf = new TreeMap<>();
  private final LinkedHashSet<Key> ready = new LinkedHashSet<>();
  private final ArrayDeque<Key> continued = new ArrayDeque<>();
  private long lastPull;
  private int heldBack;

  /**
   * Takes the message for pull {@code pull} when its key allows it, and holds it back otherwise.
   * Messages of one key that one pull takes go out together, in order.
   */
  boolean takeOrHoldBack(int hash, long offset, long pull) {
    Key key = keys.computeIfAbsent(hash, Key::new);
    keyOf.put(offset, key);
    if (key.mayTake(offset, pull)) {
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
    return key == null || key.mayTake(Long.MAX_VALUE, pull);
  }

  /** The message is to be tried again later. */
  void addWaiting(int hash, long offset) {
    Key key = keys.computeIfAbsent(hash, Key::new);
    keyOf.put(offset, key);
    move(key, offset, Place.WAITING);
  }

  /** The message goes out when it is its turn. */
  void addHeldBack(int hash, long offset) {
    Key key = keys.computeIfAbsent(hash, Key::new);
    keyOf.put(offset, key);
    move(key, offset, Place.HELD_BACK);
  }

  /** What is known here of the range is to be tried again later. */
  void letWait(long first, long last) {
    keyOf.subMap(first, true, last, true).forEach((at, key) -> move(key, at, Place.WAITING));
  }

  /** The message was handed back untouched: it goes first when its key is free. */
  void giveBack(long offset) {
    Key key = keyOf.get(offset);
    if (key != null) {
      move(key, offset, Place.HELD_BACK);
      if (key.isReady()) {
        // Who asked for it next gets it, and what was fetched for it was not fetched in vain.
        ready.addFirst(key);
      }
    }
  }

  /** The range is settled: what comes behind it becomes ready when nothing else is before it. */
  void release(long first, long last) {
    NavigableMap<Long, Key> settled = keyOf.subMap(first, true, last, true);
    for (Iterator<Map.Entry<Long, Key>> each = settled.entrySet().iterator(); each.hasNext(); ) {
      Map.Entry<Long, Key> next = each.next();
      move(next.getValue(), next.getKey(), null);
      each.remove();
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
    if (key.nextHeldBack() != null) {
      continued.add(key);
    }
  }

  private void move(Key key, long offset, @Nullable Place to) {
    Place from = to == null ? key.unsettled.remove(offset) : key.unsettled.put(offset, to);
    key.underWay += (to == Place.UNDER_WAY ? 1 : 0) - (from == Place.UNDER_WAY ? 1 : 0);
    heldBack += (to == Place.HELD_BACK ? 1 : 0) - (from == Place.HELD_BACK ? 1 : 0);
    if (key.unsettled.isEmpty()) {
      keys.remove(key.hash);
      ready.remove(key);
    } else if (key.isReady()) {
      ready.add(key);
    } else {
      ready.remove(key);
    }
  }

  /**
   * Takes a message that was held back: the one behind another that this same pull has taken, or
   * the first one of a key that is free.
   */
  @Nullable Long takeReady(long pull) {
    Key key = pull == lastPull ? continued.poll() : null;
    Long offset = key == null ? null : key.nextHeldBack();
    if (key == null || offset == null) {
      if (ready.isEmpty()) {
        return null;
      }
      key = ready.getFirst();
      offset = key.unsettled.firstKey();
    }
    take(key, offset, pull);
    return offset;
  }

  /** Whether no message stands here. */
  boolean isEmpty() {
    return keyOf.isEmpty();
  }

  /** What is under way of the message's key, the message itself where it has no key. */
  List<Long> underWayWith(long offset) {
    Key key = keyOf.get(offset);
    if (key == null) {
      return List.of(offset);
    }
    List<Long> underWay = new ArrayList<>(key.underWay);
    for (Map.Entry<Long, Place> each : key.unsettled.entrySet()) {
      if (underWay.size() == key.underWay) {
        break;
      }
      if (each.getValue() == Place.UNDER_WAY) {
        underWay.add(each.getKey());
      }
    }
    return underWay;
  }

  /** Whether a message is under way, waits for its retry or is held back here. */
  boolean knows(long offset) {
    return keyOf.containsKey(offset);
  }

  boolean hasReady() {
    return !ready.isEmpty();
  }

  int heldBackCount() {
    return heldBack;
  }
}
