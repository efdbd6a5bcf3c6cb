package io.feige.broker.core.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.record.JournalRecord.Producer;
import io.feige.protocol.batch.OnceName;
import io.feige.protocol.batch.SequenceTime;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class ProducerTableTest {
  private final ProducerTable table = table(ReceiptLimits.ofEachTopic(2));

  private static ProducerTable table(ReceiptLimits limits) {
    return new ProducerTable(1, new ReceiptRoom(limits, _ -> {}));
  }

  private void take(long producer, long sequence) {
    table.add(new Producer(producer, sequence), receipt(sequence));
  }

  private long lastSequence(long producer) {
    return table.lastSequence(new Producer(producer, 0));
  }

  private static ProducerTable.Taken receipt(long sequence) {
    return new ProducerTable.Taken(sequence * 10, sequence * 100, sequence * 1_000);
  }

  @Test
  void lastReceiptsAreKept() {
    for (long sequence = 0; sequence < 200; sequence++) {
      take(5, sequence);
    }

    assertThat(lastSequence(5)).isEqualTo(199);
    for (long sequence = 200 - ProducerTable.RECEIPTS; sequence < 200; sequence++) {
      assertThat(table.taken(new Producer(5, sequence))).isEqualTo(receipt(sequence));
    }
    assertThat(table.taken(new Producer(5, 200L - ProducerTable.RECEIPTS - 1))).isNull();
    assertThat(table.taken(new Producer(5, 200))).isNull();
  }

  @Test
  void receiptsBeforeAGapAreForgottenAndNotMistakenForOthers() {
    take(5, 0);
    take(5, 1);
    take(5, 8);

    assertThat(table.taken(new Producer(5, 1))).isNull();
    assertThat(table.taken(new Producer(5, 4))).isNull();
    assertThat(table.taken(new Producer(5, 8))).isEqualTo(receipt(8));
  }

  @Test
  void producerHeardOfLongestAgoIsForgotten() {
    take(1, 0);
    take(2, 0);
    take(1, 1);
    take(3, 0);

    assertThat(lastSequence(2)).isEqualTo(-1);
    assertThat(lastSequence(1)).isOne();
    assertThat(table.size()).isEqualTo(2);
  }

  @Test
  void producerWithoutIdentityIsNotRemembered() {
    take(0, 0);

    assertThat(table.size()).isZero();
    assertThat(lastSequence(0)).isEqualTo(-1);
  }

  @Test
  void sequencesThatNoNodeTakesHaveTheirPlaceWhereAJournalHoldsThem() {
    take(1, Long.MAX_VALUE - 1);
    take(1, Long.MAX_VALUE);

    assertThat(table.taken(new Producer(1, Long.MAX_VALUE))).isNotNull();
    assertThat(table.taken(new Producer(1, Long.MAX_VALUE - 1))).isNotNull();
  }

  @Test
  void equalsAMapWhateverSequencesCome() {
    for (long seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      ProducerTable tested = table(ReceiptLimits.ofEachTopic(9));
      NavigableMap<Long, ProducerTable.Taken> model = new TreeMap<>();
      long next = random.nextLong(5);
      for (int step = 0; step < 300; step++) {
        if (random.nextInt(60) == 0) {
          next += 1 + random.nextLong(100);
          model.clear();
        }
        tested.add(new Producer(1, next), receipt(next));
        model.put(next, receipt(next));
        if (model.size() > ProducerTable.RECEIPTS) {
          model.pollFirstEntry();
        }
        for (long sequence = Math.max(0, next - 80); sequence <= next + 1; sequence++) {
          assertThat(tested.taken(new Producer(1, sequence))).isEqualTo(model.get(sequence));
        }
        next++;
      }
    }
  }

  private static final long DAY = ProducerTable.WINDOW_MILLIS;

  private void takeAt(long producer, long second, long millis) {
    table.add(
        new Producer(producer, SequenceTime.first(second)), new ProducerTable.Taken(0, 0, millis));
  }

  @Test
  void whoIsSilentForADayIsForgottenAndTheLatestBeginningIsKept() {
    takeAt(1, 700, 1_000);
    takeAt(2, 300, 2_000);
    assertThat(table.forgottenSeconds()).isEqualTo(ProducerTable.NOBODY);

    takeAt(3, 800, DAY + 1_000);
    assertThat(table.size()).isEqualTo(2);
    takeAt(3, 801, DAY + 2_001);

    assertThat(table.size()).isOne();
    assertThat(table.forgottenSeconds()).isEqualTo(700);
  }

  @Test
  void whoIsForgottenForWantOfRoomCounts() {
    takeAt(1, 700, 1_000);
    takeAt(2, 900, 1_000);
    takeAt(3, 800, 1_000);
    assertThat(table.forgottenSeconds()).isEqualTo(700);

    takeAt(3, 801, 1_000);
    takeAt(4, 850, 1_000);

    assertThat(table.forgottenSeconds()).isEqualTo(900);
  }

  @Test
  void keysHaveRoomOfTheirOwnAndNothingIsKeptOfThoseForgotten() {
    ProducerTable small = table(new ReceiptLimits(2, 3, Long.MAX_VALUE));
    small.add(new Producer(1, SequenceTime.first(700)), receipt(1));
    for (long key = 1; key <= 4; key++) {
      small.add(new Producer(key, OnceName.SEQUENCE), receipt(key));
    }

    assertThat(small.taken(new Producer(1, OnceName.SEQUENCE))).isNull();
    assertThat(small.taken(new Producer(2, OnceName.SEQUENCE))).isEqualTo(receipt(2));
    assertThat(small.taken(new Producer(1, SequenceTime.first(700)))).isEqualTo(receipt(1));
    assertThat(small.forgottenSeconds()).isEqualTo(ProducerTable.NOBODY);
    assertThat(small.size()).isEqualTo(4);
  }

  @Test
  void keysAreForgottenAfterADayAlsoWhereOnlyProducersPublish() {
    table.add(new Producer(1, OnceName.SEQUENCE), new ProducerTable.Taken(0, 0, 1_000));

    takeAt(2, 700, DAY + 1_000);
    assertThat(table.taken(new Producer(1, OnceName.SEQUENCE))).isNotNull();

    takeAt(2, 701, DAY + 1_001);
    assertThat(table.taken(new Producer(1, OnceName.SEQUENCE))).isNull();
  }
}
