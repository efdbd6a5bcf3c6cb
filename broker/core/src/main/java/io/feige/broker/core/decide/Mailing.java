package io.feige.broker.core.decide;

import io.feige.broker.core.group.BySession;
import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Handout;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.record.JournalRecord;
import io.feige.broker.core.state.Mailbox;
import io.feige.broker.core.state.Mailboxes;
import io.feige.protocol.command.AckMail;
import io.feige.protocol.command.DeleteMailbox;
import io.feige.protocol.command.ListMailboxes;
import io.feige.protocol.command.Mail;
import io.feige.protocol.command.MailAcked;
import io.feige.protocol.command.MailboxDeleted;
import io.feige.protocol.command.MailboxList;
import io.feige.protocol.command.ReadMailbox;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.MailAck;
import io.feige.protocol.model.MailboxDescription;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Decides on what owners of mailboxes ask: read, ack, list, delete. What comes into mailboxes is
 * {@link Publishing}'s, and {@link Addressing} says whose they are.
 */
final class Mailing {
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** A list on the wire holds no more. */
  private static final int MAX_MESSAGES = 65_535;

  /** How long a read waits for messages to be fetched; after that the client asks again. */
  private static final int FETCH_WAIT_MILLIS = 1_000;

  /** Reads that wait for one mailbox: all are answered in the turn in which a message comes. */
  private static final int MOST_AT_ONE = Parking.MOST_PER_TURN;

  /** A read that waits, as something that belongs to a connection. */
  private record Waiting(ActivePartition partition, Ticket read) {}

  private final BySession<Waiting> waiting = new BySession<>();
  private final ActiveState active;
  private final Alarms<ActivePartition> alarms;

  Mailing(ActiveState active, Alarms<ActivePartition> alarms) {
    this.active = active;
    this.alarms = alarms;
  }

  void read(Ticket ticket, ReadMailbox read, Now now, Sink sink) {
    ActivePartition partition = active.ofMailboxes(ticket, read.topic(), sink);
    if (partition == null) {
      return;
    }
    ParkedMail asked = new ParkedMail(ticket, read);
    Gathered gathered = gather(partition, asked, sink);
    switch (gathered.found()) {
      case MISSING -> {
        if (park(partition, asked, FETCH_WAIT_MILLIS, now, sink)) {
          partition.mailroom().fetches(ticket, now.nanos());
        }
      }
      case NOTHING -> {
        // A place beyond the end belongs to a mailbox that was deleted.
        boolean isBeyond = read.from() > gathered.head().end() + 1;
        if (read.waitMillis() > 0 && !isBeyond) {
          park(partition, asked, read.waitMillis(), now, sink);
        } else {
          answer(asked, gathered, sink);
        }
      }
      case SOMETHING -> answer(asked, gathered, sink);
    }
  }

  /** Keeps it until something comes; false when it is refused. */
  private boolean park(
      ActivePartition partition, ParkedMail asked, int waitMillis, Now now, Sink sink) {
    Ticket ticket = asked.ticket();
    if (partition.mailroom().holds(ticket)) {
      String sentence = "read " + ticket.correlation() + " of this connection still waits";
      sink.answer(ticket, Refusal.of(ErrorCode.INVALID_ARGUMENT, sentence));
      return false;
    }
    Refusal refusal =
        partition.mailroom().awaitedBy(asked.identity()) < MOST_AT_ONE
            ? active.parked().refuse(ticket)
            : ParkedRequests.tooMany(MOST_AT_ONE + " reads wait for this mailbox already");
    if (refusal == null) {
      active.parked().addRead(ticket);
      waiting.add(ticket.session(), new Waiting(partition, ticket));
      partition.mailroom().add(asked, now.nanos() + waitMillis * NANOS_PER_MILLI);
      setAlarm(partition);
      return true;
    }
    sink.answer(ticket, refusal);
    return false;
  }

  /** These owners can see messages that they could not see before. */
  void serve(ActivePartition partition, Set<String> recipients, Now now, Sink sink) {
    partition.mailroom().serveSoon(recipients);
    serveOwners(partition, now, sink);
    setAlarm(partition);
  }

  /** The same in the next turn. */
  void serveSoon(ActivePartition partition, Set<String> recipients, Now now) {
    partition.mailroom().serveSoon(recipients);
    partition.mailroom().leaveOwners(now.nanos());
    setAlarm(partition);
  }

