package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.record.JournalRecord.Messages;
import io.feige.broker.core.record.RecordCodec;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.BatchReader;
import io.feige.protocol.batch.BatchRecord;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.TopicSpec;
import io.feige.protocol.model.Verdict;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a dead letter takes of the journal, and that it lacks nothing. */
final class LetterBytesTest {
  private static final String T = "t";
  private static final String LETTERS = "t.dlq";
  private static final int BODY_BYTES = 1_000;

  /** Frame, origin, batch header and columns, and what a record has besides its body. */
  private static final int AROUND_LETTER = 300;

  private final Replica replica = Replica.withTopic(TopicSpec.named(T).withRetryDelay(0, 0));

  private void publish(int records, int bodyBytes, Compressor compressor) {
    replica.publish(T, Batches.rich(records, bodyBytes, compressor));
    replica.commit();
    pullAll(T, records);
  }

  /** A group is handed more with each pull at first, so it takes a few of them. */
  private void pullAll(String topic, int messages) {
    int got = 0;
    while (got < messages) {
      int some = replica.pulled(topic, messages).size();
      assertThat(some).isPositive();
      got += some;
    }
    assertThat(got).isEqualTo(messages);
  }

  /** Rejects each of so many messages by itself, every second one. */
  private void rejectEverySecond(int count) {
    Verdict[] verdicts = new Verdict[count];
    for (int i = 0; i < count; i++) {
      verdicts[i] = Verdict.reject(2L * i, 2L * i, 1, "bad");
    }
    replica.settle(T, verdicts);
    replica.commit();
  }

  private List<StoredFrame> letters() {
    List<StoredFrame> letters = new ArrayList<>();
    replica.journal.forEachFrame(frame -> {
      if (frame.kind() == FrameKind.MESSAGES && frame.hasFlag(FrameKind.FLAG_DEAD_LETTER)) {
        letters.add(frame);
      }
    });
    return letters;
  }

  private static BatchReader open(BatchHead batch) {
    return BatchReader.open(batch, Batches.UNPACKER, 1 << 24);
  }

  private static void sameRecord(BatchReader cut, int index, BatchReader whole, int inWhole) {
    BatchRecord letter = cut.record(index);
    BatchRecord published = whole.record(inWhole);
    assertThat(letter.key()).isEqualTo(published.key());
    assertThat(letter.headers()).isEqualTo(published.headers());
    assertThat(letter.body()).isEqualTo(published.body());
    assertThat(letter.clientTimeMillis()).isEqualTo(published.clientTimeMillis());
    assertThat(cut.head().keyHash(index)).isEqualTo(whole.head().keyHash(inWhole));
    assertThat(cut.head().expiryMillis(index)).isEqualTo(whole.head().expiryMillis(inWhole));
    assertThat(cut.head().producerId()).isEqualTo(whole.head().producerId());
    assertThat(cut.head().sequence()).isEqualTo(whole.head().sequence());
  }

  @Test
  void letterTakesItsOwnBytesHoweverLargeItsBatchIs() {
    publish(512, BODY_BYTES, Compressor.NONE);
    long before = replica.journal.end();

    rejectEverySecond(200);

    assertThat(letters()).hasSize(200);
    assertThat(replica.journal.end() - before)
        .isLessThan(200L * (BODY_BYTES + AROUND_LETTER) + 10_000);
    pullAll(LETTERS, 200);
  }

  @Test
  void letterHasEverythingThatWasPublished() {
    publish(8, BODY_BYTES, Compressor.NONE);
    replica.settle(T, Verdict.reject(2, 4, 1, ""), Verdict.reject(6, 6, 1, ""));
    replica.commit();

    BatchReader whole = open(BatchHead.at(Batches.rich(8, BODY_BYTES, Compressor.NONE), 0));
    assertThat(letters()).hasSize(2);
    BatchReader three = open(letters().get(0).batch());
    assertThat(three.recordCount()).isEqualTo(3);
    for (int i = 0; i < 3; i++) {
      sameRecord(three, i, whole, 2 + i);
    }
    sameRecord(open(letters().get(1).batch()), 0, whole, 6);
    assertThat(letters().get(1).recordFirst()).isZero();
  }

