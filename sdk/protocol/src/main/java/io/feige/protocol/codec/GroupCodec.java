package io.feige.protocol.codec;

import io.feige.protocol.command.DeleteGroup;
import io.feige.protocol.command.GroupList;
import io.feige.protocol.command.GroupReset;
import io.feige.protocol.command.ListGroups;
import io.feige.protocol.command.ResetGroup;
import io.feige.protocol.model.GroupDescription;
import io.feige.protocol.model.GroupHolder;

/** GROUP_LIST, GROUP_RESET and GROUP_DELETE. */
final class GroupCodec {
  private static final int MIN_DESCRIPTION_BYTES =
      2 + 2 + 4 + 8 + 8 + 4 + 4 + 4 + 4 + 8 + 8 + 2 + 2 + 4;
  private static final int MIN_HOLDER_BYTES = 2 + 8 + 4 + 4 + 4 + 4 + 8 + 1;

  private GroupCodec() {}

  static void write(WireWriter out, ListGroups list) {
    out.string(list.topic()).string(list.group());
    out.string(list.afterTopic()).string(list.afterGroup());
  }

  static ListGroups readListGroups(WireReader in) {
    return new ListGroups(
        in.nameOrEmpty("topic"),
        in.nameOrEmpty("group"),
        in.nameOrEmpty("afterTopic"),
        in.nameOrEmpty("afterGroup"));
  }

  static void write(WireWriter out, GroupList list) {
    out.list(list.groups(), GroupCodec::writeDescription);
    out.string(list.nextTopic()).string(list.nextGroup());
  }

  static GroupList readGroupList(WireReader in) {
    return new GroupList(
        in.list("groups", MIN_DESCRIPTION_BYTES, GroupCodec::readDescription),
        in.nameOrEmpty("nextTopic"),
        in.nameOrEmpty("nextGroup"));
  }

  static void write(WireWriter out, ResetGroup reset) {
    out.string(reset.topic()).string(reset.group()).u32(reset.partition());
    DeliveryCodec.writeFrom(out, reset.to());
  }

  static ResetGroup readResetGroup(WireReader in) {
    return new ResetGroup(
        in.name("topic"), in.name("group"), in.u32("partition"), DeliveryCodec.readFrom(in));
  }

  static void write(WireWriter out, GroupReset reset) {
    writeDescription(out, reset.group());
  }

  static GroupReset readGroupReset(WireReader in) {
    return new GroupReset(readDescription(in));
  }

  static void write(WireWriter out, DeleteGroup delete) {
    out.string(delete.topic()).string(delete.group());
  }

  static DeleteGroup readDeleteGroup(WireReader in) {
    return new DeleteGroup(in.name("topic"), in.name("group"));
  }

  private static void writeDescription(WireWriter out, GroupDescription group) {
    out.string(group.topic())
        .string(group.group())
        .u32(group.generation())
        .u64(group.floor())
        .u64(group.endOffset())
        .u32(group.outstanding())
        .u32(group.ackedAbove())
        .u32(group.retrying())
        .u32(group.parkedPulls())
        .u64(group.oldestUnsettledMillis())
        .u64(group.lag())
        .string(group.blockedBecause())
        .list(group.holders(), GroupCodec::writeHolder)
        .u32(group.moreHolders());
  }

  private static GroupDescription readDescription(WireReader in) {
    return new GroupDescription(
        in.name("topic"),
        in.name("group"),
        in.u32("generation"),
        in.u64("floor"),
        in.u64("endOffset"),
        in.u32("outstanding"),
        in.u32("ackedAbove"),
        in.u32("retrying"),
        in.u32("parkedPulls"),
        in.u64("oldestUnsettledMillis"),
        in.u64("lag"),
        in.string("blockedBecause"),
        in.list("holders", MIN_HOLDER_BYTES, GroupCodec::readHolder),
        in.u32("moreHolders"));
  }

  private static void writeHolder(WireWriter out, GroupHolder holder) {
    out.string(holder.consumer())
        .bits64(holder.holder())
        .u32(holder.unstarted())
        .u32(holder.claimed())
        .u32(holder.started())
        .u32(holder.waitingPulls())
        .u64(holder.oldestMillis())
        .bool(holder.isConnected());
  }

  private static GroupHolder readHolder(WireReader in) {
    return new GroupHolder(
        in.string("consumer"),
        in.bits64("holder"),
        in.u32("unstarted"),
        in.u32("claimed"),
        in.u32("started"),
        in.u32("waitingPulls"),
        in.u64("oldestMillis"),
        in.bool("isConnected"));
  }
}
