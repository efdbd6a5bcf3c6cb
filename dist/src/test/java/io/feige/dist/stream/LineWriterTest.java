package io.feige.dist.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class LineWriterTest {
  @Test
  void writesPartsAsOneLine() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (LineWriter lines = new LineWriter(out, true)) {
      lines.write(new byte[] {'a'}, new byte[] {'b'});
      lines.write(new byte[] {});
    }

    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("ab\n\n");
  }

  @Test
  void linesLargerThanTheBufferStayWhole() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] line = new byte[300_000];
    Arrays.fill(line, (byte) 'x');
    try (LineWriter lines = new LineWriter(out, true)) {
      for (int i = 0; i < 3; i++) {
        lines.write(new byte[] {'k'}, line);
      }
    }

    assertThat(out.size()).isEqualTo(3 * 300_002);
    assertThat(out.toByteArray()[300_001]).isEqualTo((byte) '\n');
    assertThat(out.toByteArray()[300_002]).isEqualTo((byte) 'k');
  }

  @Test
  void linesThatEndAtTheBuffersEdgeKeepTheirLineFeed() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (LineWriter lines = new LineWriter(out, true)) {
      lines.write(new byte[1 << 18]);
      lines.write(new byte[] {'b'});
    }

    assertThat(out.size()).isEqualTo((1 << 18) + 3);
  }

  @Test
  void aBrokenStreamIsReportedOnce() throws IOException {
    LineWriter lines = new LineWriter(new BrokenStream(), true);
    lines.write(new byte[] {'a'});

    assertThatThrownBy(lines::flush).hasMessage("Broken pipe");
    lines.close();
  }

  private static final class BrokenStream extends OutputStream {
    @Override
    public void write(int one) throws IOException {
      throw new IOException("Broken pipe");
    }
  }
}
