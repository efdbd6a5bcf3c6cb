package io.feige.broker.core.decide;

import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.state.Mailbox;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The mailboxes of a topic while this replica serves: what came into them and may not be seen yet,
 * and those who wait. Owned by one thread.
 */
final class Mailroom {
  private final Parking<ParkedMail> parked = new Parking<>(ParkedMail::ticket);
  private final Map<String, LinkedHashSet<Ticket>> byIdentity = new HashMap<>();
  private final LinkedHashSet<String> toServe = new LinkedHashSet<>();
  private long ownersNanos;

  private final Map<String, Integer> unseen = new HashMap<>();

  /** Messages came into these mailboxes that are not committed. */
  void came(List<String> recipients) {
    recipients.forEach(recipient -> unseen.merge(recipient, 1, Integer::sum));
  }

  /** They are committed. */
  void shown(List<String> recipients) {
    for (String recipient : recipients) {
      unseen.computeIfPresent(recipient, (_, count) -> count == 1 ? null : count - 1);
    }
  }

  /** Begins with what may not be seen in another one, and with nobody who waits. */
  void follow(Mailroom before) {
    unseen.putAll(before.unseen);
  }

  /** Sequence of the last message that may be seen; 0: there is none. */
  long lastSeen(Mailbox mailbox) {
    int hidden = unseen.getOrDefault(mailbox.identity(), 0);
    return Math.max(0, mailbox.end() - hidden);
  }

  int size() {
    return parked.size();
  }

  boolean holds(Ticket ticket) {
    return parked.holds(ticket);
  }

  void add(ParkedMail read, long deadlineNanos) {
    parked.add(read, deadlineNanos);
    byIdentity.computeIfAbsent(read.identity(), _ -> new LinkedHashSet<>(2)).add(read.ticket());
  }

  boolean remove(Ticket ticket) {
    ParkedMail read = parked.find(ticket);
    if (read == null || !parked.remove(ticket)) {
      return false;
    }
    byIdentity.computeIfPresent(
        read.identity(),
        (_, tickets) -> {
          tickets.remove(ticket);
          return tickets.isEmpty() ? null : tickets;
        });
    return true;
  }

  /** See {@link Parking#fetches}. */
  void fetches(Ticket ticket, long nowNanos) {
    parked.fetches(ticket, nowNanos);
  }

  /** See {@link Parking#fetched}. */
  void fetched(long nowNanos) {
    parked.fetched(nowNanos);
  }

  /** See {@link Parking#fetching}. */
  List<ParkedMail> fetching(long nowNanos) {
    return parked.fetching(nowNanos);
  }

  /** These owners can have something; {@link #takeOwner} gives them one by one. */
  void serveSoon(Set<String> owners) {
    toServe.addAll(owners);
  }

  /** Takes an owner who can have something; null: there is none. */
  @Nullable String takeOwner() {
    Iterator<String> first = toServe.iterator();
    if (!first.hasNext()) {
      return null;
    }
    String owner = first.next();
    first.remove();
    return owner;
  }

  /** The owners that are left can have something in the next turn. */
  void leaveOwners(long nowNanos) {
    ownersNanos = nowNanos + 1;
  }

  /** How many wait for one mailbox. */
  int awaitedBy(String identity) {
    LinkedHashSet<Ticket> tickets = byIdentity.get(identity);
    return tickets == null ? 0 : tickets.size();
  }

  /** Those who wait for one mailbox, in the order in which they came. */
  List<ParkedMail> of(String identity) {
    LinkedHashSet<Ticket> tickets = byIdentity.get(identity);
    return tickets == null ? List.of() : tickets.stream().map(this::existing).toList();
  }

  private ParkedMail existing(Ticket ticket) {
    @Nullable ParkedMail read = parked.find(ticket);
    if (read == null) {
      throw new IllegalStateException("read " + ticket + " of a mailbox waits no more");
    }
    return read;
  }

  List<ParkedMail> all() {
    return parked.all();
  }

  /** The first of those whose deadline has come; they wait until they are removed. */
  List<ParkedMail> overdue(long nowNanos) {
    return parked.overdue(nowNanos);
  }

  long nextNanos() {
    return toServe.isEmpty() ? parked.nextNanos() : Math.min(ownersNanos, parked.nextNanos());
  }
}
