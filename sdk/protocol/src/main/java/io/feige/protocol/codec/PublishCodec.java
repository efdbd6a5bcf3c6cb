package io.feige.protocol.codec;

import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Published;
import io.feige.protocol.model.Durability;

/** PUBLISH. */
final class PublishCodec {
  private PublishCodec() {}

  /** Everything before the batch. */
  static void writeHead(WireWriter out, Publish publish) {
    out.string(publish.topic())
        .u64(publish.epoch())
        .u8(publish.durability().number())
        .u64(publish.resolvedBelow());
  }

  static void write(WireWriter out, Publish publish) {
    writeHead(out, publish);
    out.raw(publish.batch());
  }

  static Publish readPublish(WireReader in) {
    return new Publish(
        in.name("topic"),
        in.u64("epoch"),
        in.<Durability>oneOf(Durability::ofNumber, "durability"),
        in.u64("resolvedBelow"),
        in.rest());
  }

  static void write(WireWriter out, Published published) {
    out.u64(published.epoch())
        .u64(published.offset())
        .u64(published.position())
        .u64(published.storedAtMillis())
        .u8(published.durability().number())
        .bool(published.duplicate());
  }

  static Published readPublished(WireReader in) {
    return new Published(
        in.u64("epoch"),
        in.u64("offset"),
        in.u64("position"),
        in.u64("storedAtMillis"),
        in.<Durability>oneOf(Durability::ofNumber, "durability"),
        in.bool("duplicate"));
  }
}
