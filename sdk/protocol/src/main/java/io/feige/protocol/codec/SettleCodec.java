package io.feige.protocol.codec;

import io.feige.protocol.command.Settle;
import io.feige.protocol.command.Settled;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.Verdict;
import io.feige.protocol.model.VerdictKind;

/** SETTLE. */
final class SettleCodec {
  private static final int MIN_VERDICT_BYTES = 1 + 8 + 8 + 2 + 4 + 2;
  static final int RANGE_BYTES = 8 + 8;

  private SettleCodec() {}

  static void write(WireWriter out, Settle settle) {
    out.string(settle.topic())
        .u64(settle.epoch())
        .string(settle.group())
        .string(settle.consumer())
        .bits64(settle.holder())
        .u32(settle.generation())
        .list(settle.verdicts(), SettleCodec::writeVerdict);
  }

  static Settle readSettle(WireReader in) {
    return new Settle(
        in.name("topic"),
        in.u64("epoch"),
        in.name("group"),
        in.string("consumer"),
        in.bits64("holder"),
        in.u32("generation"),
        in.list("verdicts", MIN_VERDICT_BYTES, SettleCodec::readVerdict));
  }

  static void write(WireWriter out, Settled settled) {
    out.list(settled.stale(), SettleCodec::writeRange).u16(settled.restMillis());
  }

  static Settled readSettled(WireReader in) {
    return new Settled(in.list("stale", RANGE_BYTES, SettleCodec::readRange), in.u16("restMillis"));
  }

  private static void writeVerdict(WireWriter out, Verdict verdict) {
    out.u8(verdict.kind().number())
        .u64(verdict.first())
        .u64(verdict.last())
        .u16(verdict.attempt())
        .bits32((int) verdict.delayMillis())
        .string(verdict.reason());
  }

  private static Verdict readVerdict(WireReader in) {
    return new Verdict(
        in.<VerdictKind>oneOf(VerdictKind::ofNumber, "kind"),
        in.u64("first"),
        in.u64("last"),
        in.u16("attempt"),
        Integer.toUnsignedLong(in.bits32("delayMillis")),
        in.string("reason"));
  }

  static void writeRange(WireWriter out, OffsetRange range) {
    out.u64(range.first()).u64(range.last());
  }

  static OffsetRange readRange(WireReader in) {
    return new OffsetRange(in.u64("first"), in.u64("last"));
  }
}
