package io.feige.protocol.codec;

import io.feige.protocol.command.CancelPull;
import io.feige.protocol.command.DeliveredBatch;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Pulled;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.ReadBatches;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.ReadFrom;
import io.feige.protocol.model.Selection;
import io.feige.protocol.model.StartAt;
import java.util.List;

/** PULL, CANCEL_PULL and READ. */
final class DeliveryCodec {
  static final int SELECTION_BYTES = 4 + 4 + 2;
  private static final int MIN_DELIVERY_BYTES = 2 + 4;

  private DeliveryCodec() {}

  static void write(WireWriter out, Pull pull) {
    out.string(pull.topic())
        .u64(pull.epoch())
        .string(pull.group())
        .string(pull.consumer())
        .bits64(pull.holder())
        .u8(pull.start().number())
        .u32(pull.maxMessages())
        .u32(pull.maxBytes())
        .u32(pull.waitMillis())
        .u32(pull.leaseMillis())
        .u8(pull.stage().number());
  }

  static Pull readPull(WireReader in) {
    return new Pull(
        in.name("topic"),
        in.u64("epoch"),
        in.name("group"),
        in.string("consumer"),
        in.bits64("holder"),
        in.<StartAt>oneOf(StartAt::ofNumber, "start"),
        in.u32("maxMessages"),
        in.u32("maxBytes"),
        in.u32("waitMillis"),
        in.u32("leaseMillis"),
        in.<LeaseStage>oneOf(LeaseStage::ofNumber, "stage"));
  }

  static void write(WireWriter out, Pulled pulled) {
    writePulledHead(out, pulled);
    out.list(pulled.deliveries(), DeliveryCodec::writeDelivery);
  }

  static void writePulledHead(WireWriter out, Pulled head) {
    out.u64(head.epoch()).u32(head.generation()).u32(head.leaseMillis()).u8(head.order().number());
  }

  static Pulled readPulled(WireReader in) {
    return new Pulled(
        in.u64("epoch"),
        in.u32("generation"),
        in.u32("leaseMillis"),
        in.<OrderMode>oneOf(OrderMode::ofNumber, "order"),
        readDeliveries(in));
  }

  static void write(WireWriter out, CancelPull cancel) {
    out.bits32(cancel.pull());
  }

  static CancelPull readCancelPull(WireReader in) {
    return new CancelPull(in.bits32("correlation"));
  }

  static void write(WireWriter out, Read read) {
    out.string(read.topic()).u64(read.epoch()).u32(read.partition());
    writeFrom(out, read.from());
    out.u32(read.maxBytes()).u32(read.waitMillis());
  }

  static Read readRead(WireReader in) {
    return new Read(
        in.name("topic"),
        in.u64("epoch"),
        in.u32("partition"),
        readFrom(in),
        in.u32("maxBytes"),
        in.u32("waitMillis"));
  }

  static void write(WireWriter out, ReadBatches read) {
    writeReadHead(out, read);
    out.list(read.deliveries(), DeliveryCodec::writeDelivery);
  }

  static void writeReadHead(WireWriter out, ReadBatches head) {
    out.u64(head.epoch()).u32(head.partition()).u64(head.nextOffset()).u64(head.endOffset());
  }

  static ReadBatches readReadBatches(WireReader in) {
    return new ReadBatches(
        in.u64("epoch"),
        in.u32("partition"),
        in.u64("nextOffset"),
        in.u64("endOffset"),
        readDeliveries(in));
  }

  static void writeFrom(WireWriter out, ReadFrom from) {
    out.u8(from.type().number()).u64(from.value());
  }

  static ReadFrom readFrom(WireReader in) {
    return new ReadFrom(in.<ReadFrom.Type>oneOf(ReadFrom.Type::ofNumber, "from"), in.u64("value"));
  }

  /** Everything of a delivery before the frame's bytes. */
  static void writeDeliveryHead(WireWriter out, List<Selection> selections, int frameBytes) {
    out.list(selections, DeliveryCodec::writeSelection).u32(frameBytes);
  }

  static void writeDelivery(WireWriter out, DeliveredBatch delivery) {
    writeDeliveryHead(out, delivery.selections(), delivery.frame().readableBytes());
    out.raw(delivery.frame());
  }

  static List<DeliveredBatch> readDeliveries(WireReader in) {
    return in.list("deliveries", MIN_DELIVERY_BYTES, DeliveryCodec::readDelivery);
  }

  private static DeliveredBatch readDelivery(WireReader in) {
    return new DeliveredBatch(
        in.list("selections", SELECTION_BYTES, DeliveryCodec::readSelection), in.slice("frame"));
  }

  private static void writeSelection(WireWriter out, Selection selection) {
    out.u32(selection.first()).u32(selection.count()).u16(selection.attempt());
  }

  private static Selection readSelection(WireReader in) {
    return new Selection(in.u32("first"), in.u32("count"), in.u16("attempt"));
  }
}
