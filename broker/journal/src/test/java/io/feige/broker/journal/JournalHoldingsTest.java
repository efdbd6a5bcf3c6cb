package io.feige.broker.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.journal.live.Holding;
import io.feige.broker.journal.live.HoldingTable;
import io.feige.broker.journal.live.NeededSpace;
import io.feige.broker.journal.segment.JournalConfig;
import io.feige.protocol.model.DiskHolderKind;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Who needs how much of a journal, and since when. */
class JournalHoldingsTest {
  private static final int STOPPED = 7;
  private static final int MANY = 100_000;
  private static final int PER_TURN = 4_096;

  private final JournalHarness harness = new JournalHarness();

  /**
   * Partition 1 is within its topic's limits; of partition 2 a group lacks what is not below an
   * offset; nobody needs partition 3; batches of partition 4 wait.
   */
  private static class Needs implements NeededSpace {
    private final long openFrom;
    private final List<long[]> waiting;
    private final boolean isCarried;

    Needs(long openFrom, List<long[]> waiting, boolean isCarried) {
      this.openFrom = openFrom;
      this.waiting = waiting;
      this.isCarried = isCarried;
    }

    @Override
    public long next(int partition, long from, long timeMillis, long bytesAfter) {
      return switch (partition) {
        case 1 -> from;
        case 2 -> Math.max(from, openFrom);
        default -> Long.MAX_VALUE;
      };
    }

    @Override
    public long count(
        int partition, long first, long last, long timeMillis, long bytesAfter, Claims claims) {
      if (partition == 1) {
        claims.byTopic();
        return last - first + 1;
      }
      long open = partition == 2 ? Math.max(0, last - Math.max(first, openFrom) + 1) : 0;
      if (partition == 2) {
        claims.byGroup(STOPPED, open, Math.max(first, openFrom));
      }
      return open;
    }

    @Override
    public long delayedBytes() {
      return waiting.stream().mapToLong(each -> each[1]).sum();
    }

    @Override
    public long showDelayed(long after, int most, Waiting to) {
      waiting.forEach(each -> to.batch(4, each[0], each[1]));
      return Long.MAX_VALUE;
    }

    @Override
    public boolean isCarried() {
      return isCarried;
    }
  }

  private Journal journal() {
    return harness.journal();
  }

  private Holding only(HoldingTable table, DiskHolderKind kind) {
    List<Holding> found = table.first().stream().filter(each -> each.kind() == kind).toList();
    assertThat(found).hasSize(1);
    return found.getFirst();
  }

  /** Several segments; nobody needs the first frames. Returns where the waiting batch stands. */
  private long fill() {
    harness.appendMessages(3, 0, 50, 200);
    long waits = harness.append(Frames.delayed(4, 4_444, Frames.batch(1, 300, 1)));
    for (int i = 0; i < 400; i++) {
      harness.append(Frames.message(2, i, 200));
      harness.append(Frames.messages(1, i, 1, 1_000 + i, Frames.batch(1, 200, i)));
    }
    return waits;
  }

  @Test
  void topicGroupAndWaitingBatchesAreToldApart() {
    long waits = fill();
    long frame = journal().reader().frameAt(journal().reader().find(1, 0)).length();
    Needs needs = new Needs(300, List.of(new long[] {waits, 300}), false);

    HoldingTable table = journal().look(needs, 10_000).holdings();

    Holding topic = only(table, DiskHolderKind.TOPIC);
    assertThat(topic.partition()).isEqualTo(1);
    assertThat(topic.bytes()).isEqualTo(400 * frame);
    assertThat(topic.position()).isEqualTo(journal().reader().find(1, 0));
    assertThat(topic.sinceMillis()).isEqualTo(1_000);
    Holding group = only(table, DiskHolderKind.GROUP);
    assertThat(group.partition()).isEqualTo(2);
    assertThat(group.group()).isEqualTo(STOPPED);
    assertThat(group.bytes()).isBetween(100 * frame, 100 * frame + 10);
    assertThat(journal().reader().find(2, 300) - group.position()).isBetween(0L, 4_096 + frame);
    assertThat(group.sinceMillis()).isBetween(280L, 300L);
    Holding waiting = only(table, DiskHolderKind.DELAYED);
    assertThat(waiting.partition()).isEqualTo(4);
    assertThat(waiting.bytes()).isEqualTo(300);
    assertThat(waiting.position()).isEqualTo(waits);
    assertThat(waiting.sinceMillis()).isEqualTo(4_444);
    assertThat(table.all()).isEqualTo(3);
    assertThat(table.sums()).containsExactlyInAnyOrderElementsOf(sums(table));
  }

