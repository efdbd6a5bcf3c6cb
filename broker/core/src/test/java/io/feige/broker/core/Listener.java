package io.feige.broker.core;

import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Settle;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.StartAt;
import io.feige.protocol.model.Verdict;
import java.util.ArrayList;
import java.util.List;

/** A consumer with a number of its own that fetches ahead, over one connection at a time. */
final class Listener {
  static final int LEASE_MILLIS = 30_000;

  private final Replica replica;
  private final String topic;
  private final long holder;
  private long session;

  Listener(Replica replica, String topic, long holder) {
    this.replica = replica;
    this.topic = topic;
    this.holder = holder;
    this.session = holder * 1_000;
  }

  /** The same consumer at a replica that took over. */
  Listener at(Replica next) {
    return new Listener(next, topic, holder);
  }

  Ticket asks(int messages) {
    return replica.ask(session, pull(messages, 600_000, LeaseStage.UNSTARTED));
  }

  private Pull pull(int messages, int waitMillis, LeaseStage stage) {
    return new Pull(
        topic,
        0,
        Replica.GROUP,
        "listener-" + holder,
        holder,
        StartAt.EARLIEST,
        messages,
        1 << 20,
        waitMillis,
        LEASE_MILLIS,
        stage);
  }

  /** Fetches ahead until it has so many messages, which have to be there. */
  List<Delivered> fetched(int messages) {
    List<Delivered> fetched = new ArrayList<>();
    while (fetched.size() < messages) {
      Ticket pull = asks(messages - fetched.size());
      replica.commit();
      fetched.addAll(replica.deliveriesOf(pull));
    }
    return fetched;
  }

  /** Takes what is there at once, as started. */
  List<Delivered> took(int messages) {
    Ticket pull = replica.ask(session, pull(messages, 0, LeaseStage.STARTED));
    replica.commit();
    return replica.deliveriesOf(pull);
  }

  Ticket settles(Verdict... verdicts) {
    int generation = replica.group(topic).generation();
    return replica.ask(
        session,
        new Settle(
            topic, 0, Replica.GROUP, "listener-" + holder, holder, generation, List.of(verdicts)));
  }

  /**
   * Takes what is there at once, claimed but for what comes again, which is to be started singly.
   */
  List<Delivered> claimed(int messages) {
    Ticket pull = replica.ask(session, pull(messages, 0, LeaseStage.CLAIMED));
    replica.commit();
    return replica.deliveriesOf(pull);
  }

  /** Settles, and returns what came too late. */
  List<OffsetRange> settled(Verdict... verdicts) {
    Ticket ticket = settles(verdicts);
    replica.commit();
    return replica.settled(ticket).stale();
  }

  /** Its connection closes. */
  void goes() {
    replica.decide(new Event.SessionClosed(session));
  }

  /** From now on it speaks over another connection. */
  void comesBack() {
    session++;
  }
}
