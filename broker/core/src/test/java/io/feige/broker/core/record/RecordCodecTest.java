package io.feige.broker.core.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.record.JournalRecord.Carried;
import io.feige.broker.core.record.JournalRecord.CarriedDelay;
import io.feige.broker.core.record.JournalRecord.DeadLetter;
import io.feige.broker.core.record.JournalRecord.Delayed;
import io.feige.broker.core.record.JournalRecord.DelayedCancelled;
import io.feige.broker.core.record.JournalRecord.Epoch;
import io.feige.broker.core.record.JournalRecord.GroupCreated;
import io.feige.broker.core.record.JournalRecord.GroupDeleted;
import io.feige.broker.core.record.JournalRecord.GroupReset;
import io.feige.broker.core.record.JournalRecord.Handed;
import io.feige.broker.core.record.JournalRecord.MailAcked;
import io.feige.broker.core.record.JournalRecord.MailSpread;
import io.feige.broker.core.record.JournalRecord.MailSubscribed;
import io.feige.broker.core.record.JournalRecord.MailboxDeleted;
import io.feige.broker.core.record.JournalRecord.Messages;
import io.feige.broker.core.record.JournalRecord.Producer;
import io.feige.broker.core.record.JournalRecord.Published;
import io.feige.broker.core.record.JournalRecord.Released;
import io.feige.broker.core.record.JournalRecord.Settle;
import io.feige.broker.core.record.JournalRecord.SettleItem;
import io.feige.broker.core.record.JournalRecord.StartsAt;
import io.feige.broker.core.record.JournalRecord.TopicAltered;
import io.feige.broker.core.record.JournalRecord.TopicCreated;
import io.feige.broker.core.record.JournalRecord.TopicDeleted;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.frame.FrameStamp;
import io.feige.protocol.frame.LetterOrigin;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.MailAck;
import io.feige.protocol.model.MailSubscription;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.TopicSpec;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class RecordCodecTest {
  private static final Producer PRODUCER = new Producer(7, 8);
  private static final long DUE = 123_456;

  static List<JournalRecord> records() {
    return List.of(
        new Messages(3, 9, 0, 2, PRODUCER, Published.PUBLISHED),
        new Messages(3, 9, 0, 2, PRODUCER, new Released(777)),
        new Messages(
            3,
            9,
            1,
            1,
            PRODUCER,
            new DeadLetter(new LetterOrigin(4, 2, 55, 65_535, "t", "g", "c-1", "früh"))),
        new Delayed(3, DUE, 2, batch().remaining(), PRODUCER),
        new CarriedDelay(new Delayed(3, DUE, 2, batch().remaining(), PRODUCER), 640),
        new Carried(new Messages(3, 9, 0, 2, PRODUCER, Published.PUBLISHED)),
        new Carried(new Messages(3, 9, 0, 2, PRODUCER, new Released(777))),
        new Messages(
            3, 9, 0, 2, PRODUCER, Published.PUBLISHED, List.of("alice", "b\u00f6b".repeat(50))),
        new Messages(3, 9, 0, 2, PRODUCER, new Released(777), List.of("", "bob")),
        new MailAcked(3, List.of(new MailAck("alice", 7), new MailAck("bob", Long.MAX_VALUE))),
        new MailAcked(3, List.of()),
        new MailboxDeleted(3, "alice"),
        new MailSubscribed(3, "al", List.of(new MailSubscription("a/+", 5)), List.of("b", "#")),
        new MailSubscribed(3, "al", List.of(), List.of()),
        new MailSpread(3, 10_000),
        new DelayedCancelled(3, 640, 65_534, 1),
        new StartsAt(5_000),
        new Settle(
            3,
            4,
            5,
            "c-1",
            List.of(
                SettleItem.acked(1, 2, 7),
                SettleItem.retry(3, 4, 65_534, 1, 99),
                SettleItem.dropped(5, Long.MAX_VALUE - 1))),
        new Settle(3, 4, 5, "", List.of()),
        new Epoch(6, "node-a", "boot-1"),
        new TopicCreated(3, TopicSpec.named("t").withOrder(OrderMode.BY_KEY)),
        new TopicAltered(3, TopicSpec.named("t").withMaxAttempts(2)),
        new TopicDeleted(3),
        new GroupCreated(3, 4, 5, 10, "g"),
        new GroupReset(3, 4, 5, 10),
        new GroupDeleted(3, 4),
        new Handed(3, 4, 5, 1_000));
  }

  @ParameterizedTest
  @MethodSource("records")
  void recordIsTheSameAfterItsFrameWasRead(JournalRecord record) {
    boolean hasBatch = RecordCodec.draft(record, null).kind().hasBatch();
    StoredFrame frame = frame(record, hasBatch ? batch() : null);

    assertThat(frame.problem()).isNull();
    assertThat(RecordCodec.read(frame)).isEqualTo(record);
  }

  private static ByteBuffer batch() {
    BatchWriter writer = BatchWriter.withLimit(9_999);
    writer.add(null, List.of(), new byte[3], 1, 0);
    writer.add(null, List.of(), new byte[3], 1, 0);
    return writer.finish(new BatchStamp(PRODUCER.id(), PRODUCER.sequence(), DUE), Compressor.NONE);
  }

  private static StoredFrame frame(JournalRecord record, @Nullable ByteBuffer batch) {
    RecordDraft draft = RecordCodec.draft(record, batch);
    int batchBytes = batch == null ? 0 : batch.remaining();
    int extensionBytes = draft.extension().remaining();
    ByteBuffer bytes = ByteBuffer.allocate(StoredFrame.HEADER_BYTES + extensionBytes + batchBytes);
    bytes.position(StoredFrame.HEADER_BYTES).put(draft.extension());
    if (batch != null) {
      bytes.put(batch.duplicate());
    }
    bytes.flip();
    long epoch = record instanceof Epoch begun ? begun.epoch() : 1;
    FrameStamp stamp = draft.stamp(epoch, 640, 0, 1_000);
    StoredFrame.writeHeader(bytes, 0, stamp, extensionBytes, batchBytes);
    return StoredFrame.at(bytes, 0);
  }

  /** The layouts of journal-format.md; a released one is never changed. */
  @Test
  void layoutsOfMailboxesAreThoseOfTheFormat() {
    assertThat(extension(new MailAcked(1, List.of(new MailAck("al", 5)))))
        .isEqualTo("01" + "0001" + "0002" + "616c" + "0000000000000005");
    assertThat(extension(new MailboxDeleted(1, "al"))).isEqualTo("02" + "0002" + "616c");
    assertThat(
            extension(
                new MailSubscribed(1, "al", List.of(new MailSubscription("a", 5)), List.of("b"))))
        .isEqualTo(
            "03"
                + "0002"
                + "616c"
                + "0001"
                + "0001"
                + "61"
                + "0000000000000005"
                + "0001"
                + "0001"
                + "62");
    assertThat(extension(new MailSpread(1, 3))).isEqualTo("04" + "00000003");
  }

  @Test
  void layoutsAreThoseOfTheFormat() {
    assertThat(extension(new Messages(1, 0, 0, 1, PRODUCER, new Released(0x0102))))
        .isEqualTo("0000000000000102");
    LetterOrigin origin = new LetterOrigin(1, 2, 3, 4, "t", "g", "c", "no");
    assertThat(extension(new Messages(1, 0, 0, 1, PRODUCER, new DeadLetter(origin))))
        .isEqualTo(
            "00000001"
                + "00000002"
                + "0000000000000003"
                + "0004"
                + "0001"
                + "74"
                + "0001"
                + "67"
                + "0001"
                + "63"
                + "0002"
                + "6e6f");
    assertThat(extension(new Settle(1, 2, 3, "c", List.of(SettleItem.retry(4, 5, 6, 2, 7)))))
        .isEqualTo(
            "00000002"
                + "00000003"
                + "0001"
                + "63"
                + "0001"
                + "02"
                + "0000000000000004"
                + "0000000000000005"
                + "0006"
                + "0002"
                + "0000000000000007");
    assertThat(extension(new Epoch(1, "a", "b"))).isEqualTo("0001" + "61" + "0001" + "62");
    assertThat(extension(new TopicDeleted(1))).isEqualTo("02");
    assertThat(extension(new GroupCreated(1, 2, 1, 3, "g")))
        .isEqualTo("01" + "00000002" + "00000001" + "0000000000000003" + "0001" + "67");
    assertThat(extension(new GroupReset(1, 2, 4, 3)))
        .isEqualTo("02" + "00000002" + "00000004" + "0000000000000003" + "0000");
    assertThat(extension(new GroupDeleted(1, 2)))
        .isEqualTo("03" + "00000002" + "00000000" + "0000000000000000" + "0000");
    assertThat(extension(new DelayedCancelled(1, 640, 2, 3)))
        .isEqualTo("0000000000000280" + "00000002" + "00000003");
    assertThat(
            extension(
                new Messages(
                    1, 0, 0, 3, PRODUCER, new Released(0x0102), List.of("al", "", "b\u00f6"))))
        .isEqualTo("0000000000000102" + "02" + "616c" + "00" + "03" + "62c3b6");
    assertThat(extension(new Handed(1, 2, 3, 4)))
        .isEqualTo("00000002" + "00000003" + "0000000000000004");
  }

  private static String extension(JournalRecord record) {
    ByteBuffer extension = RecordCodec.draft(record, null).extension();
    byte[] bytes = new byte[extension.remaining()];
    extension.get(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
