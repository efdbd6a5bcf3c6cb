package io.feige.broker.core.state;

import io.feige.broker.core.state.Mailbox.Subscribed;
import io.feige.protocol.model.MailSubscription;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The mailboxes of a topic on this pair, by identity, and which of them get the messages of which
 * channels. Durable state, owned by one thread.
 */
public final class Mailboxes {
  /** Nodes of the tree of filters that are looked at for one question: some milliseconds. */
  private static final int MOST_VISITED = 50_000;

  private final TreeMap<String, Mailbox> byIdentity = new TreeMap<>();
  private final Subscriptions subscriptions = new Subscriptions();
  private final MailQueue queue = new MailQueue();
  private long held;
  private long bytes;

  Mailboxes() {}

  public int size() {
    return byIdentity.size();
  }

  /** Messages that are held in all of them. */
  long held() {
    return held;
  }

  /** What they take of the heap, see {@link MailCost}. */
  long bytes() {
    return bytes + held * MailCost.MESSAGE_BYTES;
  }

  /** Messages of channels that have to come into them yet. */
  MailQueue queue() {
    return queue;
  }

  public @Nullable Mailbox find(String identity) {
    return byIdentity.get(identity);
  }

  /** Those whose identities come after one, by identity. */
  public Collection<Mailbox> after(String identity) {
    return byIdentity.tailMap(identity, false).values();
  }

  /** The first whose identity comes after one; null: there is none. */
  @Nullable Mailbox next(String identity) {
    Map.Entry<String, Mailbox> next = byIdentity.higherEntry(identity);
    return next == null ? null : next.getValue();
  }

  /** Those that have a filter, as it is written, by identity. */
  public NavigableMap<String, Mailbox> withFilter(String filter) {
    Subscriptions.Filter found = subscriptions.find(filter);
    return found == null
        ? Collections.emptyNavigableMap()
        : Collections.unmodifiableNavigableMap(found.subscribers());
  }

  /**
   * For each message of a channel, into how many mailboxes it comes at most. Nobody waits long for
   * it: where there is too much to look at, the rest come into all as far as this knows.
   */
  public List<Long> reaches(List<String> channels) {
    Map<String, Long> known = new HashMap<>();
    List<Long> reaches = new ArrayList<>(channels.size());
    long visited = 0;
    for (String channel : channels) {
      Long reach = known.get(channel);
      if (reach == null) {
        reach = (long) size();
        if (visited < MOST_VISITED) {
          Subscriptions.Fitting fitting = subscriptions.fitting(channel);
          visited += fitting.visited();
          reach = Math.min(reach, fitting.subscribers());
        }
        known.put(channel, reach);
      }
      reaches.add(reach);
    }
    return reaches;
  }

  /** Of so many messages that come, how many are held more at most, the mailboxes being these. */
  public long more(long coming, int cap) {
    long room = (long) size() * cap - held;
    // Where the cap was lowered, what some hold beyond it hides what others may take.
    return room < 0 ? coming : Math.min(coming, room);
  }

  /** Messages of channels that have to come into them yet. */
  public int waiting() {
    return queue.size();
  }

  /** The channels of these, in their order. */
  public List<String> waitingChannels() {
    List<String> channels = new ArrayList<>(queue.size());
    queue.entries().forEach(each -> channels.add(each.channel()));
    return channels;
  }

  /**
   * An owner's mailbox, which is made if there is none.
   *
   * @param snapshot the latest one that began
   */
  Mailbox findOrBegin(String identity, int snapshot) {
    Mailbox mailbox = byIdentity.get(identity);
    if (mailbox == null) {
      mailbox = new Mailbox(identity, snapshot);
      byIdentity.put(identity, mailbox);
      bytes += MailCost.ofMailbox(identity);
    }
    return mailbox;
  }

  /** Puts a message into one of them. */
  void push(Mailbox mailbox, long offset, int cap) {
    held -= mailbox.held();
    mailbox.push(offset, cap);
    held += mailbox.held();
  }

  /** A subscription that is there gets another tag. */
  void subscribe(Mailbox mailbox, MailSubscription added, long endOffset) {
    Subscribed before = mailbox.subscriptions().get(added.filter());
    long since = before == null ? endOffset : before.since();
    mailbox.subscribe(added.filter(), new Subscribed(added.tag(), since));
    subscriptions.add(added.filter(), mailbox);
    bytes += before == null ? MailCost.ofFilter(added.filter()) : 0;
  }

  void unsubscribe(Mailbox mailbox, String filter) {
    if (mailbox.unsubscribe(filter)) {
      subscriptions.remove(filter, mailbox.identity());
      bytes -= MailCost.ofFilter(filter);
    }
  }

  /**
   * Goes on with messages of channels.
   *
   * @param most so many steps, see {@link MailQueue#spread}
   */
  void spread(int most, MailQueue.Taker to) {
    queue.spread(most, subscriptions, to);
  }

  /** Adds one that is put back. */
  void add(Mailbox mailbox) {
    byIdentity.put(mailbox.identity(), mailbox);
    held += mailbox.held();
    bytes += MailCost.ofMailbox(mailbox.identity());
    for (String filter : mailbox.subscriptions().keySet()) {
      subscriptions.add(filter, mailbox);
      bytes += MailCost.ofFilter(filter);
    }
  }

  void remove(Mailbox mailbox) {
    byIdentity.remove(mailbox.identity());
    held -= mailbox.held();
    bytes -= MailCost.ofMailbox(mailbox.identity());
    for (String filter : mailbox.subscriptions().keySet()) {
      subscriptions.remove(filter, mailbox.identity());
      bytes -= MailCost.ofFilter(filter);
    }
  }
}
