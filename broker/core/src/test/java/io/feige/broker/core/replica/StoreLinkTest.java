package io.feige.broker.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.replica.ReplicaEvent.LinkClosed;
import io.feige.broker.core.replica.ReplicaEvent.LinkOpened;
import io.feige.broker.core.replica.ReplicaEvent.Received;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.link.Ack;
import io.feige.protocol.link.Copy;
import io.feige.protocol.link.EpochStart;
import io.feige.protocol.link.Join;
import io.feige.protocol.link.Joined;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A store that acknowledges in the place of a pair's other member. */
final class StoreLinkTest {
  private static final int PROMISE = 300;
  private static final long EPOCH = 7;

  private final List<ReplicaEvent> told = new ArrayList<>();
  private final List<Runnable> proofs = new ArrayList<>();
  private final List<Runnable> failures = new ArrayList<>();
  private final StoreLink link = new StoreLink("pair-1", PROMISE, new Back());

  private final class Back implements StoreLink.Back {
    @Override
    public void tell(ReplicaEvent event) {
      told.add(event);
    }

    @Override
    public List<EpochStart> history() {
      return List.of(new EpochStart(6, 0), new EpochStart(EPOCH, 100));
    }

    @Override
    public void prove(long epoch, Runnable proven, Runnable failed) {
      assertThat(epoch).isEqualTo(EPOCH);
      proofs.add(proven);
      failures.add(failed);
    }
  }

  /** Leads, with everything stored below a position, and joined there. */
  private long joined(long stored) {
    link.standsFor("b");
    link.lead(EPOCH);
    link.stored(stored);
    long session = told.getFirst() instanceof LinkOpened opened ? opened.session() : -1;
    link.send(session, new Joined(EPOCH, stored, 0, -1, 0));
    told.clear();
    return session;
  }

  private static Copy copy(long position, int bytes, long sentNanos) {
    ByteBuffer frames = ByteBuffer.allocate(bytes);
    return new Copy(EPOCH, position, position + bytes, 0, sentNanos, frames);
  }

  private List<Ack> acks() {
    List<Ack> acks = new ArrayList<>();
    for (ReplicaEvent event : told) {
      if (event instanceof Received(long _, Ack ack)) {
        acks.add(ack);
      }
    }
    return acks;
  }

  @Test
  void joinsWithWhatIsStored() {
    link.standsFor("b");
    link.lead(EPOCH);
    assertThat(told).as("it is not known what is stored").isEmpty();

    link.stored(50);

    Join join = new Join("pair-1", new Member("b", Member.SHARED_STORE), EPOCH, history(6, 0), 50);
    assertThat(told).containsExactly(new LinkOpened(1, false), new Received(1, join));
  }

  private static List<EpochStart> history(long epoch, long position) {
    return List.of(new EpochStart(epoch, position));
  }

  @Test
  void pairWithoutAnotherMemberIsNotJoined() {
    link.lead(EPOCH);

    link.stored(50);

    assertThat(told).isEmpty();
  }

  @Test
  void nothingIsAcknowledgedBeforeTheDatabaseHasProvenTheEpoch() {
    long session = joined(50);
    link.send(session, copy(50, 10, 1_000));
    link.stored(60);
    assertThat(acks()).isEmpty();

    proofs.getFirst().run();

    assertThat(acks()).containsExactly(new Ack(EPOCH, 60, 60, 1_000, PROMISE));
  }

  @Test
  void proofCountsFromWhenItWasAskedFor() {
    long session = joined(50);
    link.send(session, copy(50, 10, 1_000));
    link.send(session, copy(60, 10, 2_000));
    assertThat(proofs).as("one question at a time").hasSize(1);

    proofs.getFirst().run();
    link.stored(70);

    assertThat(acks()).extracting(Ack::sentNanos).containsExactly(1_000L, 1_000L);
    link.send(session, copy(70, 0, 3_000));
    proofs.getLast().run();
    assertThat(acks().getLast()).isEqualTo(new Ack(EPOCH, 70, 70, 3_000, PROMISE));
  }

  @Test
  void proofThatFailedIsAskedForAgain() {
    long session = joined(50);
    link.send(session, copy(50, 0, 1_000));

    failures.getFirst().run();
    link.send(session, copy(50, 0, 2_000));

    assertThat(acks()).isEmpty();
    assertThat(proofs).hasSize(2);
  }

  @Test
  void moreThanWasSentIsNotAcknowledged() {
    long session = joined(50);
    link.send(session, copy(50, 10, 1_000));
    link.stored(90);

    proofs.getFirst().run();

    assertThat(acks().getFirst().written()).isEqualTo(60);
  }

  @Test
  void proofOfAnEpochThatIsOverCountsForNothing() {
    long session = joined(50);
    link.send(session, copy(50, 10, 1_000));

    link.rest();
    proofs.getFirst().run();

    assertThat(told).isEmpty();
    assertThat(link.canSend(session)).isFalse();
  }

  @Test
  void linkThatWasEndedIsOpenedAnewByTheNextRow() {
    long session = joined(50);

    link.hangUp(session);
    link.stored(60);

    assertThat(told.getFirst()).isEqualTo(new LinkOpened(session + 1, false));
  }

  @Test
  void linkThatLeadsToNothingIsClosed() {
    link.standsFor("b");
    link.lead(EPOCH);
    link.stored(50);
    told.clear();

    link.send(1, new Joined(EPOCH, 0, 0, -1, 0));

    assertThat(told).containsExactly(new LinkClosed(1));
    assertThat(link.canSend(1)).isFalse();
  }
}
