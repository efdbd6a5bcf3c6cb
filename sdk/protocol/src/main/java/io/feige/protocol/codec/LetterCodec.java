package io.feige.protocol.codec;

import io.feige.protocol.command.LetterList;
import io.feige.protocol.command.LettersSettled;
import io.feige.protocol.command.ListLetters;
import io.feige.protocol.command.SettleLetters;
import io.feige.protocol.model.LetterAction;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** LETTER_LIST and LETTER_SETTLE. */
final class LetterCodec {
  private LetterCodec() {}

  static void write(WireWriter out, ListLetters list) {
    out.string(list.topic()).u64(list.from()).u32(list.limit());
  }

  static ListLetters readListLetters(WireReader in) {
    return new ListLetters(in.name("topic"), in.u64("from"), in.u32("limit"));
  }

  static void write(WireWriter out, LetterList list) {
    out.list(list.letters(), SettleCodec::writeRange).u64(list.next());
  }

  static LetterList readLetterList(WireReader in) {
    return new LetterList(
        in.list("letters", ListLetters.MAX_LIMIT, SettleCodec.RANGE_BYTES, SettleCodec::readRange),
        in.u64("next"));
  }

  static void write(WireWriter out, SettleLetters settle) {
    ByteBuffer edited = settle.edited();
    out.string(settle.topic())
        .u8(settle.action().number())
        .list(settle.letters(), SettleCodec::writeRange)
        .bool(edited != null);
    if (edited != null) {
      out.u32(edited.remaining()).raw(edited);
    }
  }

  static SettleLetters readSettleLetters(WireReader in) {
    return new SettleLetters(
        in.name("topic"),
        in.<LetterAction>oneOf(LetterAction::ofNumber, "action"),
        in.list(
            "letters", SettleLetters.MAX_LETTERS, SettleCodec.RANGE_BYTES, SettleCodec::readRange),
        readEdited(in));
  }

  private static @Nullable ByteBuffer readEdited(WireReader in) {
    return in.bool("isEdited") ? ByteBuffer.wrap(in.bytes("edited")) : null;
  }

  static void write(WireWriter out, LettersSettled settled) {
    out.u32(settled.done())
        .u32(settled.passed())
        .u32(settled.left())
        .string(settled.why())
        .u64(settled.next());
  }

  static LettersSettled readLettersSettled(WireReader in) {
    return new LettersSettled(
        in.u32("done"), in.u32("passed"), in.u32("left"), in.string("why"), in.u64("next"));
  }
}
