package io.feige.broker.sim.check;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.decide.MachineLimits;
import io.feige.broker.journal.Journal;
import io.feige.broker.journal.fault.Damage;
import io.feige.broker.journal.fault.JournalCorruptException;
import io.feige.broker.journal.recovery.JournalVerifier;
import io.feige.broker.journal.segment.JournalConfig;
import io.feige.broker.journal.snapshot.Replay;
import io.feige.broker.sim.disk.SimDisk;
import io.feige.broker.sim.world.Chance;
import io.feige.broker.sim.world.Trace;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.Crc32c;
import io.feige.protocol.frame.StoredFrame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Flips one bit of a copy of a dead node's disk and opens it. Damage to what was certainly durable
 * must be named and must not be cut away; damage to the rest is a torn tail.
 */
public final class CorruptionTrial {
  private static final int SEGMENT_HEADER_BYTES = 64;

  /** What opening came to: an end and a state, or damage. */
  private record Outcome(long end, ByteBuffer state, @Nullable Damage damage) {}

  private final SimDisk disk;
  private final JournalModel journal;
  private final JournalConfig config;
  private final MachineLimits limits;
  private final Trace trace;

  public CorruptionTrial(
      SimDisk disk, JournalModel journal, JournalConfig config, MachineLimits limits, Trace trace) {
    this.disk = disk;
    this.journal = journal;
    this.config = config;
    this.limits = limits;
    this.trace = trace;
  }

  public void run(Chance chance) {
    List<String> names = disk.names();
    List<String> segments = named(names, ".seg");
    List<String> others =
        names.stream()
            .filter(name ->
                name.endsWith(".idx") || name.endsWith(".snapshot") || name.equals("flushed"))
            .filter(name -> disk.size(name) > 0)
            .toList();
    if (segments.isEmpty()) {
      return;
    }
    try (SimDisk whole = disk.copy();
        SimDisk hurt = disk.copy()) {
      Outcome before = open(whole);
      if (before.damage() != null) {
        throw new Violation("an undamaged journal is refused: " + before.damage().sentence());
      }
      if (others.isEmpty() || chance.percent(75)) {
        hurtSegment(hurt, chance.of(segments), segments, before, chance);
      } else {
        hurtOther(hurt, chance.of(others), before, chance);
      }
    }
  }

  private static List<String> named(List<String> names, String suffix) {
    return names.stream().filter(name -> name.endsWith(suffix)).toList();
  }

  private static long positionIn(String name) {
    return Long.parseLong(name.substring(0, name.indexOf('.')));
  }

  private void hurtOther(SimDisk hurt, String name, Outcome before, Chance chance) {
    long at = chance.between(0L, disk.size(name) - 1);
    hurt.flipBit(name, at, chance.between(0, 7));
    trace.note("trial: a bit of byte %d of " + name + " flips", at);
    requireUnharmed(open(hurt), before, name);
  }

  private static void requireUnharmed(Outcome after, Outcome before, String name) {
    Violation.unless(
        after.damage() == null
            && after.end() == before.end()
            && after.state().mismatch(before.state()) == -1,
        "a flipped bit in %s changes the outcome: end %d instead of %d, damage %s",
        name,
        after.end(),
        before.end(),
        after.damage());
  }

  private void hurtSegment(
      SimDisk hurt, String name, List<String> segments, Outcome before, Chance chance) {
    long first = positionIn(name);
    int next = segments.indexOf(name) + 1;
    long end = next < segments.size() ? positionIn(segments.get(next)) : before.end();
    long last = Math.min(disk.size(name), SEGMENT_HEADER_BYTES + end - first + 100) - 1;
    long at = chance.between(0L, last);
    hurt.flipBit(name, at, chance.between(0, 7));
    trace.note("trial: a bit of byte %d of " + name + " flips", at);
    List<Damage> found = verify(hurt);
    Outcome after = open(hurt);
    long position = first + at - SEGMENT_HEADER_BYTES;
    Fact fact = position < 0 || position >= end ? null : journal.holding(position);
    if (at < SEGMENT_HEADER_BYTES) {
      requireNamed(after.damage(), name, first);
    } else if (fact == null) {
      requireUnharmed(after, before, name);
    } else if (fact.position() < certain()) {
      requireNamed(firstOf(found, name), name, fact.position());
      if (after.damage() == null) {
        requireUnharmed(after, before, name);
      } else {
        requireNamed(after.damage(), name, fact.position());
      }
    } else if (after.damage() == null) {
      Violation.unless(
          after.end() == fact.position(), "a torn %s ends the journal at %d", fact, after.end());
    } else {
      requireNamed(after.damage(), name, fact.position());
    }
  }

  private static @Nullable Damage firstOf(List<Damage> damages, String name) {
    return damages.stream().filter(damage -> damage.file().equals(name)).findFirst().orElse(null);
  }

  private static void requireNamed(@Nullable Damage damage, String name, long position) {
    Violation.unless(
        damage != null
            && damage.isCorruption()
            && damage.file().equals(name)
            && damage.position() == position,
        "a flipped bit in %s, position %d, which was durable: found was %s",
        name,
        position,
        damage);
  }

  /** Up to here the journal was durable, by the names of its files and the file that says so. */
  private long certain() {
    long certain = 0;
    for (String name : disk.names()) {
      if (name.endsWith(".seg") || name.endsWith(".snapshot")) {
        certain = Math.max(certain, positionIn(name));
      } else if (name.equals("flushed")) {
        certain = Math.max(certain, flushed(disk.contents(name).asByteBuffer()));
      }
    }
    return certain;
  }

  /** What the file says; 0 when the process died while it wrote it. */
  private static long flushed(ByteBuffer contents) {
    boolean isValid = Crc32c.of(contents, 0, Long.BYTES) == contents.getInt(Long.BYTES);
    return isValid ? contents.getLong(0) : 0;
  }

  private static List<Damage> verify(SimDisk hurt) {
    try {
      List<Damage> found = JournalVerifier.verify(hurt.attach()).damages();
      hurt.processDied();
      return found;
    } catch (IOException e) {
      throw new Violation("the verifier cannot read the disk", e);
    }
  }

  private Outcome open(SimDisk from) {
    PartitionMachine machine = new PartitionMachine(limits, new NoLog());
    Replay replay =
        new Replay() {
          @Override
          public void snapshot(long position, ByteBuffer body) {
            machine.restore(body);
          }

          @Override
          public void frame(StoredFrame frame) {
            machine.replay(frame);
          }
        };
    try (Journal opened = Journal.open(from.attach(), config, () -> Instant.EPOCH, replay)) {
      return new Outcome(opened.end(), machine.snapshot(), null);
    } catch (JournalCorruptException e) {
      return new Outcome(-1, ByteBuffer.allocate(0), e.damage());
    }
  }
}
