package io.feige.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.DeleteTopic;
import io.feige.protocol.command.Ping;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.MalformedFrameException;
import io.feige.protocol.model.Durability;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FrameHeaderTest {
  private static final int LIMIT = 1_000;

  @Test
  void headerIsReadAsItWasWritten() {
    FrameHeader header = FrameHeader.result(1_000, 1, CommandType.STATUS, 0xFFFF_FFFE);
    ByteBuf bytes = Unpooled.buffer();
    header.write(bytes);

    assertThat(bytes.readableBytes()).isEqualTo(FrameHeader.BYTES);
    assertThat(FrameHeader.read(bytes)).isEqualTo(header);
    assertThat(header.refusal(LIMIT, 1)).isNull();
  }

  @Test
  void lengthAboveTheLimitIsRefused() {
    refused(new FrameHeader(1_001, 1, 2, 0, 7), ErrorCode.FRAME_TOO_LARGE, "1001");
    refused(new FrameHeader(-1, 1, 2, 0, 7), ErrorCode.FRAME_TOO_LARGE, "4294967295");
  }

  @Test
  void flagsWithoutMeaningAreRefused() {
    refused(new FrameHeader(0, 1, 2, 8, 7), ErrorCode.MALFORMED, "0x8");
    refused(new FrameHeader(0, 1, 2, FrameHeader.ACTING | 1, 7), ErrorCode.MALFORMED, "0x5");
    refused(new FrameHeader(0, 1, 2, 0x8001, 7), ErrorCode.MALFORMED, "0x8001");
    refused(new FrameHeader(0, 1, 2, FrameHeader.ERROR, 7), ErrorCode.MALFORMED, "0x2");
  }

  @Test
  void aBatchMayKeepItsName() {
    ByteBuf out = Unpooled.buffer();
    Publish publish =
        new Publish("orders", 0, Durability.LOCAL, 0, Unpooled.buffer(0)).keepingName();
    CommandEncoder.request(1, 7, publish, out);
    FrameHeader header = FrameHeader.read(out);

    assertThat(header.flags()).isEqualTo(FrameHeader.KEEPS_NAME);
    assertThat(header.refusal(LIMIT, 1)).isNull();
    assertThat(((Publish) CommandDecoder.request(header, out)).keepsName()).isTrue();
    assertThatThrownBy(() -> CommandEncoder.request(1, 7, new Asked("ann", publish), out))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aRequestMayNameTheUserThatItIsFor() {
    ByteBuf out = Unpooled.buffer();
    Asked asked = new Asked("ann", new DeleteTopic("orders"));
    CommandEncoder.request(1, 7, asked, out);
    byte[] bytes = ByteBufUtil.getBytes(out);
    FrameHeader header = FrameHeader.read(out);

    assertThat(header).isEqualTo(new FrameHeader(13, 1, 10, FrameHeader.ACTING, 7));
    assertThat(header.refusal(LIMIT, 1)).isNull();
    assertThat(ByteBufUtil.hexDump(bytes, 12, 13)).isEqualTo("0003616e6e" + "00066f7264657273");
    assertThat(CommandDecoder.asked(header, out)).isEqualTo(asked);
  }

  @Test
  void whereNoUserCanBeNamedNoneIsOverheard() {
    ByteBuf out = Unpooled.buffer();
    CommandEncoder.request(1, 7, new Asked("ann", new Ping()), out);
    FrameHeader header = FrameHeader.read(out);

    assertThatExceptionOfType(MalformedFrameException.class)
        .isThrownBy(() -> CommandDecoder.request(header, out));
  }

  @Test
  void versionThatWasNotAgreedOnIsRefused() {
    refused(new FrameHeader(0, 2, 2, 0, 7), ErrorCode.UNSUPPORTED_VERSION, "version 2");
    refused(new FrameHeader(0, 0, 2, 0, 7), ErrorCode.UNSUPPORTED_VERSION, "version 0");
  }

  @Test
  void unknownCommandIsRefused() {
    refused(new FrameHeader(0, 1, 0, 0, 7), ErrorCode.UNKNOWN_COMMAND, "command 0");
    int beyond = CommandType.values().length + 1;
    refused(new FrameHeader(0, 1, beyond, 0, 7), ErrorCode.UNKNOWN_COMMAND, "command " + beyond);
    refused(new FrameHeader(0, 1, 255, 0, 7), ErrorCode.UNKNOWN_COMMAND, "command 255");
  }

  @Test
  void refusalOfAnUnknownCommandEchoesItsHeader() {
    FrameHeader unknown = new FrameHeader(0, 1, 99, 0, 1234);
    ByteBuf out = Unpooled.buffer();

    CommandEncoder.refusal(unknown, Refusal.of(ErrorCode.UNKNOWN_COMMAND, "no"), out);

    FrameHeader answer = FrameHeader.read(out);
    assertThat(answer.command()).isEqualTo(99);
    assertThat(answer.correlationId()).isEqualTo(1234);
    assertThat(answer.isRefusal()).isTrue();
    assertThat(answer.length()).isEqualTo(out.readableBytes());
    assertThat(CommandDecoder.answer(answer, out))
        .isEqualTo(Refusal.of(ErrorCode.UNKNOWN_COMMAND, "no"));
  }

  private static void refused(FrameHeader header, ErrorCode code, String words) {
    @Nullable Refusal refusal = header.refusal(LIMIT, 1);

    assertThat(refusal).isNotNull();
    assertThat(refusal.code()).isEqualTo(code);
    assertThat(refusal.message()).contains(words);
  }
}
