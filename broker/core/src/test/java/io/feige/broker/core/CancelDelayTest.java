package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.state.DelayedTable;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.BatchReader;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compression;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.command.CancelDelayed;
import io.feige.protocol.command.DelayedCancelled;
import io.feige.protocol.command.Published;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.StoredFrame;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What was cancelled never comes; everything else does, once. */
final class CancelDelayTest {
  private static final String T = "t";
  private static final long DELAY = 10_000;

  private final Replica replica = Replica.serving();

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static ByteBuffer delayed(long due, Compressor compressor, String... keys) {
    BatchWriter writer = BatchWriter.withLimit(1 << 20);
    for (String key : keys) {
      writer.add(bytes(key), List.of(), bytes("body of " + key + "-".repeat(200)), 1_000, 0);
    }
    return writer.finish(new BatchStamp(5, 0, due), compressor);
  }

  /** Publishes messages that wait, and returns the id of their batch. */
  private long waiting(String... keys) {
    Ticket ticket = replica.publish(T, delayed(replica.nowMillis() + DELAY, Compressor.NONE, keys));
    replica.commit();
    return replica.receipt(ticket).position();
  }

  private Ticket cancel(Replica at, long id, int index) {
    return at.ask(new CancelDelayed(T, id, index));
  }

  private void cancelled(long id, int index) {
    Ticket ticket = cancel(replica, id, index);
    replica.commit();
    assertThat(replica.answer(ticket, DelayedCancelled.class)).isNotNull();
  }

  private ErrorCode refused(long id, int index) {
    Ticket ticket = cancel(replica, id, index);
    replica.commit();
    return replica.refusal(ticket);
  }

  /** The keys that the topic's messages have, in the order of their offsets. */
  private static List<String> stored(Replica at) {
    List<String> keys = new ArrayList<>();
    at.journal.forEachFrame(frame -> {
      if (frame.kind() == FrameKind.MESSAGES) {
        BatchReader batch = BatchReader.open(frame.batch(), at.journal.decompressor(), 1 << 20);
        assertThat(frame.recordCount()).isEqualTo(batch.recordCount());
        for (int i = 0; i < batch.recordCount(); i++) {
          keys.add(
              new String(Objects.requireNonNull(batch.record(i).key()), StandardCharsets.UTF_8));
        }
      }
    });
    return keys;
  }

  private static void becomeDue(Replica at) {
    at.pass(DELAY);
    at.commit();
  }

  private DelayedTable table() {
    return replica.machine().state().delayed();
  }

  @Test
  void cancelledMessageIsLeftOutAndTheOthersAreDelivered() {
    long id = waiting("a", "b", "c", "d");
    cancelled(id, 1);
    cancelled(id, 3);
    assertThat(table().messages()).isEqualTo(2);

    becomeDue(replica);

    assertThat(stored(replica)).containsExactly("a", "c");
    assertThat(replica.pulled(T, 9)).extracting(Delivered::offset).containsExactly(0L, 1L);
    assertThat(table().size()).isZero();
    assertThat(table().messages()).isZero();
  }

  @Test
  void lastCancelEndsTheWait() {
    long id = waiting("a", "b");
    cancelled(id, 0);
    assertThat(table().lowestPosition()).isEqualTo(id);
    cancelled(id, 1);

    assertThat(table().lowestPosition()).isEqualTo(Long.MAX_VALUE);
    assertThat(table().batchBytes()).isZero();
    assertThat(replica.machine().state().topic(T)).extracting("delayed").isEqualTo(0);
    becomeDue(replica);
    assertThat(replica.journal.count(FrameKind.MESSAGES)).isZero();
  }

