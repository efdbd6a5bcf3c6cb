package io.feige.broker.core.state;

import io.feige.protocol.model.MailboxDescription;
import java.util.Arrays;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one owner was sent: a ring of offsets, numbered from 1 on without a gap, and how far the
 * owner has dealt with it. A full one makes room for what is new. Owned by one thread.
 */
public final class Mailbox {
  private static final int FIRST_CAPACITY = 4;

  private static final long NONE = -1;

  private final String identity;
  private long[] offsets = new long[FIRST_CAPACITY];
  private int first;
  private int held;
  private long end;
  private long acked;
  private long dropped;
  private int snapshot;
  private long lastOfChannels = NONE;
  private @Nullable TreeMap<String, Subscribed> subscriptions;

  /**
   * Of a filter that the owner has.
   *
   * @param since offset of the first message that may come by it
   */
  public record Subscribed(long tag, long since) {}

  /**
   * An empty one.
   *
   * @param snapshot the latest one that began, which knows nothing of this
   */
  Mailbox(String identity, int snapshot) {
    this.identity = identity;
    this.snapshot = snapshot;
  }

  public String identity() {
    return identity;
  }

  /** Sequence of the oldest message that is held; one more than {@link #end} when none is. */
  public long oldest() {
    return end - held + 1;
  }

  /** Sequence of the last message; 0: there was none yet. */
  public long end() {
    return end;
  }

  /** The owner has dealt with everything up to this sequence. */
  public long acked() {
    return acked;
  }

  /** Messages that were not acked when they made room. */
  public long dropped() {
    return dropped;
  }

  /** The offset of a message that is held. */
  public long offset(long sequence) {
    if (sequence < oldest() || sequence > end) {
      throw new IllegalArgumentException(
          "message " + sequence + " of " + oldest() + " to " + end + " of a mailbox");
    }
    return offsets[(int) ((first + sequence - oldest()) % offsets.length)];
  }

  /** What may be seen of it, if that ends with a message. */
  public MailboxDescription describe(long lastSeen) {
    int seen = (int) Math.max(0, lastSeen - oldest() + 1);
    return new MailboxDescription(identity, seen, acked, lastSeen, dropped);
  }

  /** How many messages it holds. */
  public int held() {
    return held;
  }

  void push(long offset, int cap) {
    while (held >= cap) {
      dropped += oldest() > acked ? 1 : 0;
      first = (first + 1) % offsets.length;
      held--;
    }
    if (held == offsets.length) {
      grow(Math.min(cap, held * 2));
    }
    offsets[(first + held) % offsets.length] = offset;
    held++;
    end++;
  }

  private void grow(int capacity) {
    long[] larger = Arrays.copyOfRange(offsets, first, first + capacity);
    System.arraycopy(offsets, 0, larger, offsets.length - first, first);
    offsets = larger;
    first = 0;
  }

  void ack(long upTo) {
    acked = Math.max(acked, Math.min(upTo, end));
  }

  /** What comes into it beside what is sent to its owner, by filter. */
  public NavigableMap<String, Subscribed> subscriptions() {
    return subscriptions == null ? Collections.emptyNavigableMap() : subscriptions;
  }

  void subscribe(String filter, Subscribed subscribed) {
    subscriptions = subscriptions == null ? new TreeMap<>() : subscriptions;
    subscriptions.put(filter, subscribed);
  }

  /** Whether there was such a subscription. */
  boolean unsubscribe(String filter) {
    boolean was = subscriptions != null && subscriptions.remove(filter) != null;
    if (subscriptions().isEmpty()) {
      subscriptions = null;
      lastOfChannels = NONE;
    }
    return was;
  }

  /**
   * Offers a message of a channel by a filter; returns whether it comes in, because it has not come
   * by another one. Those of channels come in the order of their offsets.
   */
  boolean take(String filter, long messageOffset) {
    Subscribed subscribed = subscriptions().get(filter);
    boolean takes =
        subscribed != null && subscribed.since() <= messageOffset && lastOfChannels < messageOffset;
    lastOfChannels = takes ? messageOffset : lastOfChannels;
    return takes;
  }

  /** Offset of the last message that came by a subscription; -1: none has. */
  long lastOfChannels() {
    return lastOfChannels;
  }

  void cameByChannels(long last) {
    lastOfChannels = last;
  }

  /** Puts it back as it was. */
  void restore(long[] held, long end, long acked, long dropped) {
    this.offsets = held.length < FIRST_CAPACITY ? Arrays.copyOf(held, FIRST_CAPACITY) : held;
    this.held = held.length;
    this.end = end;
    this.acked = acked;
    this.dropped = dropped;
  }

  /** Whether it is asked so for a snapshot for the first time. */
  boolean isNewTo(int newSnapshot) {
    boolean isNew = snapshot != newSnapshot;
    snapshot = newSnapshot;
    return isNew;
  }
}
