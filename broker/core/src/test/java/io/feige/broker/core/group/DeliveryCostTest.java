package io.feige.broker.core.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.HeapUse;
import io.feige.broker.core.decide.StateCost;
import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.model.LeaseStage;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * What is charged for things is what they take of the heap in their worst form, and not much more.
 */
final class DeliveryCostTest {
  private static final int MANY = 30_000;

  /** There were more, of which one out of so many is left, so that nothing lies close together. */
  private static final int SPARSE = 3;

  private static final long DAY_NANOS = 86_400_000_000_000L;

  /** Every second message is settled, the others come again, each at a time of its own. */
  private static Cursor retries() {
    Cursor cursor = new Cursor(1, 0);
    for (long i = 0; i < SPARSE * MANY; i++) {
      cursor.settle(2 * i + 1, 2 * i + 1);
      cursor.retry(2 * i, 2 * i, new Cursor.Retry(1, 1, 1_000_000 + 1_000 * i));
    }
    thinOut(offset -> cursor.settle(offset, offset));
    return cursor;
  }

  private static DueTable dueOneByOne() {
    DueTable due = new DueTable();
    for (long i = 0; i < SPARSE * MANY; i++) {
      due.add(2 * i, 2 * i, 1_000_000 + 1_000 * i);
    }
    thinOut(offset -> due.cut(offset, offset));
    return due;
  }

  private static void thinOut(LongConsumer end) {
    for (long i = 0; i < SPARSE * MANY; i++) {
      if (i % SPARSE != 0) {
        end.accept(2 * i);
      }
    }
  }

  private static void requireCost(Supplier<Object> many) {
    assertThat(HeapUse.ofEach(MANY, many))
        .isBetween(StateCost.OUTSTANDING_BYTES / 4L, (long) StateCost.OUTSTANDING_BYTES);
  }

  @Test
  void messageThatWaitsForATimeOfItsOwn() {
    requireCost(() -> new Object[] {retries(), dueOneByOne()});
  }

  @Test
  void messageThatIsLeasedAgainByItself() {
    requireCost(() -> {
      LeaseTable leases = new LeaseTable();
      Holders holders = new Holders(1, 1, new BySession<>());
      Holder holder = holders.pulls(7, "consumer", 1);
      holders.waits(holder, new Ticket(1, 1, CommandType.PULL));
      Grant grant = new Grant(holder, LeaseStage.UNSTARTED, DAY_NANOS, 0);
      for (long i = 0; i < SPARSE * MANY; i++) {
        long end = DAY_NANOS + i * LeaseTable.GRANULARITY_NANOS;
        leases.put(2 * i, 2 * i, new Lease(grant, LeaseStage.UNSTARTED, 2, 1, i, end));
      }
      thinOut(offset -> leases.end(offset, offset));
      return new Object[] {retries(), leases, holders};
    });
  }

  @Test
  void messageThatWaitsWithItsKey() {
    requireCost(() -> {
      KeyLocks locks = new KeyLocks();
      for (int i = 0; i < MANY; i++) {
        locks.addWaiting(i, 2L * SPARSE * i);
      }
      return new Object[] {retries(), dueOneByOne(), locks};
    });
  }
}