  private void serveOwners(ActivePartition partition, Now now, Sink sink) {
    Mailroom mailroom = partition.mailroom();
    for (int served = 0; served < Parking.MOST_PER_TURN; ) {
      String owner = mailroom.takeOwner();
      if (owner == null) {
        return;
      }
      List<ParkedMail> parked = mailroom.of(owner);
      serveAll(partition, parked, now, sink);
      served += 1 + parked.size();
    }
    mailroom.leaveOwners(now.nanos());
  }

  /** What had to be fetched is there, perhaps. */
  void fetched(ActivePartition partition, Now now, Sink sink) {
    partition.mailroom().fetched(now.nanos());
    serveAll(partition, partition.mailroom().fetching(now.nanos()), now, sink);
    setAlarm(partition);
  }

  private void serveAll(ActivePartition partition, List<ParkedMail> parked, Now now, Sink sink) {
    for (ParkedMail each : parked) {
      if (!mayHaveSome(partition, each.read())) {
        continue;
      }
      Gathered gathered = gather(partition, each, sink);
      if (gathered.found() == Found.SOMETHING) {
        // Only then: who is answered with a fault is told so as long as it waits.
        answer(each, gathered, sink);
        waitsNoMore(partition, each.ticket());
      } else if (gathered.found() == Found.MISSING) {
        partition.mailroom().fetches(each.ticket(), now.nanos());
      }
    }
  }

  private static boolean mayHaveSome(ActivePartition partition, ReadMailbox read) {
    Mailbox mailbox = partition.mailboxes().find(read.identity());
    return mailbox != null && read.from() <= partition.mailroom().lastSeen(mailbox);
  }

  private void waitsNoMore(ActivePartition partition, Ticket read) {
    if (partition.mailroom().remove(read)) {
      active.parked().removeRead(read);
      waiting.remove(read.session(), new Waiting(partition, read));
    }
  }

  /** Some have waited long enough, or were left when others got what they wait for. */
  void timePassed(ActivePartition partition, Now now, Sink sink) {
    serveOwners(partition, now, sink);
    serveAll(partition, partition.mailroom().fetching(now.nanos()), now, sink);
    for (ParkedMail overdue : partition.mailroom().overdue(now.nanos())) {
      answer(overdue, gather(partition, overdue, sink), sink);
      waitsNoMore(partition, overdue.ticket());
    }
    setAlarm(partition);
  }

  /** Nobody waits for the session's reads any more. */
  void forget(long session) {
    for (Waiting gone : waiting.take(session)) {
      if (gone.partition().mailroom().remove(gone.read())) {
        active.parked().removeRead(gone.read());
        setAlarm(gone.partition());
      }
    }
  }

  /** Ends the waiting reads of a partition that is no more. */
  void refuseParked(ActivePartition partition, Refusal refusal, Sink sink) {
    for (ParkedMail parked : partition.mailroom().all()) {
      waitsNoMore(partition, parked.ticket());
      sink.answer(parked.ticket(), refusal);
    }
    setAlarm(partition);
  }

  /** Tells those who wait that there is nothing, so that they ask again. */
  void letGo(ActivePartition partition, WatchedSink sink) {
    for (ParkedMail parked : partition.mailroom().all()) {
      waitsNoMore(partition, parked.ticket());
      if (!sink.isAnswered(parked.ticket())) {
        answer(parked, nothing(partition, parked.read()), sink);
      }
    }
    alarms.set(partition, Long.MAX_VALUE);
  }

  private void setAlarm(ActivePartition partition) {
    alarms.set(partition, partition.mailroom().nextNanos());
  }

  /** Whether there is anything for a read. */
  private enum Found {
    NOTHING,
    /** What comes first has to be fetched from the history. */
    MISSING,
    /** Something; it is not in the answer where whoever asks does not read its answers. */
    SOMETHING
  }

  /** What is there for a read. */
  private record Gathered(Mail head, List<Handout> handouts, Found found) {}

  private Gathered nothing(ActivePartition partition, ReadMailbox read) {
    Mailbox mailbox = partition.mailboxes().find(read.identity());
    long from = Math.max(1, read.from());
    Mail head =
        mailbox == null
            ? head(from, from, 0, 0, 0)
            : head(
                from,
                from,
                mailbox.acked(),
                partition.mailroom().lastSeen(mailbox),
                mailbox.dropped());
    return new Gathered(head, List.of(), Found.NOTHING);
  }

  private void answer(ParkedMail asked, Gathered gathered, Sink sink) {
    sink.handOut(asked.ticket(), new Handed.ToOwner(gathered.head(), gathered.handouts()));
  }

  private Mail head(long first, long next, long acked, long end, long dropped) {
    return new Mail(active.state().epoch(), first, next, acked, end, dropped, List.of());
  }