  @Test
  void whatDoesNotWaitIsNotFound() {
    long id = waiting("a", "b");
    replica.publish("other", Batches.of(1));
    Ticket plain = replica.publish(T, Batches.keyed("now"));
    replica.commit();
    cancelled(id, 0);

    assertThat(refused(id, 0)).isEqualTo(ErrorCode.DELAYED_NOT_FOUND);
    assertThat(refused(id, 2)).isEqualTo(ErrorCode.DELAYED_NOT_FOUND);
    assertThat(refused(id, Integer.MAX_VALUE)).isEqualTo(ErrorCode.DELAYED_NOT_FOUND);
    assertThat(refused(id + 1, 0)).isEqualTo(ErrorCode.DELAYED_NOT_FOUND);
    assertThat(refused(0, 0)).isEqualTo(ErrorCode.DELAYED_NOT_FOUND);
    assertThat(refused(Long.MAX_VALUE, 0)).isEqualTo(ErrorCode.DELAYED_NOT_FOUND);
    assertThat(refused(replica.receipt(plain).position(), 0))
        .isEqualTo(ErrorCode.DELAYED_NOT_FOUND);
    Ticket elsewhere = replica.ask(new CancelDelayed("other", id, 1));
    Ticket nowhere = replica.ask(new CancelDelayed("none", id, 1));
    replica.commit();
    assertThat(replica.refusal(elsewhere)).isEqualTo(ErrorCode.DELAYED_NOT_FOUND);
    assertThat(replica.refusal(nowhere)).isEqualTo(ErrorCode.TOPIC_NOT_FOUND);
    becomeDue(replica);
    assertThat(refused(id, 1)).isEqualTo(ErrorCode.DELAYED_NOT_FOUND);
  }

  @Test
  void refusalSaysWhatItMayMean() {
    Ticket ticket = cancel(replica, waiting("a"), 7);
    replica.commit();

    assertThat(replica.answer(ticket, Refusal.class).message())
        .contains(".7 of topic 't'", "delivered or cancelled");
  }

  @Test
  void cancelIsAnsweredWhenItIsConfirmed() {
    long id = waiting("a");

    Ticket done = cancel(replica, id, 0);
    Ticket again = cancel(replica, id, 0);
    assertThat(replica.isAnswered(done)).isFalse();
    // Whoever is told that it is gone must not see it come because the record was lost.
    assertThat(replica.isAnswered(again)).isFalse();

    replica.commit();
    assertThat(replica.isAnswered(done)).isTrue();
    assertThat(replica.refusal(again)).isEqualTo(ErrorCode.DELAYED_NOT_FOUND);
  }

  @Test
  void cancelThatACrashLostIsAsIfItHadNotBeen() {
    long id = waiting("a", "b");
    cancel(replica, id, 0);

    Replica next = replica.restarted();
    becomeDue(next);

    assertThat(stored(next)).containsExactly("a", "b");
  }

  @Test
  void cancelSurvivesRestartsAndSnapshots() {
    long id = waiting("a", "b", "c");
    ByteBuffer before = replica.machine().snapshot();
    long beforeAt = replica.journal.end();
    cancelled(id, 0);
    ByteBuffer after = replica.machine().snapshot();

    assertThat(replica.replayedUpTo(replica.journal.end()).machine().snapshot()).isEqualTo(after);
    assertThat(replica.restoredFrom(before, beforeAt).machine().snapshot()).isEqualTo(after);
    Replica restored = replica.restoredFrom(after, replica.journal.end());
    assertThat(restored.machine().snapshot()).isEqualTo(after);
    Replica next = replica.restarted();
    Ticket again = cancel(next, id, 0);
    next.commit();
    assertThat(next.refusal(again)).isEqualTo(ErrorCode.DELAYED_NOT_FOUND);
    becomeDue(next);
    assertThat(stored(next)).containsExactly("b", "c");
  }

  @Test
  void releaseThatACrashLostIsDoneAgainAndOnlyOnce() {
    long id = waiting("a", "b", "c");
    cancelled(id, 1);
    replica.pass(DELAY);
    assertThat(replica.journal.count(FrameKind.MESSAGES)).isOne();

    Replica lost = replica.restarted();
    becomeDue(lost);
    Replica kept = lost.restarted();
    becomeDue(kept);

    assertThat(stored(kept)).containsExactly("a", "c");
  }

