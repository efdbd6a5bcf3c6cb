package io.feige.protocol.codec;

import io.feige.protocol.command.CancelDelayed;
import io.feige.protocol.command.DelayedList;
import io.feige.protocol.command.ListDelayed;
import io.feige.protocol.model.DelayedEntry;
import io.feige.protocol.model.DelayedPlace;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** DELAYED_LIST and DELAYED_CANCEL. */
final class DelayedCodec {
  private static final int MIN_ENTRY_BYTES = 8 + 4 + 8 + 8 + 1 + 4;

  private DelayedCodec() {}

  static void write(WireWriter out, ListDelayed list) {
    out.string(list.topic()).u32(list.limit());
    writePlace(out, list.from());
  }

  static ListDelayed readListDelayed(WireReader in) {
    return new ListDelayed(in.name("topic"), in.u32("limit"), readPlace(in));
  }

  static void write(WireWriter out, CancelDelayed cancel) {
    out.string(cancel.topic()).u64(cancel.id()).u32(cancel.index());
  }

  static CancelDelayed readCancelDelayed(WireReader in) {
    return new CancelDelayed(in.name("topic"), in.u64("id"), in.u32("index"));
  }

  static void write(WireWriter out, DelayedList list) {
    out.list(list.messages(), DelayedCodec::writeEntry);
    writePlace(out, list.next());
  }

  static DelayedList readDelayedList(WireReader in) {
    return new DelayedList(
        in.list("messages", ListDelayed.MAX_LIMIT, MIN_ENTRY_BYTES, DelayedCodec::readEntry),
        readPlace(in));
  }

  private static void writePlace(WireWriter out, DelayedPlace place) {
    out.u64(place.dueMillis()).u64(place.id()).u32(place.index());
  }

  private static DelayedPlace readPlace(WireReader in) {
    return new DelayedPlace(in.u64("dueMillis"), in.u64("id"), in.u32("index"));
  }

  private static void writeEntry(WireWriter out, DelayedEntry entry) {
    ByteBuffer key = entry.key();
    out.u64(entry.id())
        .u32(entry.index())
        .u64(entry.dueMillis())
        .u64(entry.publishedMillis())
        .bool(key != null);
    if (key != null) {
      out.u32(key.remaining()).raw(key);
    }
    out.u32(entry.bodyLength());
  }

  private static DelayedEntry readEntry(WireReader in) {
    return new DelayedEntry(
        in.u64("id"),
        in.u32("index"),
        in.u64("dueMillis"),
        in.u64("publishedMillis"),
        readKey(in),
        in.u32("bodyLength"));
  }

  private static @Nullable ByteBuffer readKey(WireReader in) {
    return in.bool("hasKey") ? ByteBuffer.wrap(in.bytes("key")) : null;
  }
}
