package io.feige.proxy.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.CorruptedFrameException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What packets have to look like, through the framer that asks for it. */
class GrammarTest {
  private static final String THREE =
      "\u0010\u000e\u0000\u0004MQTT\u0004\u0002\u0000\u0001\u0000\u0002me";
  private static final String FIVE =
      "\u0010\u000f\u0000\u0004MQTT\u0005\u0002\u0000\u0001\u0000\u0000\u0002me";

  private final EmbeddedChannel channel = new EmbeddedChannel(new PacketFramer(1_000));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0\u0005\u0000\u0001a\u0000x",
        "2\u0007\u0000\u0001a\u0000\u0001\u0000x",
        "0\n\u0000\u0001a\u0005&\u0000\u0000\u0000\u0000x",
        "0\u000f\u0000\u0001a\n&\u0000\u0000\u0000\u0000&\u0000\u0000\u0000\u0000x",
        "0\u0008\u0000\u0001a\u0003#\u0000\u0001x",
        "\u0082\u0007\u0000\u0001\u0000\u0000\u0001a\u0002",
        "\u0082\u0009\u0000\u0001\u0002\u000b\u0001\u0000\u0001a)",
        "\u00a2\u0006\u0000\u0001\u0000\u0000\u0001a",
        "@\u0002\u0000\u0001",
        "P\u0003\u0000\u0001\u0080",
        "b\u0004\u0000\u0001\u0000\u0000",
        "\u00e0\u0000",
        "\u00e0\u0007\u0000\u0005\u0011\u0000\u0000\u0000\u0001",
        "\u00c0\u0000",
      })
  void whatIsAsItShouldBePasses(String packet) {
    come(FIVE);
    assertThat(take()).isEqualTo(FIVE);
    come(packet);
    assertThat(take()).isEqualTo(packet);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "8\u0005\u0000\u0001a\u0000x",
        "0\u0007\u0000\u0001a\u0002\u000b\u0001x",
        "0\u0009\u0000\u0001a\u0004\u0001\u0000\u0001\u0000x",
        "0\u0007\u0000\u0001a\u0002\u0001\u0002x",
        "0\u0009\u0000\u0001a\u0004\u0008\u0000\u0001#x",
        "0\u0008\u0000\u0001a\u0003#\u0000\u0000x",
        "0\u0007\u0000\u0001a\u0002\u0011\u0000x",
        "0\u0005\u0000\u0001a\u0009x",
        "0\u0003\u0000\u0009a",
        "\u0082\u0003\u0000\u0001\u0000",
        "\u0082\u0007\u0000\u0001\u0000\u0000\u0001a\u0003",
        "\u0082\u0007\u0000\u0001\u0000\u0000\u0001a0",
        "\u0082\u0007\u0000\u0001\u0000\u0000\u0001aA",
        "\u0082\u0009\u0000\u0001\u0002\u000b\u0000\u0000\u0001a\u0001",
        "\u00a2\u0003\u0000\u0001\u0000",
        "\u00e0\u0004\u0000\u0002\u0017\u0000",
      })
  void whatIsNotEndsTheConnection(String packet) {
    come(FIVE);
    assertThat(take()).isEqualTo(FIVE);
    assertThatThrownBy(() -> come(packet)).isInstanceOf(CorruptedFrameException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0010\u000e\u0000\u0004MQTT\u0004\n\u0000\u0001\u0000\u0002me",
        "\u0010\u000e\u0000\u0004MQTT\u0004\"\u0000\u0001\u0000\u0002me",
        "\u0010\u000e\u0000\u0004MQTT\u0004\u0082\u0000\u0001\u0000\u0002me",
        "\u0010\u0010\u0000\u0004MQTT\u0004\u0002\u0000\u0001\u0000\u0002me\u0000\u0000",
        "\u0010\u0015\u0000\u0004MQTT\u0005\u0002\u0000\u0001\u0006!\u0000\u0001!\u0000\u0001\u0000\u0002me",
      })
  void aConnectThatIsNotAsItSaysEndsIt(String packet) {
    assertThatThrownBy(() -> come(packet)).isInstanceOf(CorruptedFrameException.class);
  }

  @Test
  void versionsBeforeFiveHaveNoProperties() {
    come(THREE);
    assertThat(take()).isEqualTo(THREE);
    String packet = "0\u0004\u0000\u0001a\u0009";
    come(packet);
    assertThat(take()).isEqualTo(packet);
  }

  @Test
  void bytesThatMeanNothingEndItAndNothingElseHappens() {
    Random random = new Random(7);
    for (int run = 0; run < 20_000; run++) {
      byte[] packet = new byte[2 + random.nextInt(40)];
      random.nextBytes(packet);
      packet[1] = (byte) (packet.length - 2);
      ByteBuf rest = Unpooled.wrappedBuffer(packet, 2, packet.length - 2);
      Grammar grammar = new Grammar();
      ByteBuf connect = Unpooled.copiedBuffer(FIVE, StandardCharsets.ISO_8859_1);
      assertThat(grammar.problem(0x10, connect.skipBytes(2))).isNull();
      var _ = grammar.problem(Byte.toUnsignedInt(packet[0]), rest);
    }
  }

  /** The decoder behind has taken what was passed before. */
  private void come(String bytes) {
    var _ = channel.pipeline().get(PacketFramer.class).taken();
    channel.writeInbound(Unpooled.copiedBuffer(bytes, StandardCharsets.ISO_8859_1));
  }

  private String take() {
    ByteBuf packet = channel.readInbound();
    try {
      return packet.toString(StandardCharsets.ISO_8859_1);
    } finally {
      packet.release();
    }
  }
}
