package io.feige.protocol.codec;

import io.feige.protocol.command.DiskUse;
import io.feige.protocol.command.GetDisk;
import io.feige.protocol.model.DiskHolder;
import io.feige.protocol.model.DiskHolderKind;
import io.feige.protocol.model.NodeRole;

/** DISK. */
final class DiskCodec {
  private static final int MIN_HOLDER_BYTES = 1 + 2 + 2 + 8 + 8 + 8 + 8;

  private DiskCodec() {}

  static void write(WireWriter out, GetDisk request) {
    out.u16(request.limit());
  }

  static GetDisk readGetDisk(WireReader in) {
    return new GetDisk(in.u16("limit"));
  }

  static void write(WireWriter out, DiskUse use) {
    if (use.holders().size() > GetDisk.MAX_LIMIT) {
      throw new IllegalArgumentException(use.holders().size() + " holders are too many");
    }
    out.string(use.nodeId())
        .u8(use.role().number())
        .u64(use.journalStart())
        .u64(use.journalEnd())
        .u64(use.neededBytes())
        .u64(use.limitBytes())
        .u64(use.diskFreeBytes())
        .u64(use.reserveBytes())
        .bool(use.carriesForward())
        .u64(use.lookedAtMillis())
        .list(use.holders(), DiskCodec::writeHolder)
        .u32(use.moreHolders());
  }

  static DiskUse readDiskUse(WireReader in) {
    return new DiskUse(
        in.string("nodeId"),
        in.<NodeRole>oneOf(NodeRole::ofNumber, "role"),
        in.u64("journalStart"),
        in.u64("journalEnd"),
        in.u64("neededBytes"),
        in.u64("limitBytes"),
        in.u64("diskFreeBytes"),
        in.u64("reserveBytes"),
        in.bool("carriesForward"),
        in.u64("lookedAtMillis"),
        in.list("holders", GetDisk.MAX_LIMIT, MIN_HOLDER_BYTES, DiskCodec::readHolder),
        in.u32("moreHolders"));
  }

  private static void writeHolder(WireWriter out, DiskHolder holder) {
    out.u8(holder.kind().number())
        .string(holder.topic())
        .string(holder.name())
        .u64(holder.bytes())
        .u64(holder.heldBytes())
        .u64(holder.position())
        .u64(holder.sinceMillis());
  }

  private static DiskHolder readHolder(WireReader in) {
    return new DiskHolder(
        in.<DiskHolderKind>oneOf(DiskHolderKind::ofNumber, "kind"),
        in.nameOrEmpty("topic"),
        in.nameOrEmpty("name"),
        in.u64("bytes"),
        in.u64("heldBytes"),
        in.u64("position"),
        in.u64("sinceMillis"));
  }
}
