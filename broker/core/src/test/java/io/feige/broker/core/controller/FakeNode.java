package io.feige.broker.core.controller;

import io.feige.protocol.cluster.Ask;
import io.feige.protocol.cluster.AskKind;
import io.feige.protocol.cluster.Death;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairOrder;
import io.feige.protocol.cluster.Publishing;
import io.feige.protocol.cluster.ReplicaReport;
import io.feige.protocol.cluster.ReplicaStory;
import io.feige.protocol.cluster.StoreLag;
import io.feige.protocol.command.Beat;
import io.feige.protocol.command.NodeReport;
import io.feige.protocol.model.NodeRole;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node that says what a test lets it say. It answers each beat, as long as it is connected. */
final class FakeNode {
  final String name;
  String boot;
  long process;
  long connection;
  boolean isConnected;
  boolean isMute;
  boolean isLeaving;
  boolean hasReplica = true;
  int linkPort = 9000;
  NodeRole role = NodeRole.JOINING;
  long epoch;
  int version;
  boolean isActing;
  boolean isServing;
  boolean promiseLapsed = true;
  long lastEpoch;
  long end;
  long durable;
  long commit;
  long lagBytes = -1;
  long stallMillis;
  Publishing publishing = Publishing.TAKEN;
  StoreLag storeLag = StoreLag.NONE;
  Ask ask = Ask.NOTHING;
  ReplicaStory story = ReplicaStory.EMPTY;
  @Nullable Beat beat;

  FakeNode(String name) {
    this.name = name;
    this.boot = name + "-boot-1";
    this.process = name.hashCode();
  }

  Member member() {
    return new Member(name, boot);
  }

  /** The journal reaches so far, on disk and confirmed. */
  FakeNode holds(long lastEpoch, long end) {
    this.lastEpoch = lastEpoch;
    this.end = end;
    this.durable = end;
    this.commit = end;
    return this;
  }

  /** The orders of the last beat. */
  List<PairOrder> orders() {
    return beat == null ? List.of() : beat.pairs();
  }

  PairOrder order() {
    return orders().getFirst();
  }

  /** It has learned what the last beat said, and nothing else. */
  private void learn() {
    if (!orders().isEmpty()) {
      epoch = order().state().epoch();
      version = order().state().version();
    }
  }

  /** It acts as the active that the last beat said it is, and serves. */
  FakeNode serves() {
    learn();
    role = NodeRole.ACTIVE;
    isActing = true;
    isServing = true;
    lastEpoch = epoch;
    ask = Ask.NOTHING;
    return this;
  }

  /** It is active and does not serve yet. */
  FakeNode prepares() {
    serves();
    isServing = false;
    return this;
  }

  /** It copies, is in sync, and has promised. */
  FakeNode follows() {
    learn();
    role = NodeRole.STANDBY;
    isActing = false;
    isServing = false;
    promiseLapsed = false;
    ask = Ask.NOTHING;
    return this;
  }

  /** It is what a process is that has just begun. */
  FakeNode restarts() {
    process++;
    role = NodeRole.JOINING;
    isActing = false;
    isServing = false;
    promiseLapsed = false;
    ask = Ask.NOTHING;
    story = ReplicaStory.EMPTY;
    return this;
  }

  /** The same after a new start of its machine. */
  FakeNode reboots() {
    boot = boot + "+";
    return restarts();
  }

  FakeNode lapses() {
    promiseLapsed = true;
    return this;
  }

  FakeNode asks(AskKind kind, int ofVersion, Member peer) {
    ask = new Ask(kind, ofVersion, peer);
    return this;
  }

  /** Of the death of its present process. */
  String proof() {
    return "%064x".formatted(process);
  }

  NodeReport report(String pair) {
    ReplicaReport replica =
        new ReplicaReport(
            pair,
            role,
            epoch,
            version,
            isActing,
            isServing,
            promiseLapsed,
            lastEpoch,
            end,
            durable,
            commit,
            lagBytes,
            stallMillis,
            publishing,
            storeLag,
            ask,
            story);
    return new NodeReport(
            member(),
            process,
            name + ".clients",
            7000,
            name + ".link",
            linkPort,
            400,
            isLeaving,
            hasReplica ? List.of(replica) : List.of())
        .watchedAs(Death.markOf(proof()));
  }
}
