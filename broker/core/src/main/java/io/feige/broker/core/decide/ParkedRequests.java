package io.feige.broker.core.decide;

import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The pulls and reads that wait for messages, the requests that wait for workers, and how many more
 * may: in all, and of one connection. Owned by one thread.
 */
final class ParkedRequests {
  /** Of one connection. What waits there is forgotten in one go when the connection ends. */
  static final int MOST_OF_A_SESSION = 4_096;

  private static final int RETRY_MILLIS = 1_000;

  private final int most;
  private final Map<Ticket, ActiveGroup> pulls = new LinkedHashMap<>();
  private final Set<Ticket> reads = new LinkedHashSet<>();
  private final Map<Long, Integer> bySession = new HashMap<>();
  private final Set<Ticket> asks = new LinkedHashSet<>();
  private final Map<Long, Integer> asksBySession = new HashMap<>();

  ParkedRequests(int most) {
    this.most = most;
  }

  /** Why one more may not wait; null: it may. */
  @Nullable Refusal refuse(Ticket ticket) {
    int all = pulls.size() + reads.size();
    if (all >= most) {
      return tooMany(all + " pulls and reads wait here already");
    }
    int own = bySession.getOrDefault(ticket.session(), 0);
    return own < MOST_OF_A_SESSION
        ? null
        : tooMany(own + " pulls and reads of this connection wait already");
  }

  /** Why one more request to workers may not wait; null: it may. */
  @Nullable Refusal refuseAsk(Ticket ask) {
    if (asks.contains(ask)) {
      return stillWaits(ask);
    }
    int own = asksBySession.getOrDefault(ask.session(), 0);
    if (asks.size() < most && own < MOST_OF_A_SESSION) {
      return null;
    }
    String sentence = own + " requests of this connection wait for workers, and " + asks.size();
    return new Refusal(ErrorCode.WORK_FULL, sentence + " of all", "", RETRY_MILLIS);
  }

  void addAsk(Ticket ask) {
    count(asksBySession, ask.session(), asks.add(ask) ? 1 : 0);
  }

  void removeAsk(Ticket ask) {
    count(asksBySession, ask.session(), asks.remove(ask) ? -1 : 0);
  }

  /** Whether a read or a question of a worker waits. */
  boolean holds(Ticket read) {
    return reads.contains(read);
  }

  static Refusal stillWaits(Ticket ticket) {
    String sentence = "request " + ticket.correlation() + " of this connection still waits";
    return Refusal.of(ErrorCode.INVALID_ARGUMENT, sentence);
  }

  static Refusal tooMany(String sentence) {
    return new Refusal(ErrorCode.TOO_MANY_PARKED_PULLS, sentence, "", RETRY_MILLIS);
  }

  void addPull(Ticket pull, ActiveGroup group) {
    count(pull.session(), pulls.put(pull, group) == null ? 1 : 0);
  }

  void removePull(Ticket pull) {
    count(pull.session(), pulls.remove(pull) == null ? 0 : -1);
  }

  void addRead(Ticket read) {
    count(read.session(), reads.add(read) ? 1 : 0);
  }

  void removeRead(Ticket read) {
    count(read.session(), reads.remove(read) ? -1 : 0);
  }

  private void count(long session, int change) {
    count(bySession, session, change);
  }

  private static void count(Map<Long, Integer> bySession, long session, int change) {
    if (change != 0) {
      bySession.merge(session, change, (before, by) -> before + by == 0 ? null : before + by);
    }
  }

  /** For which group a pull waits; null: it does not. */
  @Nullable ActiveGroup groupOf(Ticket pull) {
    return pulls.get(pull);
  }

  int pullCount() {
    return pulls.size();
  }

  /** Pulls first, and of each kind the one that has waited longest. */
  List<Ticket> all() {
    List<Ticket> all = new ArrayList<>(pulls.keySet());
    all.addAll(reads);
    all.addAll(asks);
    return all;
  }

  /** Forgets all that wait at a partition, after a fault left its bookkeeping in doubt. */
  void forget(
      ActivePartition partition, Stream<Ticket> readsElsewhere, Stream<Ticket> asksElsewhere) {
    pulls.values().removeIf(group -> group.partition().equals(partition));
    reads.clear();
    readsElsewhere.forEach(reads::add);
    asks.clear();
    asksElsewhere.forEach(asks::add);
    bySession.clear();
    asksBySession.clear();
    pulls.keySet().forEach(ticket -> count(ticket.session(), 1));
    reads.forEach(ticket -> count(ticket.session(), 1));
    asks.forEach(ticket -> count(asksBySession, ticket.session(), 1));
  }
}