  @Test
  void messageIsCancelledBeforeItsPublisherKnowsThatItIsConfirmed() {
    Ticket ticket =
        replica.publish(T, delayed(replica.nowMillis() + DELAY, Compressor.NONE, "a", "b"));
    long id = Objects.requireNonNull(table().first()).id();

    cancelled(id, 0);

    assertThat(replica.receipt(ticket).offset()).isEqualTo(Published.OFFSET_UNKNOWN);
    becomeDue(replica);
    assertThat(stored(replica)).containsExactly("b");
  }

  @Test
  void restOfACompressedBatchIsUnpackedOnce() {
    ByteBuffer batch =
        delayed(replica.nowMillis() + DELAY, Batches.PACKER, "a", "b", "c", "d", "e");
    assertThat(BatchHead.at(batch, 0).compression()).isEqualTo(Compression.LZ4);
    Ticket ticket = replica.publish(T, batch);
    replica.commit();
    cancelled(replica.receipt(ticket).position(), 2);

    becomeDue(replica);

    assertThat(replica.journal.unpacked()).isOne();
    assertThat(stored(replica)).containsExactly("a", "b", "d", "e");
  }

  @Test
  void restOfABatchThatNobodyCanUnpackIsDroppedWithIt() {
    ByteBuffer batch = delayed(replica.nowMillis() + DELAY, Batches.PACKER, "a", "b", "c");
    batch.put(BatchHead.HEADER_BYTES + BatchHead.at(batch, 0).columnsLength(), (byte) 0x7f);
    Batches.checksum(batch);
    Ticket ticket = replica.publish(T, batch);
    replica.commit();
    cancelled(replica.receipt(ticket).position(), 0);

    becomeDue(replica);

    assertThat(replica.journal.count(FrameKind.MESSAGES)).isZero();
    assertThat(table().size()).isZero();
    assertThat(replica.restarted().machine().state().delayed().size()).isZero();
  }

  @Test
  void damagedCopyIsNotCutAndWaits() {
    long id = waiting("a", "b");
    cancelled(id, 0);
    replica.journal.damage(id);

    replica.pass(2 * DELAY);

    assertThat(replica.journal.count(FrameKind.MESSAGES)).isZero();
    assertThat(table().size()).isOne();
  }

  @Test
  void manyCutsAreSpreadOverTurns() {
    int batches = 9;
    for (int i = 0; i < batches; i++) {
      BatchWriter writer = BatchWriter.withLimit(1 << 20);
      writer.add(bytes("k"), List.of(), new byte[900_000], 1_000, 0);
      writer.add(bytes("k"), List.of(), new byte[10], 1_000, 0);
      BatchStamp stamp = new BatchStamp(0, 0, replica.nowMillis() + DELAY);
      Ticket ticket = replica.publish(T, writer.finish(stamp, Compressor.NONE));
      replica.commit();
      cancelled(replica.receipt(ticket).position(), 1);
    }

    replica.pass(DELAY - 1);
    assertThat(replica.passToNextWake()).isTrue();
    assertThat(replica.journal.count(FrameKind.MESSAGES)).isBetween(1L, batches - 1L);

    replica.pass(100);
    assertThat(replica.journal.count(FrameKind.MESSAGES)).isEqualTo(batches);
  }

  @Test
  void fullDiskTakesACancelOnlyWithRoomForItsRecord() {
    long id = waiting("a");
    replica.journal.leaveRoomFor(10);
    assertThat(refused(id, 0)).isEqualTo(ErrorCode.DISK_FULL);

    replica.journal.makeRoom();
    cancelled(id, 0);
  }

  @Test
  void releasedFrameIsWholeAndSound() {
    long id = waiting("a", "b", "c");
    cancelled(id, 0);
    becomeDue(replica);

    StoredFrame frame = Objects.requireNonNull(replica.journal.find(1, 0));

    assertThat(frame.problem()).isNull();
    assertThat(frame.batch().problem()).isNull();
    assertThat(frame.batch().producerId()).isEqualTo(5);
    assertThat(frame.recordFirst()).isZero();
  }
}
