package io.feige.proxy.broadcast;

import io.feige.client.ReceivedMessage;
import io.feige.client.StartFrom;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.verb.Follower;
import io.feige.proxy.verb.MessageForm;
import io.feige.proxy.verb.Places;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A topic that is read once, from some places on, and told to all who listen. The last messages are
 * kept, so that who comes again after a break, or was slow, need not be read for on its own.
 */
public final class Broadcast implements Follower.Out {
  /** Bytes of the last messages that are kept. */
  private static final int KEPT_BYTES = 1 << 20;

  private static final int KEPT = 4_096;

  /** Bytes that all broadcasts keep together; beyond, each that is told something keeps less. */
  private static final long ALL_BYTES = 32L << 20;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final MessageForm form;
  private final AtomicLong allBytes;
  private final Map<String, Long> next = new HashMap<>();

  /** From here on all messages of a pair are kept; where there is none, from the beginning. */
  private final Map<String, Long> floors = new HashMap<>();

  private final Map<String, Integer> partitions = new HashMap<>();

  private final ArrayDeque<SharedMessage> kept = new ArrayDeque<>();
  private final Map<Executor, Lane> lanes = new HashMap<>();
  private int keptBytes;
  private int attached;
  private int signsAlone;
  private String places;
  private @Nullable Problem end;

  /**
   * Nothing is told yet.
   *
   * @param form of what is told
   * @param allBytes what all broadcasts keep
   */
  Broadcast(Places start, MessageForm form, AtomicLong allBytes) {
    this.form = form;
    this.allBytes = allBytes;
    places = start.toString();
    start
        .byPair()
        .forEach((pair, from) -> {
          next.put(pair, from.value());
          partitions.put(pair, from.partition());
          floors.put(pair, from.value());
        });
  }

  /** Where it is now. */
  public String places() {
    lock.lock();
    try {
      return places;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Tells a listener all behind its places, if what it has missed is kept.
   *
   * @return false: it is not, or the listener is ahead, or the broadcast is over
   */
  public boolean join(Places from, Listener listener) {
    lock.lock();
    try {
      Map<String, StartFrom> own = from.byPair();
      if (end != null || !isKept(own)) {
        return false;
      }
      lanes.computeIfAbsent(listener.lane(), Lane::new).join(listener, missed(own));
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** How many messages that it has told lie behind these places. */
  public long behind(Places from) {
    Map<String, StartFrom> own = from.byPair();
    lock.lock();
    try {
      return next.entrySet().stream()
          .mapToLong(pair -> Math.max(0, pair.getValue() - offset(own, pair.getKey())))
          .sum();
    } finally {
      lock.unlock();
    }
  }

  /** What is kept and lies behind these places. From the end on, because that is little. */
  private List<SharedMessage> missed(Map<String, StartFrom> own) {
    long left =
        next.entrySet().stream()
            .filter(pair -> offset(own, pair.getKey()) < pair.getValue())
            .count();
    ArrayDeque<SharedMessage> missed = new ArrayDeque<>();
    Iterator<SharedMessage> newestFirst = kept.descendingIterator();
    Set<String> done = new HashSet<>();
    while (done.size() < left && newestFirst.hasNext()) {
      SharedMessage message = newestFirst.next();
      long from = offset(own, message.pair());
      if (message.offset() >= from) {
        missed.addFirst(message);
      }
      if (message.offset() <= from && from < next.getOrDefault(message.pair(), 0L)) {
        done.add(message.pair());
      }
    }
    return List.copyOf(missed);
  }

  private boolean isKept(Map<String, StartFrom> from) {
    boolean areOffsets =
        from.values().stream().allMatch(place -> place.kind() == StartFrom.Kind.OFFSET);
    return areOffsets
        && from.entrySet().stream().allMatch(own -> counts(own.getKey(), own.getValue()))
        && next.entrySet().stream()
            .allMatch(pair -> {
              long own = offset(from, pair.getKey());
              return own <= pair.getValue() && own >= floors.getOrDefault(pair.getKey(), 0L);
            })
        && from.entrySet().stream()
            .allMatch(place -> next.containsKey(place.getKey()) || place.getValue().value() == 0);
  }

  /** Whether the place is in the same partition, as far as both are known. */
  private boolean counts(String pair, StartFrom own) {
    int known = partitions.getOrDefault(pair, 0);
    return own.partition() == 0 || known == 0 || own.partition() == known;
  }

  private static long offset(Map<String, StartFrom> from, String pair) {
    StartFrom place = from.get(pair);
    return place == null ? 0 : place.value();
  }

  /** Somebody wants to listen, whether it can at the moment or not. */
  public void attach() {
    lock.lock();
    try {
      attached++;
      signsAlone = 0;
    } finally {
      lock.unlock();
    }
  }

  /** Somebody wants to listen no more. */
  public void detach(Listener listener) {
    lock.lock();
    try {
      attached--;
      Lane lane = lanes.get(listener.lane());
      if (lane != null) {
        lane.leave();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void came(ReceivedMessage message, Places at) {
    String json = form.text(message);
    StartFrom behind =
        Objects.requireNonNull(at.byPair().get(message.pair()), "a message is of a pair");
    tell(new SharedMessage(message.pair(), behind, at.toString(), json));
  }

  void tell(SharedMessage message) {
    lock.lock();
    try {
      next.put(message.pair(), message.behind().value());
      partitions.put(message.pair(), message.behind().partition());
      places = message.places();
      kept.add(message);
      keptBytes += message.bytes();
      allBytes.addAndGet(message.bytes());
      while (keptBytes > KEPT_BYTES || kept.size() > KEPT || allBytes.get() > ALL_BYTES) {
        if (!drop()) {
          break;
        }
      }
      changed.signalAll();
      lanes.values().forEach(lane -> lane.tell(message));
    } finally {
      lock.unlock();
    }
  }

  /** Keeps one message less, if there is any. */
  private boolean drop() {
    SharedMessage oldest = kept.poll();
    if (oldest == null) {
      return false;
    }
    keptBytes -= oldest.bytes();
    allBytes.addAndGet(-oldest.bytes());
    floors.put(oldest.pair(), oldest.offset() + 1);
    return true;
  }

  /** Waits until it is where the topic's end was, so that who begins there can join. */
  void awaitReached(Places target, long limitNanos) throws InterruptedException {
    lock.lock();
    try {
      long left = limitNanos;
      while (left > 0 && end == null && !isAt(target)) {
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean isAt(Places target) {
    return target.byPair().entrySet().stream()
        .allMatch(pair -> next.getOrDefault(pair.getKey(), 0L) >= pair.getValue().value());
  }

  @Override
  public boolean flush() {
    return true;
  }

  /** Ends when nobody has listened for two signs of life. */
  @Override
  public void goesOn(Places at) throws InterruptedException {
    lock.lock();
    try {
      places = at.toString();
      lanes.values().forEach(lane -> lane.goOn(places));
      signsAlone = attached == 0 ? signsAlone + 1 : 0;
      if (signsAlone > 2) {
        throw new InterruptedException("nobody listens");
      }
    } finally {
      lock.unlock();
    }
  }

  /** There will be no more. */
  void end(Problem why) {
    lock.lock();
    try {
      end = why;
      changed.signalAll();
      allBytes.addAndGet(-keptBytes);
      keptBytes = 0;
      kept.clear();
      lanes.values().forEach(lane -> lane.end(why));
    } finally {
      lock.unlock();
    }
  }

  /** Whether it is over. */
  public boolean isOver() {
    lock.lock();
    try {
      return end != null;
    } finally {
      lock.unlock();
    }
  }
}
