package io.feige.dist.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineReaderTest {
  private static List<String> lines(byte[] input, int chunk) throws IOException {
    List<String> lines = new ArrayList<>();
    try (LineReader reader = new LineReader(chunked(input, chunk), 1 << 21)) {
      byte[] line = reader.next();
      while (line != null) {
        lines.add(new String(line, StandardCharsets.ISO_8859_1));
        line = reader.next();
      }
      assertThat(reader.next()).as("after the end").isNull();
    }
    return lines;
  }

  /** A stream that gives at most so many bytes at a time, as pipes do. */
  private static InputStream chunked(byte[] input, int chunk) {
    return new ByteArrayInputStream(input) {
      @Override
      public synchronized int read(byte[] into, int from, int length) {
        return super.read(into, from, Math.min(chunk, length));
      }
    };
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void splitsAtLineFeedsHoweverTheBytesArrive() throws IOException {
    byte[] input = bytes("a\n\nbb\r\n\u00ff\u0000\n\nlast");

    for (int chunk = 1; chunk <= input.length; chunk++) {
      assertThat(lines(input, chunk)).containsExactly("a", "", "bb\r", "\u00ff\u0000", "", "last");
    }
  }

  @Test
  void nothingHasNoLines() throws IOException {
    assertThat(lines(bytes(""), 1)).isEmpty();
  }

  @Test
  void aLineFeedAloneIsOneEmptyLine() throws IOException {
    assertThat(lines(bytes("\n"), 1)).containsExactly("");
  }

  @Test
  void longLinesGrowTheBuffer() throws IOException {
    byte[] input = new byte[1 << 20];
    Arrays.fill(input, (byte) 'x');

    assertThat(lines(input, 10_000).getFirst()).hasSize(1 << 20);
  }

  @Test
  void aLineOfTheLimitIsTakenAndALongerOneRefused() throws IOException {
    byte[] input = bytes("1234\n12345\n");
    LineReader reader = new LineReader(new ByteArrayInputStream(input), 4);

    assertThat(reader.next()).hasSize(4);
    assertThatThrownBy(reader::next)
        .isInstanceOf(LineTooLongException.class)
        .hasMessageContaining("line 2 is longer than 4 bytes");
  }

  @Test
  void anEndlessLineIsRefusedBeforeItIsHeld() {
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return 'x';
          }

          @Override
          public int read(byte[] into, int from, int length) {
            Arrays.fill(into, from, from + length, (byte) 'x');
            return length;
          }
        };
    LineReader reader = new LineReader(endless, 1 << 20);

    assertThatThrownBy(reader::next).isInstanceOf(LineTooLongException.class);
  }

  @Test
  void countsWhatItReturned() throws IOException {
    LineReader reader = new LineReader(new ByteArrayInputStream(bytes("ab\nc\n")), 10);
    reader.next();

    assertThat(reader.lines()).isEqualTo(1);
  }
}