  @Test
  void letterOfACompressedBatchTakesNoMoreThanItsOwnBytesEither() {
    publish(512, BODY_BYTES, Batches.PACKER);
    long before = replica.journal.end();
    int unpackedBefore = replica.journal.unpacked();

    rejectEverySecond(200);

    assertThat(replica.journal.unpacked() - unpackedBefore).isOne();
    assertThat(replica.journal.end() - before)
        .isLessThan(200L * (BODY_BYTES + AROUND_LETTER) + 10_000);
    BatchReader whole = open(BatchHead.at(Batches.rich(512, BODY_BYTES, Compressor.NONE), 0));
    for (int i = 0; i < 200; i++) {
      StoredFrame letter = letters().get(i);
      sameRecord(open(letter.batch()), letter.recordFirst(), whole, 2 * i);
    }
  }

  @Test
  void compressedBatchThatIsSmallerThanItsMessageIsStoredAsItIs() {
    publish(4, 100_000, Batches.PACKER);
    ByteBuffer published = Batches.rich(4, 100_000, Batches.PACKER);

    replica.settle(T, Verdict.reject(2, 2, 1, ""));
    replica.commit();

    StoredFrame letter = letters().getFirst();
    assertThat(letter.batch().bytes()).isEqualTo(published);
    assertThat(letter.recordFirst()).isEqualTo(2);
    assertThat(letter.recordCount()).isOne();
  }

  @Test
  void damagedMessagesComeAgainAndDoNotSpread() {
    publish(4, BODY_BYTES, Compressor.NONE);
    List<Long> positions = new ArrayList<>();
    replica.journal.forEachFrame(frame -> {
      if (frame.kind() == FrameKind.MESSAGES) {
        positions.add(frame.position());
      }
    });
    replica.journal.damage(positions.getFirst());

    replica.settle(T, Verdict.reject(1, 1, 1, "unreadable"));
    replica.commit();

    assertThat(letters()).isEmpty();
    replica.pass(2_000);
    assertThat(replica.pulled(T, 9)).contains(new Delivered(1, 2));
  }

  @Test
  void messagesThatNobodyCanUnpackAreDropped() {
    ByteBuffer batch = Batches.rich(4, BODY_BYTES, Compressor.NONE);
    batch.put(BatchHead.COMPRESSION_AT, (byte) 2);
    Batches.checksum(batch);
    replica.publish(T, batch);
    replica.commit();
    replica.pulled(T, 4);

    replica.settle(T, Verdict.reject(0, 2, 1, ""));
    replica.commit();

    assertThat(letters()).isEmpty();
    assertThat(replica.group(T).floor()).isEqualTo(3);
  }

  @Test
  void batchThatUnpacksToMoreThanTheLimitIsRefused() {
    int limit = Replica.LIMITS.maxBatchBytes();
    ByteBuffer bomb = Batches.rich(2, limit / 2, Batches.PACKER);
    assertThat(bomb.remaining()).isLessThan(limit / 10);

    assertThat(replica.refusal(replica.publish(T, bomb))).isEqualTo(ErrorCode.BATCH_TOO_LARGE);
  }

  @Test
  void reasonIsNeverCutWithinACharacter() {
    publish(1, BODY_BYTES, Compressor.NONE);

    replica.settle(T, Verdict.reject(0, 0, 1, "x" + "\uD83D\uDD4A".repeat(600)));
    replica.commit();

    Messages letter = (Messages) RecordCodec.read(letters().getFirst());
    assertThat(letter.cause().toString()).doesNotContain("?").contains("\uD83D\uDD4A");
  }
}