  private Gathered gather(ActivePartition partition, ParkedMail asked, Sink sink) {
    ReadMailbox read = asked.read();
    Mailbox mailbox = partition.mailboxes().find(read.identity());
    if (mailbox == null) {
      return nothing(partition, read);
    }
    int id = partition.state().id();
    long last = partition.mailroom().lastSeen(mailbox);
    long from = read.from() == 0 ? mailbox.acked() + 1 : read.from();
    boolean canTake = sink.canTake(asked.ticket());
    int messages = canTake ? Math.min(read.maxMessages(), MAX_MESSAGES) : 0;
    MailPick pick = new MailPick(active.log(), id, mailbox);
    pick.pick(from, last, messages, Math.min(read.maxBytes(), active.limits().maxPullBytes()));
    if (pick.missing() >= 0) {
      sink.fetch(id, pick.missing());
    }
    Mail head = head(pick.first(), pick.next(), mailbox.acked(), last, mailbox.dropped());
    return new Gathered(head, pick.handouts(), found(pick, canTake || from > last));
  }

  private static Found found(MailPick pick, boolean isAll) {
    if (!isAll || !pick.handouts().isEmpty()) {
      return Found.SOMETHING;
    }
    return pick.missing() >= 0 ? Found.MISSING : Found.NOTHING;
  }

  void ack(Ticket ticket, AckMail ack, Now now, Sink sink) {
    ActivePartition partition = active.ofMailboxes(ticket, ack.topic(), sink);
    if (partition == null) {
      return;
    }
    List<MailAck> moved = moved(partition, ack.acks());
    if (moved.isEmpty()) {
      sink.answerWhenCommitted(ticket, new MailAcked());
      return;
    }
    int id = partition.state().id();
    JournalRecord.MailAcked record = new JournalRecord.MailAcked(id, moved);
    if (sink.hasRoomFor(ActiveState.ROOM_FOR_RECORD + moved.size() * AckMail.MOST_ACK_BYTES)) {
      active.scribe().write(record, null, now, sink);
      sink.answerWhenCommitted(ticket, new MailAcked());
    } else {
      sink.answer(ticket, active.diskFull("the disk has no room for the record"));
    }
  }

  /** What changes something, as far as it may be seen. */
  private static List<MailAck> moved(ActivePartition partition, List<MailAck> acks) {
    List<MailAck> moved = new ArrayList<>(acks.size());
    for (MailAck ack : acks) {
      Mailbox mailbox = partition.mailboxes().find(ack.identity());
      if (mailbox != null) {
        // One beyond the end is for a mailbox that has gone, and says nothing of this one.
        boolean isThere = ack.upTo() <= partition.mailroom().lastSeen(mailbox);
        if (isThere && ack.upTo() > mailbox.acked()) {
          moved.add(ack);
        }
      }
    }
    return moved;
  }

  void delete(Ticket ticket, DeleteMailbox delete, Now now, Sink sink) {
    ActivePartition partition = active.ofMailboxes(ticket, delete.topic(), sink);
    if (partition == null) {
      return;
    }
    if (partition.mailboxes().find(delete.identity()) == null) {
      sink.answerWhenCommitted(ticket, new MailboxDeleted());
    } else if (!sink.hasRoomFor(ActiveState.ROOM_FOR_RECORD)) {
      sink.answer(ticket, active.diskFull("the disk has no room for the record"));
    } else {
      int id = partition.state().id();
      JournalRecord record = new JournalRecord.MailboxDeleted(id, delete.identity());
      active.scribe().write(record, null, now, sink);
      sink.answerWhenCommitted(ticket, new MailboxDeleted());
    }
  }

  void list(Ticket ticket, ListMailboxes list, Sink sink) {
    ActivePartition partition = active.ofMailboxes(ticket, list.topic(), sink);
    if (partition == null) {
      return;
    }
    Mailboxes mailboxes = partition.mailboxes();
    Page<MailboxDescription> page = new Page<>();
    String next = "";
    if (list.identity().isEmpty()) {
      for (Mailbox mailbox : mailboxes.after(list.after())) {
        add(mailbox, partition, page);
        if (page.isFull() || page.entries().size() == list.limit()) {
          next = mailbox.identity();
          break;
        }
      }
    } else {
      Mailbox only = mailboxes.find(list.identity());
      if (only != null) {
        add(only, partition, page);
      }
    }
    sink.answer(ticket, new MailboxList(mailboxes.size(), page.entries(), next));
  }

  private static void add(
      Mailbox mailbox, ActivePartition partition, Page<MailboxDescription> page) {
    long last = partition.mailroom().lastSeen(mailbox);
    page.add(mailbox.describe(last), mailbox.identity().length());
  }
}
