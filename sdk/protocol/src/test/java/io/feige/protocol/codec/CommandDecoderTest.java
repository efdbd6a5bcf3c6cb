package io.feige.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.feige.protocol.Hex;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Pulled;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.MalformedFrameException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CommandDecoderTest {
  static Stream<Golden> all() {
    return GoldenCommandTest.all();
  }

  @ParameterizedTest
  @MethodSource("all")
  void everyTruncatedBodyIsRefused(Golden golden) {
    byte[] frame = golden.bytes();
    // A shorter batch is a matter of the batch's own length; everything before it must be there.
    int withoutBatch = golden.command() instanceof Publish ? 3 : 0;
    for (int length = FrameHeader.BYTES; length < frame.length - withoutBatch; length++) {
      byte[] truncated = Arrays.copyOf(frame, length);

      assertThat(refused(truncated).code()).isEqualTo(ErrorCode.MALFORMED);
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void bytesLeftOverAreRefused(Golden golden) {
    if (golden.command() instanceof Publish) {
      return; // its batch is the rest of the frame
    }
    byte[] longer = Arrays.copyOf(golden.bytes(), golden.bytes().length + 1);

    assertThat(refused(longer)).hasMessage("1 bytes are left over at the frame's end");
  }

  @Test
  void countThatTheFrameCannotHoldIsRefused() {
    refusedAnswer(CommandType.SETTLE, "ff ff", "stale count 65535 exceeds the frame");
  }

  @Test
  void moreThanACommandMayHoldIsRefusedBeforeItIsRead() {
    String zero = "0000000000000000";
    refusedRequest(CommandType.BEAT, zero + "0401", "pairs count 1025 exceeds 1024");
    refusedRequest(CommandType.BEAT, zero + "0400", "pairs count 1024 exceeds the frame");
    refusedRequest(
        CommandType.BEAT,
        zero + "0001 0001 70 0001 61 0001 62 0000" + zero + "0003" + "00".repeat(30),
        "inSync count 3 exceeds 2");
    refusedAnswer(
        CommandType.BEAT,
        "0001 61 0001 62"
            + zero
            + "0001 68 0001 0001 6c 0001 00000190 00 0000 0000"
            + zero
            + "0401",
        "replicas count 1025 exceeds 1024");
  }

  @Test
  void whoHoldsTheDiskIsListedWithinBounds() {
    String use = "0001 6e 01" + "0000000000000000".repeat(6) + "00 0000000000000000";
    refusedAnswer(CommandType.DISK, use + "03e9", "holders count 1001 exceeds 1000");
    refusedAnswer(CommandType.DISK, use + "03e8", "holders count 1000 exceeds the frame");
    refusedAnswer(CommandType.DISK, use + "0001 07" + "00".repeat(36), "kind 7 is not known");
    refusedAnswer(
        CommandType.DISK,
        use + "0001 01 0000 0000 ffffffffffffffff" + "00".repeat(28),
        "bytes exceeds 2^63-1");
    assertThat(decodeRequest(CommandType.DISK, "0000").sentence()).contains("1 to 1000, not 0");
    assertThat(decodeRequest(CommandType.DISK, "03e9").code())
        .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(decodeRequest(CommandType.DISK, "ffff").code())
        .isEqualTo(ErrorCode.INVALID_ARGUMENT);
  }

  @Test
  void clientsAreListedWithinBounds() {
    String zero = "0000000000000000";
    refusedAnswer(CommandType.CLIENTS, "0001 6e 03e9", "clients count 1001 exceeds 1000");
    refusedAnswer(CommandType.CLIENTS, "0001 6e 03e8", "clients count 1000 exceeds the frame");
    refusedAnswer(
        CommandType.CLIENTS,
        "0001 6e 0001" + zero + "0000 0000 05" + "00".repeat(37),
        "kind 5 is not known");
    refusedAnswer(CommandType.NODES, "ffff 0000", "nodes count 65535 exceeds the frame");
    assertThat(decodeRequest(CommandType.CLIENTS, zero + "0000").sentence())
        .contains("1 to 1000, not 0");
    assertThat(decodeRequest(CommandType.CLIENTS, zero + "03e9").code())
        .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    refusedRequest(CommandType.CLIENTS, "f" + zero.substring(1) + "0001", "after exceeds 2^63-1");
  }

  @Test
  void settingsAndSalvageAreListedWithinBounds() {
    String zeros = "00".repeat(64);
    refusedAnswer(CommandType.SETTINGS, "0001 6e 03e9", "settings count 1001 exceeds 1000");
    refusedAnswer(CommandType.SETTINGS, "0001 6e 03e8", "settings count 1000 exceeds the frame");
    refusedAnswer(
        CommandType.SETTINGS, "0001 6e 0001 0000 0000 0000 04 0000", "tier 4 is not known");
    refusedAnswer(CommandType.SALVAGE, "0001 6e 03e9", "files count 1001 exceeds 1000");
    refusedAnswer(
        CommandType.SALVAGE,
        "0001 6e 0001 0000 0000" + zeros + "0011" + "00".repeat(7),
        "topics count 17 exceeds 16");
    assertThat(decodeRequest(CommandType.SALVAGE, "0000").sentence()).contains("1 to 1000, not 0");
    assertThat(decodeRequest(CommandType.SALVAGE, "03e9").code())
        .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    refusedRequest(CommandType.SETTINGS, "00", "1 bytes are left over at the frame's end");
  }

  @Test
  void vitalsAreToldWithinBounds() {
    String usage = "0001 6e 0000 0000" + "00".repeat(20 + 72);
    refusedAnswer(CommandType.VITALS, usage + "01 0011", "deadThreads count 17 exceeds 16");
    refusedAnswer(CommandType.VITALS, usage + "01 0010", "deadThreads count 16 exceeds the frame");
    refusedAnswer(CommandType.VITALS, usage + "01 0000 0011", "failing count 17 exceeds 16");
    String health = usage + "01 0000 0000";
    refusedAnswer(CommandType.VITALS, health + "0041", "threads count 65 exceeds 64");
    refusedAnswer(CommandType.VITALS, health + "0040", "threads count 64 exceeds the frame");
    refusedAnswer(CommandType.VITALS, health + "0000 0401", "replicas count 1025 exceeds 1024");
    refusedAnswer(
        CommandType.VITALS, health + "0000 0400", "replicas count 1024 exceeds the frame");
    refusedAnswer(
        CommandType.VITALS, health + "0000 0001 0000 05" + "00".repeat(32), "role 5 is not known");
    refusedAnswer(CommandType.VITALS, usage + "02", "isAlive is neither 0 nor 1");
    refusedRequest(CommandType.VITALS, "00", "1 bytes are left over at the frame's end");
  }

  @Test
  void numbersThatNoCommandHasAreUnknown() {
    int beyond = CommandType.values().length + 1;
    for (int number : new int[] {-1, 0, beyond, 255, Integer.MAX_VALUE}) {
      assertThat(CommandType.ofNumber(number)).isNull();
    }
    for (CommandType type : CommandType.values()) {
      assertThat(CommandType.ofNumber(type.number())).isEqualTo(type);
    }
  }

  @Test
  void lengthThatTheFrameCannotHoldIsRefused() {
    refusedRequest(
        CommandType.HELLO, "01 01 01 0000 0000 0000 7fffffff", "secret exceeds the frame");
    refusedRequest(CommandType.HELLO, "01 01 01 0000 0000 0000 80000000", "secret exceeds 2^31-1");
    refusedRequest(CommandType.TOPIC_DELETE, "ffff 61", "topic exceeds the frame");
  }

  @Test
  void malformedUtf8IsRefused() {
    refusedRequest(
        CommandType.HELLO,
        "01 01 01 0002 c080 0000 0000 00000000",
        "software is not well-formed UTF-8");
  }

  @Test
  void numberBeyondItsSignIsRefused() {
    refusedRequest(CommandType.ROUTE, "ffffffffffffffff 00000000", "knownVersion exceeds 2^63-1");
  }

  @Test
  void boolThatIsNeitherIsRefused() {
    refusedAnswer(
        CommandType.PUBLISH,
        "0000000000000001 0000000000000001 0000000000000001 0000000000000001 02 02",
        "duplicate is neither 0 nor 1");
  }

  @Test
  void unknownNumbersOfEnumsAreRefused() {
    refusedRequest(CommandType.HELLO, "01 01 09 0000 0000 0000 00000000", "kind 9 is not known");
    refusedRequest(CommandType.GROUP_RESET, "0001 61 0001 62 00000000 05", "from 5 is not known");
    refusedRequest(CommandType.PUBLISH, "0001 61 0000000000000000 00", "durability 0 is not known");
  }

  @Test
  void nameThatBreaksTheRuleIsRefusedAsSuch() {
    MalformedFrameException refused = decodeRequest(CommandType.TOPIC_DELETE, "0001 2f");

    assertThat(refused.code()).isEqualTo(ErrorCode.NAME_INVALID);
    assertThat(decodeRequest(CommandType.TOPIC_DELETE, "0000").code())
        .isEqualTo(ErrorCode.NAME_INVALID);
  }

  @Test
  void valueOutOfRangeIsRefusedAsInvalidArgument() {
    MalformedFrameException refused =
        decodeRequest(
            CommandType.READ,
            "0001 61 0000000000000000 00000000 01 0000000000000000 00000000 00000000");

    assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(refused.sentence()).contains("maxBytes must be 1 or more");
  }

  @Test
  void errorOfANewerServerKeepsItsNumberAndWords() {
    FrameHeader header = new FrameHeader(0, 1, 4, 3, 7);
    ByteBuf body = Unpooled.wrappedBuffer(Hex.bytes("03e7 0002 6869 0000 00000005"));

    Answer answer = CommandDecoder.answer(header, body);

    assertThat(answer).isEqualTo(new Refusal(ErrorCode.UNRECOGNIZED, "error 999: hi", "", 5));
  }

  @Test
  void answerWhereARequestBelongsIsRefusedAndTheOtherWayRound() {
    FrameHeader answer = FrameHeader.result(0, 1, CommandType.PING, 7);
    FrameHeader request = FrameHeader.request(0, 1, CommandType.PING, 7);

    assertThat(
            catchThrowableOfType(
                MalformedFrameException.class,
                () -> CommandDecoder.request(answer, Unpooled.EMPTY_BUFFER)))
        .hasMessageContaining("an answer came");
    assertThat(
            catchThrowableOfType(
                MalformedFrameException.class,
                () -> CommandDecoder.answer(request, Unpooled.EMPTY_BUFFER)))
        .hasMessageContaining("a request came");
  }

  @Test
  void decodedCommandOwnsItsBytesBesidesTheFrame() {
    ByteBuf frame = Unpooled.buffer().writeBytes(GoldenAnswers.pulled().bytes());
    Pulled pulled = (Pulled) CommandDecoder.answer(FrameHeader.read(frame), frame);

    frame.release();
    assertThat(pulled).isEqualTo(GoldenAnswers.pulled().command());
    pulled.releaseBuffers();

    assertThat(frame.refCnt()).isZero();
  }

  @Test
  void refusedFrameIsLeftToItsOwnerAlone() {
    byte[] bytes = GoldenAnswers.pulled().bytes();
    ByteBuf frame = Unpooled.buffer().writeBytes(bytes, 0, bytes.length - 1);

    assertThatThrownBy(() -> CommandDecoder.answer(FrameHeader.read(frame), frame))
        .isInstanceOf(MalformedFrameException.class);

    assertThat(frame.refCnt()).isEqualTo(1);
  }

  private static MalformedFrameException refused(byte[] frame) {
    return catchThrowableOfType(MalformedFrameException.class, () -> Golden.decode(frame));
  }

  private static MalformedFrameException decodeRequest(CommandType type, String body) {
    FrameHeader header = FrameHeader.request(0, 1, type, 7);
    ByteBuf in = Unpooled.wrappedBuffer(Hex.bytes(body));
    return catchThrowableOfType(
        MalformedFrameException.class, () -> CommandDecoder.request(header, in));
  }

  private static void refusedRequest(CommandType type, String body, String sentence) {
    assertThat(decodeRequest(type, body)).hasMessage(sentence);
  }

  private static void refusedAnswer(CommandType type, String body, String sentence) {
    FrameHeader header = FrameHeader.result(0, 1, type, 7);
    ByteBuf in = Unpooled.wrappedBuffer(Hex.bytes(body));

    assertThat(
            catchThrowableOfType(
                MalformedFrameException.class, () -> CommandDecoder.answer(header, in)))
        .hasMessage(sentence);
  }
}
