package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.OldFrames;
import io.feige.broker.core.record.JournalRecord;
import io.feige.broker.core.record.JournalRecord.Carried;
import io.feige.broker.core.record.JournalRecord.Released;
import io.feige.broker.core.record.RecordCodec;
import io.feige.protocol.command.ResetGroup;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.ReadFrom;
import io.feige.protocol.model.TopicSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is needed of the oldest stretch is copied behind everything else, and then it may go. */
final class CarryForwardTest {
  private static final String T = "t";
  private static final long LIMIT = 1_000;

  private final Replica replica =
      Replica.withTopic(TopicSpec.named(T).withRetention(LIMIT, 0, true));

  /** The frames of the journal below a position. */
  private static final class Stretch implements OldFrames {
    private final long end;
    private final List<StoredFrame> frames = new ArrayList<>();
    private int at;
    private int restarts;

    Stretch(Replica of) {
      end = of.journal.end();
      of.journal.forEachFrame(frame -> {
        if (frame.kind() == FrameKind.MESSAGES && frame.position() < end) {
          frames.add(frame);
        }
      });
    }

    @Override
    public long end() {
      return end;
    }

    @Override
    public @Nullable StoredFrame look(Needs needs) {
      while (at < frames.size()) {
        StoredFrame frame = frames.get(at);
        long next = needs.next(frame.partition(), frame.baseOffset(), frame.timeMillis(), 0);
        if (next < frame.baseOffset() + frame.recordCount()) {
          return frame;
        }
        at++;
      }
      return null;
    }

    @Override
    public void pass() {
      at++;
    }

    @Override
    public boolean isDone() {
      return at == frames.size();
    }

    @Override
    public void restart() {
      at = 0;
      restarts++;
    }
  }

  private void carry(OldFrames old) {
    replica.decide(new Event.Carry(old, 1 << 20, replica.nowMillis()));
  }

  private List<StoredFrame> copies() {
    return copiesOf(replica);
  }

  private static List<StoredFrame> copiesOf(Replica replica) {
    List<StoredFrame> copies = new ArrayList<>();
    replica.journal.forEachFrame(frame -> {
      if (frame.hasFlag(FrameKind.FLAG_CARRIED)) {
        copies.add(frame);
      }
    });
    return copies;
  }

  private long startsAt() {
    return replica.machine().state().startsAt();
  }

  /** Ten messages, of which the group has settled all but the third. */
  private Stretch tenWithOneOpen() {
    for (int i = 0; i < 10; i++) {
      replica.published(T, 1);
    }
    replica.pulled(T, 10);
    replica.acked(T, 0, 1);
    replica.acked(T, 3, 9);
    replica.pass(LIMIT + 1);
    return new Stretch(replica);
  }

  @Test
  void unsettledMessageIsCopiedWithItsOffsetTimeAndBatch() {
    Stretch old = tenWithOneOpen();
    StoredFrame original = Objects.requireNonNull(replica.journal.find(1, 2));

    carry(old);

    assertThat(copies()).hasSize(1);
    StoredFrame copy = copies().getFirst();
    assertThat(copy.baseOffset()).isEqualTo(2);
    assertThat(copy.timeMillis()).isEqualTo(original.timeMillis());
    assertThat(copy.batch().bytes()).isEqualTo(original.batch().bytes());
    assertThat(RecordCodec.read(copy)).isInstanceOf(Carried.class);
    assertThat(replica.machine().state().topic(T)).extracting("endOffset").isEqualTo(10L);
  }

  @Test
  void journalStartsBehindTheStretchOnlyOnceTheCopiesAreConfirmed() {
    Stretch old = tenWithOneOpen();
    carry(old);
    carry(old);
    assertThat(startsAt()).isZero();

    replica.commit();
    carry(old);

    assertThat(startsAt()).isEqualTo(old.end());
    assertThat(copies()).hasSize(1);
    assertThat(replica.replayedUpTo(replica.journal.end()).machine().snapshot())
        .isEqualTo(replica.machine().snapshot());
  }

  @Test
  void groupThatIsMovedBackMeanwhileFindsWhatItNeeds() {
    Stretch old = tenWithOneOpen();
    carry(old);
    int restartsBefore = old.restarts;
    replica.ask(new ResetGroup(T, Replica.GROUP, ReadFrom.offset(0)));
    replica.commit();

    carry(old);
    assertThat(startsAt()).isZero();
    assertThat(old.restarts).isEqualTo(restartsBefore + 1);
    carry(old);
    replica.commit();
    carry(old);

    assertThat(startsAt()).isEqualTo(old.end());
    assertThat(copies()).extracting(StoredFrame::baseOffset).contains(0L, 1L, 2L, 9L);
  }

  @Test
  void nextActivationLooksAtTheStretchOnceMore() {
    Stretch old = tenWithOneOpen();
    carry(old);
    Replica next = replica.restartedWithAll();
    next.ask(new ResetGroup(T, Replica.GROUP, ReadFrom.offset(0)));
    next.commit();

    next.decide(new Event.Carry(old, 1 << 20, next.nowMillis()));

    assertThat(copiesOf(next)).extracting(StoredFrame::baseOffset).contains(0L, 1L, 9L);
  }

  @Test
  void delayedBatchKeepsItsNameAndIsReleasedOnce() {
    replica.publish(T, Batches.delayed(1, replica.nowMillis() + 60_000));
    replica.commit();
    long name = Objects.requireNonNull(replica.machine().state().delayed().first()).id();
    Stretch old = new Stretch(replica);
    carry(old);
    replica.commit();
    carry(old);
    assertThat(replica.machine().state().delayed().lowestPosition())
        .isGreaterThanOrEqualTo(old.end());

    replica.commit();
    replica.pass(60_000);
    replica.commit();

    List<JournalRecord> released = new ArrayList<>();
    replica.journal.forEachFrame(frame -> {
      if (frame.kind() == FrameKind.MESSAGES && frame.hasFlag(FrameKind.FLAG_RELEASED)) {
        released.add(RecordCodec.read(frame));
      }
    });
    assertThat(released).hasSize(1);
    assertThat(((JournalRecord.Messages) released.getFirst()).cause())
        .isEqualTo(new Released(name));
    assertThat(replica.machine().state().delayed().size()).isZero();
  }

  @Test
  void fullDiskStopsNothingForGood() {
    Stretch old = tenWithOneOpen();
    replica.journal.leaveRoomFor(10);
    carry(old);
    assertThat(copies()).isEmpty();

    replica.journal.makeRoom();
    carry(old);
    replica.commit();
    replica.journal.leaveRoomFor(10);
    carry(old);
    assertThat(startsAt()).isZero();
    replica.journal.makeRoom();
    carry(old);

    assertThat(startsAt()).isEqualTo(old.end());
  }

  @Test
  void noMoreIsCopiedAtOnceThanWasAskedFor() {
    for (int i = 0; i < 10; i++) {
      replica.published(T, 1);
    }
    Stretch old = new Stretch(replica);

    replica.decide(new Event.Carry(old, 1, replica.nowMillis()));
    assertThat(copies()).hasSize(1);
    replica.decide(new Event.Carry(old, 1, replica.nowMillis()));

    assertThat(copies()).hasSize(2);
  }
}
