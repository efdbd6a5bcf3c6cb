package io.feige.protocol.codec;

import io.feige.protocol.command.MessageTrace;
import io.feige.protocol.command.TraceMessage;
import io.feige.protocol.model.MessageInGroup;
import io.feige.protocol.model.MessageStage;

/** TRACE. */
final class TraceCodec {
  private static final int MIN_GROUP_BYTES = 2 + 1 + 1 + 4 + 2 + 8 + 8 + 8 + 8;

  private TraceCodec() {}

  static void write(WireWriter out, TraceMessage trace) {
    out.string(trace.topic()).u64(trace.offset()).string(trace.afterGroup());
  }

  static TraceMessage readTraceMessage(WireReader in) {
    return new TraceMessage(in.name("topic"), in.u64("offset"), in.nameOrEmpty("afterGroup"));
  }

  static void write(WireWriter out, MessageTrace trace) {
    out.list(trace.groups(), TraceCodec::writeGroup).string(trace.nextGroup());
  }

  static MessageTrace readMessageTrace(WireReader in) {
    return new MessageTrace(
        in.list("groups", MIN_GROUP_BYTES, TraceCodec::readGroup), in.nameOrEmpty("nextGroup"));
  }

  private static void writeGroup(WireWriter out, MessageInGroup group) {
    out.string(group.group())
        .u8(group.stage().number())
        .u32(group.attempts())
        .string(group.consumer())
        .u64(group.sinceMillis())
        .u64(group.untilMillis())
        .u64(group.before())
        .u64(group.letter());
  }

  private static MessageInGroup readGroup(WireReader in) {
    return new MessageInGroup(
        in.name("group"),
        in.<MessageStage>oneOf(MessageStage::ofNumber, "stage"),
        in.u32("attempts"),
        in.string("consumer"),
        in.u64("sinceMillis"),
        in.u64("untilMillis"),
        in.u64("before"),
        in.u64("letter"));
  }
}
