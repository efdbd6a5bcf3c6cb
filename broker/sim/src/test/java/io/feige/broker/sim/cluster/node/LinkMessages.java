package io.feige.broker.sim.cluster.node;

import io.feige.protocol.link.Ack;
import io.feige.protocol.link.Copy;
import io.feige.protocol.link.Fetch;
import io.feige.protocol.link.Fetched;
import io.feige.protocol.link.Join;
import io.feige.protocol.link.Joined;
import io.feige.protocol.link.LinkMessage;
import io.feige.protocol.link.SnapshotPart;
import java.nio.ByteBuffer;

/** What is done to messages between replicas on their way. */
final class LinkMessages {
  private LinkMessages() {}

  /** The same with bytes of its own, as they are on the way. */
  static LinkMessage copied(LinkMessage message) {
    return switch (message) {
      case Copy copy ->
          new Copy(
              copy.epoch(),
              copy.position(),
              copy.end(),
              copy.commit(),
              copy.sentNanos(),
              copied(copy.frames()));
      case SnapshotPart part -> new SnapshotPart(part.epoch(), copied(part.bytes()));
      case Fetched f -> new Fetched(f.epoch(), f.position(), copied(f.frames()));
      case Join _, Joined _, Ack _, Fetch _ -> message;
    };
  }

  private static ByteBuffer copied(ByteBuffer bytes) {
    return ByteBuffer.allocate(bytes.remaining()).put(bytes.duplicate()).flip();
  }

  static int bytes(LinkMessage message) {
    return 64 + message.bulkBytes();
  }

  /** The same, as if it was of another epoch. */
  static LinkMessage ofEpoch(LinkMessage message, long epoch) {
    return switch (message) {
      case Copy c -> new Copy(epoch, c.position(), c.end(), c.commit(), c.sentNanos(), c.frames());
      case SnapshotPart p -> new SnapshotPart(epoch, p.bytes());
      case Join j -> new Join(j.pair(), j.from(), epoch, j.history(), j.end(), j.deathMark());
      case Joined j ->
          new Joined(
              epoch, j.agreed(), j.start(), j.snapshotPosition(), j.snapshotBytes(), j.deathMark());
      case Fetch f -> new Fetch(epoch, f.position(), f.end());
      case Fetched f -> new Fetched(epoch, f.position(), f.frames());
      case Ack a -> new Ack(epoch, a.written(), a.durable(), a.sentNanos(), a.promiseMillis());
    };
  }
}
