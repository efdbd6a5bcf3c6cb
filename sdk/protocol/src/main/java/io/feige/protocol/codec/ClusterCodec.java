package io.feige.protocol.codec;

import io.feige.protocol.cluster.AccessMark;
import io.feige.protocol.cluster.AccessNews;
import io.feige.protocol.cluster.Ask;
import io.feige.protocol.cluster.AskKind;
import io.feige.protocol.cluster.BackupServes;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairOrder;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.cluster.Publishing;
import io.feige.protocol.cluster.ReplicaReport;
import io.feige.protocol.cluster.ReplicaStory;
import io.feige.protocol.cluster.StoreLag;
import io.feige.protocol.command.Beat;
import io.feige.protocol.command.NodeReport;
import io.feige.protocol.command.ProveDeath;
import io.feige.protocol.model.NodeRole;
import io.feige.protocol.model.Secret;

/** BEAT and DEATH. */
final class ClusterCodec {
  private static final int MIN_NAME_BYTES = 2 + 1;
  private static final int MIN_MEMBER_BYTES = 2 + 2;
  private static final int MIN_STATE_BYTES = 2 * MIN_NAME_BYTES + 2 + 2 + 8 + 2 + 1 + 1 + 4;
  private static final int MIN_ORDER_BYTES = MIN_STATE_BYTES + 1 + 2 * (2 + 2) + 2;
  private static final int ASK_BYTES = 1 + 4 + MIN_MEMBER_BYTES;
  private static final int STORY_BYTES = 8 * 8;
  private static final int MIN_REPLICA_BYTES =
      MIN_NAME_BYTES + 1 + 8 + 4 + 3 + 8 * 8 + 1 + ASK_BYTES + STORY_BYTES;

  private ClusterCodec() {}

  static void write(WireWriter out, Beat beat) {
    out.u64(beat.leaderEpoch()).list(beat.pairs(), ClusterCodec::writeOrder);
    writeMark(out, beat.access().mark());
    out.bytes(beat.access().table().bytes()).bits64(beat.drill());
  }

  static Beat readBeat(WireReader in) {
    return new Beat(
        in.u64("leaderEpoch"),
        in.list("pairs", Beat.MAX_PAIRS, MIN_ORDER_BYTES, ClusterCodec::readOrder),
        new AccessNews(readMark(in), Secret.of(in.bytes("table"))),
        in.bits64("drill"));
  }

  static void write(WireWriter out, NodeReport report) {
    writeMember(out, report.member());
    out.bits64(report.process())
        .string(report.clientHost())
        .u16(report.clientPort())
        .string(report.linkHost())
        .u16(report.linkPort())
        .u32(report.leaseMillis())
        .bool(report.isLeaving())
        .string(report.deathMark());
    writeMark(out, report.access());
    out.list(report.replicas(), ClusterCodec::writeReplica);
  }

  static NodeReport readReport(WireReader in) {
    return new NodeReport(
        readMember(in),
        in.bits64("process"),
        in.string("clientHost"),
        in.u16("clientPort"),
        in.string("linkHost"),
        in.u16("linkPort"),
        in.u32("leaseMillis"),
        in.bool("isLeaving"),
        in.string("deathMark"),
        readMark(in),
        in.list("replicas", Beat.MAX_PAIRS, MIN_REPLICA_BYTES, ClusterCodec::readReplica));
  }

  static void write(WireWriter out, ProveDeath request) {
    out.string(request.node()).string(request.proof());
  }

  static ProveDeath readProveDeath(WireReader in) {
    return new ProveDeath(in.name("node"), in.string("proof"));
  }

  private static void writeMark(WireWriter out, AccessMark mark) {
    out.string(mark.lineage()).u64(mark.version());
  }

  private static AccessMark readMark(WireReader in) {
    return new AccessMark(in.string("lineage"), in.u64("accessVersion"));
  }

