package io.feige.broker.core.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.record.JournalRecord.Producer;
import io.feige.protocol.batch.OnceName;
import io.feige.protocol.batch.SequenceTime;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Topics share what a pair may know of producers, and greedy ones forget their own. */
final class ReceiptRoomTest {
  private static final int PRODUCERS = 100;
  private static final long BYTES = (long) PRODUCERS * ReceiptLimits.PRODUCER_BYTES;

  private final List<Integer> forgetting = new ArrayList<>();
  private final ReceiptRoom room =
      new ReceiptRoom(ReceiptLimits.ofEachTopic(10_000).withBytesOfAPair(BYTES), forgetting::add);
  private int partitions;

  private ProducerTable topic() {
    return new ProducerTable(++partitions, room);
  }

  private static void take(ProducerTable table, long producer, long sequence) {
    table.add(new Producer(producer, sequence), new ProducerTable.Taken(0, 0, 1_000));
  }

  /** Each sends as much as receipts are kept of. */
  private static void takeMuch(ProducerTable table, long producers) {
    for (long producer = 1; producer <= producers; producer++) {
      for (long sequence = 0; sequence < ProducerTable.RECEIPTS; sequence++) {
        take(table, producer, sequence);
      }
    }
  }

  @Test
  void topicAloneHasAllOfIt() {
    ProducerTable alone = topic();
    takeMuch(alone, 2 * PRODUCERS);

    assertThat(alone.size()).isEqualTo(PRODUCERS);
    assertThat(forgetting).hasSize(PRODUCERS).containsOnly(alone.partition());
    assertThat(room.bytes()).isLessThanOrEqualTo(BYTES);
  }

  @Test
  void howeverManyGreedyTopicsThereAreAModestOneForgetsNobody() {
    ProducerTable modest = topic();
    takeMuch(modest, 3);
    for (int i = 0; i < 10; i++) {
      takeMuch(topic(), 2 * PRODUCERS);
    }

    assertThat(modest.size()).isEqualTo(3);
    assertThat(modest.forgottenSeconds()).isEqualTo(ProducerTable.NOBODY);
    assertThat(room.bytes()).isLessThanOrEqualTo(BYTES);
  }

  @Test
  void keysCountToo() {
    ProducerTable modest = topic();
    takeMuch(modest, 3);
    ProducerTable greedy = topic();
    long keys = BYTES / ReceiptLimits.KEY_BYTES;
    for (long key = 1; key <= 2 * keys; key++) {
      take(greedy, key, OnceName.SEQUENCE);
    }

    assertThat(modest.size()).isEqualTo(3);
    assertThat(greedy.size()).isBetween((int) keys / 2, (int) keys);
    assertThat(greedy.lastSequence(new Producer(2 * keys, OnceName.SEQUENCE)))
        .as("the latest is known")
        .isEqualTo(OnceName.SEQUENCE);
  }

  @Test
  void topicThatEndsGivesBackWhatItHad() {
    ProducerTable ends = topic();
    takeMuch(ends, PRODUCERS);
    ends.end();
    assertThat(room.bytes()).isZero();

    ProducerTable next = topic();
    takeMuch(next, PRODUCERS);
    assertThat(next.size()).isEqualTo(PRODUCERS);
  }

  @Test
  void evenTheSmallestHasRoomForSomebodyOrForgetsAll() {
    ReceiptRoom none = new ReceiptRoom(ReceiptLimits.ofEachTopic(9).withBytesOfAPair(1), _ -> {});
    ProducerTable table = new ProducerTable(1, none);
    take(table, 1, SequenceTime.first(700));

    assertThat(table.size()).isZero();
    assertThat(table.forgottenSeconds()).isEqualTo(700);
  }

  @Test
  void countsWhatThereIsWhateverComes() {
    for (long seed = 0; seed < 50; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      ReceiptRoom tight =
          new ReceiptRoom(
              new ReceiptLimits(random.nextInt(1, 9), random.nextInt(1, 9), BYTES / 10), _ -> {});
      List<ProducerTable> tables =
          new ArrayList<>(
              IntStream.range(0, 5).mapToObj(i -> new ProducerTable(i, tight)).toList());
      for (int step = 0; step < 2_000; step++) {
        int which = random.nextInt(tables.size());
        ProducerTable table = tables.get(which);
        if (random.nextInt(300) == 0) {
          table.end();
          tables.set(which, new ProducerTable(10 + step, tight));
        } else if (random.nextInt(4) == 0) {
          take(table, random.nextLong(1, 20), OnceName.SEQUENCE);
        } else {
          long producer = random.nextLong(1, 12);
          long last = table.lastSequence(new Producer(producer, 0));
          take(table, producer, last + (random.nextInt(50) == 0 ? 9 : 1));
        }
        assertThat(tight.bytes())
            .isEqualTo(tables.stream().mapToLong(ReceiptRoomTest::sum).sum())
            .isLessThanOrEqualTo(BYTES / 10);
      }
    }
  }

  private static long sum(ProducerTable table) {
    List<Long> each = new ArrayList<>();
    table.forEach((_, entry) -> each.add(entry.bytes()));
    return each.stream().mapToLong(Long::longValue).sum();
  }
}
