package io.feige.broker.core.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.broker.core.record.JournalRecord;
import io.feige.broker.core.record.JournalRecord.Epoch;
import io.feige.broker.core.record.JournalRecord.GroupCreated;
import io.feige.broker.core.record.JournalRecord.GroupDeleted;
import io.feige.broker.core.record.JournalRecord.Handed;
import io.feige.broker.core.record.JournalRecord.Messages;
import io.feige.broker.core.record.JournalRecord.Producer;
import io.feige.broker.core.record.JournalRecord.Published;
import io.feige.broker.core.record.JournalRecord.Settle;
import io.feige.broker.core.record.JournalRecord.SettleItem;
import io.feige.broker.core.record.JournalRecord.TopicCreated;
import io.feige.broker.core.record.JournalRecord.TopicDeleted;
import io.feige.protocol.link.EpochStart;
import io.feige.protocol.link.Join;
import io.feige.protocol.model.TopicSpec;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ReplicaStateTest {
  private final ReplicaState state = new ReplicaState(ReceiptLimits.ofEachTopic(9));

  private void apply(JournalRecord record) {
    state.apply(record, 0, 0);
  }

  private static Messages messages(long offset, int records) {
    return new Messages(1, offset, 0, records, new Producer(0, 0), Published.PUBLISHED);
  }

  @Test
  void offsetOutOfLineStopsTheReplica() {
    apply(new TopicCreated(1, TopicSpec.named("t")));
    apply(messages(0, 3));

    assertThatThrownBy(() -> apply(messages(4, 1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("which ends at 3");
    assertThatThrownBy(() -> apply(messages(2, 1))).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void journalThatHoldsTheLastSequenceOfAllGivesASnapshotThatCanBeRead() {
    apply(new TopicCreated(1, TopicSpec.named("t")));
    for (int i = 0; i < 2; i++) {
      Producer producer = new Producer(7, Long.MAX_VALUE - 1 + i);
      apply(new Messages(1, i, 0, 1, producer, Published.PUBLISHED));
    }

    ByteBuffer snapshot = SnapshotCodec.write(state);
    ReplicaState read = SnapshotCodec.read(snapshot.duplicate(), ReceiptLimits.ofEachTopic(9));

    assertThat(SnapshotCodec.write(read)).isEqualTo(snapshot);
  }

  @Test
  void recordOfAPartitionThatDoesNotExistStopsTheReplica() {
    assertThatThrownBy(() -> apply(messages(0, 1))).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> apply(new TopicDeleted(1))).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void topicOrGroupThatExistsStopsTheReplica() {
    apply(new TopicCreated(1, TopicSpec.named("t")));
    apply(new GroupCreated(1, 1, 1, 0, "g"));

    assertThatThrownBy(() -> apply(new TopicCreated(2, TopicSpec.named("t"))))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> apply(new GroupCreated(1, 1, 1, 0, "h")))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void verdictsForADeletedGroupArePassedOver() {
    apply(new TopicCreated(1, TopicSpec.named("t")));
    apply(new GroupCreated(1, 1, 1, 0, "g"));
    apply(new GroupDeleted(1, 1));

    apply(new Settle(1, 1, 1, "c", List.of(SettleItem.acked(0, 0, 1))));
    apply(new Handed(1, 1, 1, 99));

    assertThat(state.groupCount()).isZero();
  }

  @Test
  void verdictsOfAnOldGenerationArePassedOver() {
    apply(new TopicCreated(1, TopicSpec.named("t")));
    apply(new GroupCreated(1, 1, 1, 0, "g"));
    apply(new JournalRecord.GroupReset(1, 1, 2, 5));

    apply(new Settle(1, 1, 1, "c", List.of(SettleItem.acked(0, 50, 1))));
    apply(new Handed(1, 1, 1, 99));

    GroupState group = state.partitions().iterator().next().groups().iterator().next();
    assertThat(group.cursor().floor()).isEqualTo(5);
    assertThat(group.cursor().handedUpTo()).isEqualTo(5);
  }

  @Test
  void numbersAreNeverGivenTwice() {
    apply(new TopicCreated(1, TopicSpec.named("t")));
    apply(new GroupCreated(1, 1, 1, 0, "g"));
    apply(new TopicDeleted(1));

    ReplicaState restored =
        SnapshotCodec.read(SnapshotCodec.write(state), ReceiptLimits.ofEachTopic(9));
    assertThat(restored.nextPartition()).isEqualTo(2);
    assertThat(restored.nextGroup()).isEqualTo(2);
    assertThat(restored.nextGeneration()).isEqualTo(2);
  }

  @Test
  void activationsAreRememberedWithTheirPlaces() {
    state.apply(new Epoch(2, "n", "b"), 0, 0);
    state.apply(new Epoch(5, "n", "b"), 700, 0);

    ReplicaState restored =
        SnapshotCodec.read(SnapshotCodec.write(state), ReceiptLimits.ofEachTopic(9));

    assertThat(state.epochs()).containsExactly(new EpochStart(2, 0), new EpochStart(5, 700));
    assertThat(restored.epochs()).isEqualTo(state.epochs());
    assertThat(restored.epoch()).isEqualTo(5);
  }

  @Test
  void onlyTheNewestActivationsAreRemembered() {
    for (int epoch = 1; epoch <= Join.MAX_HISTORY + 3; epoch++) {
      state.apply(new Epoch(epoch, "n", "b"), epoch * 10L, 0);
    }

    assertThat(state.epochs()).hasSize(Join.MAX_HISTORY);
    assertThat(state.epochs().getFirst()).isEqualTo(new EpochStart(4, 40));
  }

  @Test
  void epochThatDoesNotAscendStopsTheReplica() {
    apply(new Epoch(3, "n", "b"));

    assertThatThrownBy(() -> apply(new Epoch(3, "n", "b")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("epoch 3");
  }

  @Test
  void snapshotOfAnotherFormatIsRefused() {
    apply(new Epoch(3, "n", "b"));
    ByteBuffer snapshot = SnapshotCodec.write(state).putShort(0, (short) 99);

    assertThatThrownBy(() -> SnapshotCodec.read(snapshot, ReceiptLimits.ofEachTopic(9)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("99");
  }
}