  private static List<Holding> sums(HoldingTable table) {
    return table.first().stream()
        .map(each ->
            new Holding(each.kind(), -1, -1, each.bytes(), each.position(), each.sinceMillis()))
        .toList();
  }

  @Test
  void whereNothingIsCarriedTheOldestHoldsMost() {
    long waits = fill();
    Needs needs = new Needs(300, List.of(new long[] {waits, 300}), false);

    assertThat(journal().look(needs, 10_000).holdings().first())
        .extracting(Holding::kind)
        .containsExactly(DiskHolderKind.DELAYED, DiskHolderKind.TOPIC, DiskHolderKind.GROUP);
  }

  @Test
  void whereWhatIsNeededIsCarriedTheLargestHoldsMost() {
    long waits = fill();
    Needs needs = new Needs(300, List.of(new long[] {waits, 300}), true);

    assertThat(journal().look(needs, 10_000).holdings().first())
        .extracting(Holding::kind)
        .containsExactly(DiskHolderKind.TOPIC, DiskHolderKind.GROUP, DiskHolderKind.DELAYED);
  }

  @Test
  void copiesThatAreNeededCountForWhoeverNeedsThem() {
    fill();
    long copied = journal().reader().frameAt(journal().reader().find(2, 300)).length();
    harness.append(Frames.copyOf(journal().reader().frameAt(journal().reader().find(2, 300))));

    HoldingTable all = journal().look(new Needs(300, List.of(), true), 10_000).holdings();
    HoldingTable none = journal().look(new Needs(400, List.of(), true), 10_000).holdings();

    assertThat(only(all, DiskHolderKind.GROUP).bytes()).isBetween(101 * copied, 101 * copied + 10);
    assertThat(none.first()).extracting(Holding::kind).containsExactly(DiskHolderKind.TOPIC);
  }

  @Test
  void aTableIsThereOnlyOnceAllWasLookedAt() {
    fill();
    Needs needs = new Needs(300, List.of(), false);

    assertThat(journal().look(needs, 2).holdings()).isEqualTo(HoldingTable.NONE);
    HoldingTable table = HoldingTable.NONE;
    for (int i = 0; i < 1_000 && table.number() == 0; i++) {
      table = journal().look(needs, 2).holdings();
    }

    harness.journal().force();
    assertThat(table).isEqualTo(harness.reopen().look(needs, 10_000).holdings());
  }

  @Test
  void aHundredThousandPartitionsAreLookedAtInSlicesAndAThousandAreListed() {
    JournalConfig config = new JournalConfig(8 << 20, 4 << 20, 1 << 20, 0);
    JournalHarness large = new JournalHarness(new MemoryFiles(), config);
    ByteBuffer batch = Frames.batch(1, 100, 1);
    for (int partition = 1; partition <= MANY; partition++) {
      large.journal().append(Frames.messages(partition, 0, 1, partition, batch));
      if (partition % 1_000 == 0) {
        large.journal().write();
      }
    }
    EachOfThem needs = new EachOfThem();
    HoldingTable table = HoldingTable.NONE;
    int turns = 0;

    while (table.number() == 0) {
      int before = needs.asked();
      table = large.journal().look(needs, PER_TURN).holdings();
      turns++;
      assertThat(needs.asked() - before).isLessThanOrEqualTo(PER_TURN);
    }

    assertThat(turns).isBetween(2 * MANY / PER_TURN, 4 * MANY / PER_TURN + 130);
    assertThat(table.all()).isEqualTo(MANY);
    assertThat(table.first())
        .extracting(Holding::partition)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 1_000).boxed().toList());
    assertThat(table.first()).allMatch(each -> each.sinceMillis() == each.partition());
    assertThat(table.sums()).hasSize(1);
  }

  /** All partitions are within their topics' limits. */
  private static final class EachOfThem extends Needs {
    private int asked;

    EachOfThem() {
      super(0, List.of(), false);
    }

    int asked() {
      return asked;
    }

    @Override
    public long count(
        int partition, long first, long last, long timeMillis, long bytesAfter, Claims claims) {
      asked++;
      claims.byTopic();
      return last - first + 1;
    }
  }
}
