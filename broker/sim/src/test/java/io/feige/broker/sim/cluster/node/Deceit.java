package io.feige.broker.sim.cluster.node;

import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.replica.ReplicaEvent;
import io.feige.broker.core.replica.ReplicaMachine;
import io.feige.broker.sim.cluster.wire.Breakage;
import io.feige.broker.sim.node.Misheard;
import io.feige.broker.sim.world.Mutation;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.BatchReader;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.batch.Decompressor;
import io.feige.protocol.cluster.AskKind;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.cluster.ReplicaReport;
import io.feige.protocol.command.AckMail;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Settle;
import io.feige.protocol.command.SubscribeMail;
import io.feige.protocol.link.Ack;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stands between the world and a replica machine: tells it the truth, or, in a run that is to be
 * caught, what is not so. It also knows which epoch a message really was of.
 */
final class Deceit {
  private static final int LONGEST_PROMISE_MILLIS = 600_000;

  private final Breakage breakage;
  private final Member self;
  private boolean isOfOldEpoch;
  private long handedOverEpoch = -1;
  private @Nullable PairState believed;

  Deceit(Breakage breakage, Member self) {
    this.breakage = breakage;
    this.self = self;
  }

  /** Whether a fault in one request is taken for one of the replica. */
  boolean endsAtFaults() {
    return breakage == Breakage.FAULT_ENDS_THE_REPLICA;
  }

  /** Something comes, and the replica knows an epoch. */
  void comes(ReplicaEvent event, long known) {
    isOfOldEpoch =
        event instanceof ReplicaEvent.Received received
            && !(received.message() instanceof io.feige.protocol.link.Join)
            && received.message().epoch() < known;
  }

  void goes() {
    isOfOldEpoch = false;
  }

  /** To be asked before anything is done that a message of an old epoch must not bring about. */
  void requireNoOldEpoch(String name, String what) {
    Violation.unless(!isOfOldEpoch, "%s %s, because of a message of an old epoch", name, what);
  }

  ReplicaEvent heard(ReplicaEvent event, ReplicaMachine machine) {
    if (event instanceof ReplicaEvent.Received(long session, var message)) {
      if (breakage == Breakage.NO_EPOCH_CHECK) {
        return new ReplicaEvent.Received(session, LinkMessages.ofEpoch(message, machine.epoch()));
      }
      if (breakage == Breakage.NO_LEASE && message instanceof Ack ack) {
        return new ReplicaEvent.Received(
            session,
            new Ack(
                ack.epoch(),
                ack.written(),
                ack.durable(),
                ack.sentNanos(),
                LONGEST_PROMISE_MILLIS));
      }
      if (breakage == Breakage.STANDBY_DISK_NOT_WATCHED && message instanceof Ack ack) {
        return new ReplicaEvent.Received(
            session,
            new Ack(
                ack.epoch(), ack.written(), ack.written(), ack.sentNanos(), ack.promiseMillis()));
      }
    }
    return event;
  }

  PairState learned(PairState state, ReplicaMachine machine) {
    believed = state;
    boolean isCalled = state.active().equals(self.node()) && state.epoch() > machine.epoch();
    if (breakage == Breakage.NO_WAITING_OUT && isCalled) {
      return with(state, state.inSync(), true, state.version());
    }
    if (breakage == Breakage.HAND_OVER_TO_REBOOTED && isCalled && state.handedOver()) {
      handedOverEpoch = state.epoch();
    }
    if (state.epoch() == handedOverEpoch) {
      List<Member> members =
          state.inSync().stream().map(m -> m.node().equals(self.node()) ? self : m).toList();
      return with(state, members, state.handedOver(), state.version());
    }
    return state;
  }

  private static PairState with(
      PairState state, List<Member> inSync, boolean handedOver, int version) {
    return new PairState(
        state.pair(),
        state.master(),
        state.backup(),
        state.active(),
        state.epoch(),
        inSync,
        handedOver,
        state.backupServes(),
        version);
  }

