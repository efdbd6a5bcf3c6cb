package io.feige.proxy.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TextFrameTest {
  @Test
  void aShortTextHasItsKindAndLengthBeforeIt() {
    byte[] frame = TextFrame.of("coo".getBytes(StandardCharsets.UTF_8));
    assertThat(ByteBufUtil.hexDump(frame)).isEqualTo("8103" + "636f6f");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 125, 126, 127, 65_535, 65_536, 100_000})
  void aClientReadsIt(int length) {
    String text = "x".repeat(length);
    EmbeddedChannel client =
        new EmbeddedChannel(new WebSocket13FrameDecoder(false, false, length + 1));
    client.writeInbound(
        Unpooled.wrappedBuffer(TextFrame.of(text.getBytes(StandardCharsets.UTF_8))));
    TextWebSocketFrame read = client.readInbound();
    assertThat(read.text()).isEqualTo(text);
    assertThat(read.isFinalFragment()).isTrue();
    read.release();
    assertThat(client.finish()).isFalse();
  }
}
