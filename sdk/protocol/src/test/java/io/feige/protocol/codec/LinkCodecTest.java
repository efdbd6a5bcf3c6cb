package io.feige.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.feige.protocol.Hex;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.MalformedFrameException;
import io.feige.protocol.link.Copy;
import io.feige.protocol.link.EpochStart;
import io.feige.protocol.link.Join;
import io.feige.protocol.link.LinkHandshake;
import io.feige.protocol.link.LinkMessage;
import io.feige.protocol.link.LinkProof;
import io.feige.protocol.link.LinkRefused;
import io.feige.protocol.model.NameRule;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LinkCodecTest {
  static Stream<LinkGolden> all() {
    return GoldenLink.all();
  }

  @ParameterizedTest
  @MethodSource("all")
  void messageIsEncodedToItsPinnedBytes(LinkGolden golden) {
    assertThat(Hex.of(golden.encode().nioBuffer()))
        .isEqualTo(Hex.of(ByteBuffer.wrap(golden.bytes())));
  }

  @ParameterizedTest
  @MethodSource("all")
  void pinnedBytesAreDecodedToTheMessage(LinkGolden golden) {
    assertThat(golden.decode(golden.rest())).isEqualTo(golden.message());
  }

  @Test
  void everyKindHasAGolden() {
    Set<Class<?>> pinned = all().map(g -> g.message().getClass()).collect(Collectors.toSet());
    Set<Class<?>> kinds = new LinkedHashSet<>();
    kinds.addAll(Arrays.asList(LinkMessage.class.getPermittedSubclasses()));
    kinds.addAll(Arrays.asList(LinkHandshake.class.getPermittedSubclasses()));

    assertThat(pinned).containsExactlyInAnyOrderElementsOf(kinds);
  }

  @ParameterizedTest
  @MethodSource("all")
  void everyTruncatedFrameIsRefused(LinkGolden golden) {
    byte[] rest = golden.rest();
    for (int length = 0; length < rest.length - bulkBytes(golden); length++) {
      assertThat(refusal(golden, Arrays.copyOf(rest, length)).code())
          .isEqualTo(ErrorCode.MALFORMED);
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void bytesLeftOverAreRefusedWhereNoneBelong(LinkGolden golden) {
    if (bulkBytes(golden) > 0 || golden.message() instanceof Copy) {
      return; // their bytes are the rest of the frame
    }
    byte[] longer = Arrays.copyOf(golden.rest(), golden.rest().length + 1);

    assertThat(refusal(golden, longer)).hasMessage("1 bytes are left over at the frame's end");
  }

  @Test
  void messageIsNotTakenBeforeTheHandshakeNorAHandshakeAfterIt() {
    for (LinkGolden golden : GoldenLink.messages()) {
      ByteBuf rest = Unpooled.wrappedBuffer(golden.rest());
      assertThatThrownBy(() -> LinkCodec.decodeHandshake(rest))
          .isInstanceOf(MalformedFrameException.class)
          .hasMessageContaining("is not known here");
    }
    for (LinkGolden golden : GoldenLink.handshakes()) {
      ByteBuf rest = Unpooled.wrappedBuffer(golden.rest());
      assertThatThrownBy(() -> LinkCodec.decode(rest))
          .isInstanceOf(MalformedFrameException.class)
          .hasMessageContaining("is not known here");
    }
  }

  @Test
  void framesAreReadOnlyViewsOfWhatCame() {
    byte[] rest = GoldenLink.copy().rest();
    Copy copy = (Copy) LinkCodec.decode(Unpooled.wrappedBuffer(rest));

    rest[rest.length - 1] = 7;

    assertThat(copy.frames().isReadOnly()).isTrue();
    assertThat(copy.frames().get(copy.frames().limit() - 1)).isEqualTo((byte) 7);
  }

  @Test
  void decodingTakesNoReference() {
    ByteBuf rest = Unpooled.wrappedBuffer(GoldenLink.snapshotPart().rest());

    LinkCodec.decode(rest);

    assertThat(rest.refCnt()).isEqualTo(1);
    assertThat(rest.isReadable()).isFalse();
  }

  @Test
  void encodingLeavesTheFramesAsTheyAreAndWritesFromPositionToLimit() {
    ByteBuffer frames = ByteBuffer.wrap(Hex.bytes("00cafebabe00")).position(1).limit(5);
    ByteBuf out = Unpooled.buffer();

    LinkCodec.encode(new Copy(3, 4_096, 8_192, 2_048, -2, frames), out);

    assertThat(frames.remaining()).isEqualTo(4);
    assertThat(Hex.of(out.nioBuffer()))
        .isEqualTo(Hex.of(ByteBuffer.wrap(GoldenLink.copy().bytes())));
  }

  @Test
  void longestCopyFitsAndALongerOneIsRefusedBeforeItIsWritten() {
    ByteBuffer most = ByteBuffer.allocate(LinkCodec.MAX_LENGTH - LinkCodec.COPY_OVERHEAD);
    ByteBuffer more = ByteBuffer.allocate(most.capacity() + 1);
    ByteBuf out = Unpooled.buffer().writeByte(1);

    LinkCodec.encode(new Copy(3, 0, Long.MAX_VALUE, 0, 0, most), out);
    int written = out.writerIndex();

    assertThat(out.getInt(1)).isEqualTo(LinkCodec.MAX_LENGTH);
    assertThatThrownBy(() -> LinkCodec.encode(new Copy(3, 0, Long.MAX_VALUE, 0, 0, more), out))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(out.writerIndex()).isEqualTo(written);
  }

  @Test
  void frameBeyondTheLimitIsRefused() {
    ByteBuf open = Unpooled.buffer().writeZero(LinkCodec.MAX_LENGTH + 1);
    ByteBuf before = Unpooled.buffer().writeZero(LinkCodec.MAX_LENGTH_BEFORE_HANDSHAKE + 1);

    assertThat(catchThrowableOfType(MalformedFrameException.class, () -> LinkCodec.decode(open)))
        .returns(ErrorCode.FRAME_TOO_LARGE, MalformedFrameException::code);
    assertThat(
            catchThrowableOfType(
                MalformedFrameException.class, () -> LinkCodec.decodeHandshake(before)))
        .returns(ErrorCode.FRAME_TOO_LARGE, MalformedFrameException::code);
  }

  @Test
  void longestHandshakeFitsBeforeTheHandshake() {
    String name = "n".repeat(NameRule.MAX_LENGTH);
    LinkProof proof = new LinkProof(GoldenLink.PROOF.nonce(), GoldenLink.PROOF.proof(), name, name);
    LinkRefused refused = new LinkRefused("\u98de".repeat(LinkRefused.MAX_WHY_LENGTH));
    ByteBuf out = Unpooled.buffer();

    LinkCodec.encode(proof, out);
    LinkCodec.encode(refused, out);

    assertThat(LinkCodec.decodeHandshake(out.readSlice(out.readInt()))).isEqualTo(proof);
    assertThat(LinkCodec.decodeHandshake(out.readSlice(out.readInt()))).isEqualTo(refused);
  }

  @Test
  void longestHistoryIsTakenAndALongerOneIsNot() {
    Member self = new Member("node-b", "boot-2");
    List<EpochStart> history =
        IntStream.range(0, Join.MAX_HISTORY).mapToObj(i -> new EpochStart(i, i * 100L)).toList();
    Join join = new Join("pair-1", self, 5_000, history, 1_000_000);
    ByteBuf out = Unpooled.buffer();
    LinkCodec.encode(join, out);
    out.skipBytes(LinkCodec.LENGTH_BYTES);

    assertThat(LinkCodec.decode(out)).isEqualTo(join);
    refused(
        "10 0001 70 0001 61 0001 62 0000000000000003 0400", "history count 1024 exceeds the frame");
    refused("10 0001 70 0001 61 0001 62 0000000000000003 ffff", "history count 65535 exceeds 1024");
    String tooMany =
        "10 0001 70 0001 61 0001 62 0000000000000003 0401 "
            + IntStream.rangeClosed(1, 0x401)
                .mapToObj(i -> "%016x%016x".formatted(i, i))
                .collect(Collectors.joining())
            + "0000000000001000";
    refused(tooMany, "history count 1025 exceeds 1024");
  }

  @Test
  void valuesOutOfRangeAreRefused() {
    String zero = "0000000000000000 ";
    String max = "7fffffffffffffff ";
    refused("13 ffffffffffffffff" + zero.repeat(4), "epoch exceeds 2^63-1");
    refused("13" + zero + max + max + zero + zero + "00", "position must be 0 to");
    refused("13" + zero.repeat(5) + "00", "end must be 1 to");
    refused("11" + zero.repeat(3) + "fffffffffffffffe" + zero + "0000", "snapshotPosition must be");
    refused("11" + zero.repeat(3) + "ffffffffffffffff 0000000000000001 0000", "snapshotBytes");
    String none = zero.repeat(3) + "ffffffffffffffff" + zero;
    refused("11" + none + "0002 3061", "deathMark must be empty or have 64 digits");
    refused("14" + zero.repeat(4) + "000927c1", "promiseMillis must be 0 to 600000, not 600001");
    refused("10 0001 70 0000 0000" + zero + "0000" + zero + "0000", "nobody joins");
    refused("10 0001 70 0000 0001 62" + zero + "0000" + zero, "boot of nobody");
    refused("10 0001 70 0001 61 0000" + zero + "0000" + zero, "boot must have 1 to 100");
    String twice = "0000000000000001 0000000000000000";
    refused(
        "10 0001 70 0001 61 0001 62" + zero + "0002" + twice + twice + zero + "0000", "history:");
    refused("15" + zero.repeat(3), "end must be 1 to");
    refused("16" + zero + max + "00", "position must be 0 to");
    refused("17", "kind 23 is not known here");
  }

  private static int bulkBytes(LinkGolden golden) {
    return golden.message() instanceof LinkMessage message ? message.bulkBytes() : 0;
  }

  private static MalformedFrameException refusal(LinkGolden golden, byte[] rest) {
    return catchThrowableOfType(MalformedFrameException.class, () -> golden.decode(rest));
  }

  private static void refused(String rest, String words) {
    ByteBuf in = Unpooled.wrappedBuffer(Hex.bytes(rest));
    assertThatThrownBy(() -> LinkCodec.decode(in))
        .isInstanceOf(MalformedFrameException.class)
        .hasMessageContaining(words);
  }
}