  /** What an active that asks to be alone in sync believes at once: that it is; null: nothing. */
  @Nullable ReplicaEvent hasty(ReplicaReport report) {
    PairState state = believed;
    if (state == null
        || breakage != Breakage.EARLY_SHRINK
        || report.ask().kind() != AskKind.SHRINK) {
      return null;
    }
    PairState alone = with(state, List.of(self), state.handedOver(), state.version() + 1);
    believed = alone;
    return new ReplicaEvent.Learned(alone, false);
  }

  ReplicaReport report(ReplicaReport report) {
    return breakage != Breakage.NO_WAITING_OUT
        ? report
        : new ReplicaReport(
            report.pair(),
            report.role(),
            report.epoch(),
            report.version(),
            report.isActing(),
            report.isServing(),
            true,
            report.lastEpoch(),
            report.end(),
            report.durable(),
            report.commit(),
            report.lagBytes(),
            report.stallMillis(),
            report.publishing(),
            report.storeLag(),
            report.ask(),
            report.story());
  }

  Event asked(Event event) {
    if (breakage == Breakage.CLAIMS_ARE_FORGOTTEN) {
      return Misheard.as(Mutation.CLAIMS_ARE_FORGOTTEN, event);
    }
    if (breakage == Breakage.CLAIM_IS_A_TRY) {
      return Misheard.as(Mutation.CLAIM_IS_A_TRY, event);
    }
    if (breakage == Breakage.MAIL_ACKS_ARE_FORGOTTEN
        && event instanceof Event.Ask(Ticket ticket, AckMail ack)) {
      return new Event.Ask(ticket, new AckMail(ack.topic(), ack.epoch(), List.of()));
    }
    if (breakage == Breakage.SUBSCRIPTIONS_ARE_FORGOTTEN
        && event instanceof Event.Ask(Ticket ticket, SubscribeMail s)
        && s.added().getFirst().filter().equals("room/1")) {
      SubscribeMail nothing =
          new SubscribeMail(s.topic(), s.epoch(), s.identity(), List.of(), List.of());
      return new Event.Ask(ticket, nothing);
    }
    if (breakage == Breakage.MAIL_IS_MISDIRECTED && event instanceof Event.Publish p) {
      return new Event.Publish(
          p.ticket(),
          p.topic(),
          p.epoch(),
          p.durability(),
          p.resolvedBelow(),
          toSomebodyElse(p.batch()));
    }
    if (breakage != Breakage.NO_EPOCH_CHECK) {
      return event;
    }
    return switch (event) {
      case Event.Publish p ->
          new Event.Publish(p.ticket(), p.topic(), 0, p.durability(), p.resolvedBelow(), p.batch());
      case Event.Ask ask -> new Event.Ask(ask.ticket(), ofAnyEpoch(ask.request()));
      default -> event;
    };
  }

  private static ByteBuffer toSomebodyElse(ByteBuffer batch) {
    BatchHead head = BatchHead.at(batch, batch.position());
    if (!head.hasColumn(BatchHead.KEY_HASHES) || head.problem() != null) {
      return batch;
    }
    BatchReader records = BatchReader.open(head, Decompressor.NONE, 0);
    BatchWriter writer = BatchWriter.withLimit(batch.remaining() * 2);
    byte[] nobody = "nobody".getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < records.recordCount(); i++) {
      writer.add(nobody, List.of(), records.record(i).body(), 1, 0);
    }
    return writer.finish(
        new BatchStamp(head.producerId(), head.sequence(), head.deliverAtMillis()),
        Compressor.NONE);
  }

  private static Request ofAnyEpoch(Request request) {
    if (request instanceof Pull p) {
      return new Pull(
          p.topic(),
          0,
          p.group(),
          p.consumer(),
          p.holder(),
          p.start(),
          p.maxMessages(),
          p.maxBytes(),
          p.waitMillis(),
          p.leaseMillis(),
          p.stage());
    }
    return request instanceof Settle s
        ? new Settle(
            s.topic(), 0, s.group(), s.consumer(), s.holder(), s.generation(), s.verdicts())
        : request;
  }
}
