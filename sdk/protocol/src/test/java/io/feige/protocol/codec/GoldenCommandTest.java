package io.feige.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.protocol.Hex;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Result;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GoldenCommandTest {

  static Stream<Golden> all() {
    return Stream.of(
            GoldenRequests.all(),
            GoldenAnswers.all(),
            GoldenDescriptions.all(),
            GoldenDelayed.all(),
            GoldenLetters.all(),
            GoldenMail.all(),
            GoldenWork.all(),
            GoldenCluster.all(),
            GoldenClients.all(),
            GoldenNodes.all(),
            GoldenVitals.all())
        .flatMap(List::stream);
  }

  @ParameterizedTest
  @MethodSource("all")
  void commandIsEncodedToItsPinnedBytes(Golden golden) {
    ByteBuf frame = golden.encode();

    assertThat(Hex.of(frame.nioBuffer())).isEqualTo(Hex.of(ByteBuffer.wrap(golden.bytes())));
  }

  @ParameterizedTest
  @MethodSource("all")
  void pinnedBytesAreDecodedToTheCommand(Golden golden) {
    assertThat(golden.decode()).isEqualTo(golden.command());
  }

  @ParameterizedTest
  @MethodSource("all")
  void headerOfPinnedBytesIsAccepted(Golden golden) {
    FrameHeader header = FrameHeader.read(Unpooled.wrappedBuffer(golden.bytes()));

    assertThat(header.refusal(FrameHeader.DEFAULT_MAX_BODY_BYTES, 1)).isNull();
    assertThat(header.length()).isEqualTo(golden.bytes().length - FrameHeader.BYTES);
    assertThat(header.correlationId()).isEqualTo(Golden.CORRELATION);
    assertThat(header.isAnswer()).isEqualTo(golden.isAnswer());
  }

  @Test
  void everyCommandHasAGoldenRequestAndAGoldenAnswer() {
    Set<CommandType> requests = EnumSet.noneOf(CommandType.class);
    Set<CommandType> results = EnumSet.noneOf(CommandType.class);
    all()
        .forEach(golden -> {
          if (golden.command() instanceof Request request) {
            requests.add(request.type());
          } else if (golden.command() instanceof Result result) {
            results.add(result.type());
          }
        });

    assertThat(requests).isEqualTo(EnumSet.allOf(CommandType.class));
    assertThat(results).isEqualTo(EnumSet.allOf(CommandType.class));
  }
}