  private static void writeOrder(WireWriter out, PairOrder order) {
    PairState state = order.state();
    out.string(state.pair())
        .string(state.master())
        .string(state.backup())
        .string(state.active())
        .u64(state.epoch())
        .list(state.inSync(), ClusterCodec::writeMember)
        .bool(state.handedOver())
        .u8(state.backupServes().number())
        .u32(state.version())
        .bool(order.handOver())
        .string(order.peerHost())
        .u16(order.peerPort())
        .string(order.clientHost())
        .u16(order.clientPort())
        .string(order.peerDeath());
  }

  private static PairOrder readOrder(WireReader in) {
    PairState state =
        new PairState(
            in.name("pair"),
            in.name("master"),
            in.nameOrEmpty("backup"),
            in.nameOrEmpty("active"),
            in.u64("epoch"),
            in.list("inSync", PairState.MEMBERS, MIN_MEMBER_BYTES, ClusterCodec::readMember),
            in.bool("handedOver"),
            in.<BackupServes>oneOf(BackupServes::ofNumber, "backupServes"),
            in.u32("version"));
    return new PairOrder(
        state,
        in.bool("handOver"),
        in.string("peerHost"),
        in.u16("peerPort"),
        in.string("clientHost"),
        in.u16("clientPort"),
        in.string("peerDeath"));
  }

  private static void writeReplica(WireWriter out, ReplicaReport replica) {
    ReplicaStory story = replica.story();
    out.string(replica.pair())
        .u8(replica.role().number())
        .u64(replica.epoch())
        .u32(replica.version())
        .bool(replica.isActing())
        .bool(replica.isServing())
        .bool(replica.promiseLapsed())
        .u64(replica.lastEpoch())
        .u64(replica.end())
        .u64(replica.durable())
        .u64(replica.commit())
        .bits64(replica.lagBytes())
        .u64(replica.stallMillis())
        .u8(replica.publishing().number())
        .bits64(replica.storeLag().bytes())
        .bits64(replica.storeLag().millis())
        .u8(replica.ask().kind().number())
        .u32(replica.ask().version());
    writeMember(out, replica.ask().peer());
    out.u64(story.activatedEpoch())
        .u64(story.activatedAt())
        .u64(story.commitBefore())
        .bits64(story.servedAfterMillis())
        .u64(story.redelivered())
        .u64(story.cutEpoch())
        .u64(story.cutFrom())
        .u64(story.cutBytes());
  }

  private static ReplicaReport readReplica(WireReader in) {
    return new ReplicaReport(
        in.name("pair"),
        in.<NodeRole>oneOf(NodeRole::ofNumber, "role"),
        in.u64("epoch"),
        in.u32("version"),
        in.bool("isActing"),
        in.bool("isServing"),
        in.bool("promiseLapsed"),
        in.u64("lastEpoch"),
        in.u64("end"),
        in.u64("durable"),
        in.u64("commit"),
        in.bits64("lagBytes"),
        in.u64("stallMillis"),
        in.<Publishing>oneOf(Publishing::ofNumber, "publishing"),
        new StoreLag(in.bits64("storeLagBytes"), in.bits64("storeLagMillis")),
        readAsk(in),
        readStory(in));
  }

  private static Ask readAsk(WireReader in) {
    return new Ask(
        in.<AskKind>oneOf(AskKind::ofNumber, "ask"), in.u32("askVersion"), readMember(in));
  }

  private static ReplicaStory readStory(WireReader in) {
    return new ReplicaStory(
        in.u64("activatedEpoch"),
        in.u64("activatedAt"),
        in.u64("commitBefore"),
        in.bits64("servedAfterMillis"),
        in.u64("redelivered"),
        in.u64("cutEpoch"),
        in.u64("cutFrom"),
        in.u64("cutBytes"));
  }

  static void writeMember(WireWriter out, Member member) {
    out.string(member.node()).string(member.boot());
  }

  static Member readMember(WireReader in) {
    return new Member(in.nameOrEmpty("node"), in.string("boot"));
  }
}
