package io.feige.broker.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.journal.segment.ColdBytes;
import io.feige.broker.journal.segment.JournalConfig;
import io.feige.broker.journal.segment.JournalReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is not in memory is not looked at, until it has been brought. */
class JournalColdTest {
  private static final int RECORDS = 500;
  private static final long HOT = 20_000;

  private final MemoryFiles files = new MemoryFiles();
  private final JournalHarness harness =
      new JournalHarness(files, new JournalConfig(64 << 10, 16 << 10, 8 << 10, 0, HOT));
  private JournalReader reader;

  @BeforeEach
  void fill() {
    for (int offset = 0; offset < RECORDS; offset++) {
      harness.append(Frames.messages(1, offset, 1, offset, Frames.batch(1, 400, offset)));
    }
    harness.journal().write();
    reader = harness.journal().reader();
    files.evictAll();
  }

  private void bring(ColdBytes bytes) {
    try {
      bytes.read(ByteBuffer.allocateDirect(1_000));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    reader.brought(bytes);
  }

  @Test
  void whatIsNotInMemoryIsFoundOnceItWasBrought() {
    assertThat(reader.findAtHand(1, 3)).isEqualTo(JournalReader.COLD);

    bring(reader.cold());

    assertThat(reader.findAtHand(1, 3)).isEqualTo(reader.find(1, 3));
    assertThat(reader.findAtHand(1, 4)).isEqualTo(reader.find(1, 4));
  }

  @Test
  void theEndIsTakenForBeingInMemory() {
    assertThat(reader.findAtHand(1, RECORDS - 1)).isEqualTo(reader.find(1, RECORDS - 1));
    assertThat(reader.coldAt(harness.journal().written() - HOT, 1_000)).isNull();
  }

  @Test
  void whatIsThereByItselfNeedsNotBeBrought() {
    files.evictNothing();

    assertThat(reader.findAtHand(1, 3)).isEqualTo(reader.find(1, 3));
    assertThat(reader.coldAt(harness.journal().start(), 4_000)).isNull();
  }

  @Test
  void framesOfAStretchAreColdUntilAllOfItIsThere() {
    long start = harness.journal().start();

    ColdBytes cold = reader.coldAt(start, 10_000);

    assertThat(cold).isNotNull();
    bring(cold);
    assertThat(reader.coldAt(start, 10_000)).isNull();
  }

  @Test
  void aMessageThatIsNotThereIsNotCold() {
    assertThat(reader.findAtHand(1, RECORDS)).isEqualTo(JournalReader.NONE);
    assertThat(reader.findAtHand(7, 0)).isEqualTo(JournalReader.NONE);
  }

  @Test
  void aSegmentThatHasGoneMeanwhileIsNoFault() throws IOException {
    ColdBytes cold = reader.coldAt(harness.journal().start(), 1_000);
    assertThat(cold).isNotNull();
    for (String name : files.list()) {
      if (name.endsWith(".seg")) {
        files.delete(name);
      }
    }

    bring(cold);
  }
}
