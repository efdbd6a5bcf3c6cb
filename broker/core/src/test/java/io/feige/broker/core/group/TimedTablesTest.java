package io.feige.broker.core.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.OffsetRange;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The tables that know when something ends or is due. */
final class TimedTablesTest {
  private static final Grant GRANT =
      new Grant(
          new Holders(1, 1, new BySession<>()).pulls(7, "c", 1), LeaseStage.STARTED, 30_000, 0);

  private static Lease lease(long endNanos) {
    return new Lease(GRANT, LeaseStage.STARTED, 1, 0, 0, endNanos);
  }

  @Test
  void offsetsAreTakenWhenTheyAreDueEarliestFirst() {
    DueTable due = new DueTable();
    due.add(5, 9, 200);
    due.add(0, 1, 100);
    assertThat(due.takeDue(99)).isNull();

    assertThat(due.takeDue(300)).isEqualTo(new OffsetRange(0, 1));
    assertThat(due.takeDue(300)).isEqualTo(new OffsetRange(5, 9));
    assertThat(due.takeDue(300)).isNull();
    assertThat(due.nextDueMillis()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void offsetIsDueOnceAtItsLatestTime() {
    DueTable due = new DueTable();
    due.add(0, 9, 100);
    due.add(3, 4, 200);
    due.cut(7, 8);

    assertThat(due.offsetCount()).isEqualTo(8);
    assertThat(due.takeDue(100)).isEqualTo(new OffsetRange(0, 2));
    assertThat(due.takeDue(100)).isEqualTo(new OffsetRange(5, 6));
    assertThat(due.takeDue(100)).isEqualTo(new OffsetRange(9, 9));
    assertThat(due.nextDueMillis()).isEqualTo(200);
  }

  @Test
  void leaseIsNotEndedBeforeItsTimeAndSoonAfter() {
    LeaseTable leases = new LeaseTable();
    leases.put(0, 9, lease(1_000_000_001));

    assertThat(leases.expired(1_000_000_001, 9)).isEmpty();
    assertThat(leases.expired(1_000_000_001 + LeaseTable.GRANULARITY_NANOS, 9)).hasSize(1);
  }

  @Test
  void timesBelowZeroHaveNoMeaningOfTheirOwn() {
    LeaseTable leases = new LeaseTable();
    leases.put(0, 0, lease(-55_000_001));

    assertThat(leases.nextEndNanos()).isEqualTo(-50_000_000);
    assertThat(leases.expired(-50_000_000, 1)).hasSize(1);
  }

  @Test
  void expiredLeasesComeInPortionsAndStayUntilTheyAreCut() {
    LeaseTable leases = new LeaseTable();
    for (long offset = 0; offset < 20; offset += 2) {
      leases.put(offset, offset, lease(0));
    }

    assertThat(leases.expired(0, 3)).hasSize(3);
    assertThat(leases.expired(0, 99)).hasSize(10);
    leases.end(0, 99);
    assertThat(leases.expired(0, 99)).isEmpty();
    assertThat(leases.nextEndNanos()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void leasesEqualAMapOfSingleOffsetsWhateverIsDone() {
    for (long seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      LeaseTable leases = new LeaseTable();
      NavigableMap<Long, Long> model = new TreeMap<>();
      for (int step = 0; step < 60; step++) {
        long first = random.nextLong(40);
        long last = first + random.nextLong(6);
        long end = random.nextLong(5) * LeaseTable.GRANULARITY_NANOS;
        boolean cuts = random.nextInt(3) == 0;
        if (cuts) {
          leases.end(first, last);
        } else {
          leases.put(first, last, lease(end));
        }
        for (long offset = first; offset <= last; offset++) {
          if (cuts) {
            model.remove(offset);
          } else {
            model.put(offset, end);
          }
        }
        assertThat(leases.offsetCount()).isEqualTo(model.size());
        assertThat(leases.nextEndNanos())
            .isEqualTo(model.values().stream().min(Long::compare).orElse(Long.MAX_VALUE));
        long now = random.nextLong(5) * LeaseTable.GRANULARITY_NANOS;
        List<Long> expired = new ArrayList<>();
        for (RangeMap.Entry<Lease> lease : leases.expired(now, 999)) {
          for (long offset = lease.first(); offset <= lease.last(); offset++) {
            expired.add(offset);
          }
        }
        List<Long> ended = new ArrayList<>();
        model.forEach((offset, leaseEnd) -> {
          if (leaseEnd <= now) {
            ended.add(offset);
          }
        });
        expired.sort(Long::compare);
        assertThat(expired).isEqualTo(ended);
      }
    }
  }
}
