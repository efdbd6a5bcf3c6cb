package io.feige.client.internal.consume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.feige.client.internal.base.MemoryLimit;
import io.feige.client.internal.base.Pace;
import io.feige.client.node.StoredBatches;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.Selection;
import io.feige.protocol.model.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DeliveryBufferTest {
  private static void nobody() {}

  private static final long LEASE_NANOS = 30_000_000_000L;

  private long now = 1_000_000_000L;
  private final Claim claim = FakeClaims.claim(1);
  private final MemoryLimit memory = new MemoryLimit(1 << 20);
  private final Source source = new Source("t", "pair-1");
  private final Source other = new Source("t", "pair-2");

  @Test
  void nothingIsAskedForBeforeTheFirstTake() throws InterruptedException {
    DeliveryBuffer buffer = buffer(100, 1 << 16);
    assertThat(buffer.nextAsk(source)).isNull();

    takeNothing(buffer);

    assertThat(asks(buffer)).hasSize(4).allMatch(ask -> ask.messages() == 4);
  }

  @Test
  void neverMoreIsAskedForThanThePrefetch() throws InterruptedException {
    DeliveryBuffer buffer = buffer(7, 1 << 16);
    takeNothing(buffer);

    assertThat(asks(buffer).stream().mapToInt(Ask::messages).sum()).isLessThanOrEqualTo(7);
  }

  @Test
  void whatIsHereCountsAgainstThePrefetch() throws InterruptedException {
    DeliveryBuffer buffer = buffer(8, 1 << 16);
    takeNothing(buffer);
    List<Ask> asks = asks(buffer);
    asks.forEach(ask -> buffer.answered(source, ask, ask.messages()));

    buffer.add(List.of(chunk(0, "a", "b", "c", "d", "e", "f", "g")));

    assertThat(asks(buffer)).isEmpty();
  }

  @Test
  void takingMakesRoomAndWakesThePuller() throws InterruptedException {
    DeliveryBuffer buffer = buffer(4, 1 << 16);
    takeNothing(buffer);
    asks(buffer).forEach(ask -> buffer.answered(source, ask, ask.messages()));
    buffer.add(List.of(chunk(0, "a", "b", "c", "d")));
    List<String> woken = new ArrayList<>();

    buffer.take(4, now, () -> woken.add("woken"));

    assertThat(woken).isNotEmpty();
    assertThat(memory.usedBytes()).isZero();
  }

  @Test
  void slicesFollowTheSelections() throws InterruptedException {
    DeliveryBuffer buffer = buffer(100, 1 << 16);
    takeNothing(buffer);
    List<Selection> selections = List.of(new Selection(0, 2, 1), new Selection(4, 1, 3));
    buffer.add(
        List.of(
            new Chunk(
                source,
                claim,
                StoredBatches.frame(10, "a", "b", "c", "d", "e"),
                selections,
                new Chunk.Terms(now, LEASE_NANOS, LeaseStage.UNSTARTED))));

    List<Slice> first = buffer.take(1, now, DeliveryBufferTest::nobody);
    List<Slice> rest = buffer.take(10, now, DeliveryBufferTest::nobody);

    assertThat(first).extracting(Slice::first).containsExactly(0);
    assertThat(rest).extracting(Slice::first).containsExactly(1, 4);
    assertThat(rest).extracting(Slice::attempt).containsExactly(1, 3);
  }

  @Test
  void staleChunksAreTakenOut() throws InterruptedException {
    DeliveryBuffer buffer = buffer(100, 1 << 16);
    takeNothing(buffer);
    asks(buffer).forEach(ask -> buffer.answered(source, ask, ask.messages()));
    buffer.add(List.of(chunk(0, "a")));

    assertThat(buffer.takeStale(now, LEASE_NANOS).slices()).isEmpty();
    assertThat(buffer.takeStale(now + LEASE_NANOS, Long.MAX_VALUE).slices()).hasSize(1);

    assertThat(memory.usedBytes()).isZero();
  }

  @Test
  void fetchingStopsWhenNobodyAsks() throws InterruptedException {
    DeliveryBuffer buffer = buffer(100, 1 << 16);
    takeNothing(buffer);

    buffer.takeStale(now + LEASE_NANOS, LEASE_NANOS / 2);

    assertThat(buffer.isFetching()).isFalse();
    assertThat(buffer.add(List.of(chunk(0, "a")))).isFalse();
  }

  @Test
  void atTheMemoryLimitOnePullGoesOn() throws InterruptedException {
    DeliveryBuffer buffer = buffer(100, 1 << 16);
    memory.reserveAlways(2 << 20);
    takeNothing(buffer);

    assertThat(asks(buffer)).hasSize(1);
  }

  @Test
  void eachOfTwoPairsIsAskedForItsShare() throws InterruptedException {
    DeliveryBuffer buffer = buffer(100, 1 << 16);
    buffer.addSource();
    takeNothing(buffer);

    List<Ask> ofTheFirst = asks(buffer, source);
    List<Ask> ofTheSecond = asks(buffer, other);

    assertThat(ofTheFirst).hasSize(4).allMatch(ask -> ask.messages() == 2);
    assertThat(ofTheSecond).hasSize(4).allMatch(ask -> ask.messages() == 2);

    ofTheFirst.forEach(ask -> buffer.answered(source, ask, ask.messages()));
    assertThat(asks(buffer, source))
        .as("more wait there")
        .hasSize(2)
        .allMatch(ask -> ask.messages() == 4);
  }

  @Test
  void aPairThatHasFilledItsShareDoesNotKeepTheOtherOneOut() throws InterruptedException {
    DeliveryBuffer buffer = buffer(8, 1 << 16);
    buffer.addSource();
    takeNothing(buffer);
    asks(buffer, source).forEach(ask -> buffer.answered(source, ask, ask.messages()));
    buffer.add(List.of(chunk(0, "a", "b", "c", "d")));

    assertThat(asks(buffer, source)).isEmpty();
    assertThat(asks(buffer, other)).isNotEmpty();
  }

  @Test
  void whatOnePairBroughtIsTakenOutAlone() throws InterruptedException {
    DeliveryBuffer buffer = buffer(100, 1 << 16);
    buffer.addSource();
    takeNothing(buffer);
    buffer.add(List.of(chunk(source, 0, "a"), chunk(other, 0, "b"), chunk(source, 1, "c")));

    assertThat(buffer.takeAll(source).slices()).hasSize(2);

    assertThat(buffer.take(9, now, DeliveryBufferTest::nobody)).hasSize(1);
    assertThat(memory.usedBytes()).isZero();
  }

  @Test
  void whatSomebodyWaitsForIsAskedForAloneAndComesStarted() {
    DeliveryBuffer buffer = startingBuffer();

    buffer.poll(1, 3, DeliveryBufferTest::nobody);

    assertThat(asks(buffer))
        .singleElement()
        .matches(ask -> ask.messages() == 3 && ask.stage() == LeaseStage.STARTED);
  }

  @Test
  void onlyWhenMessagesFlowIsMoreFetchedAhead() {
    DeliveryBuffer buffer = startingBuffer();
    buffer.poll(1, 1, DeliveryBufferTest::nobody);
    buffer.answered(source, asks(buffer).get(0), 1);
    buffer.add(List.of(chunk(0, "a")));

    assertThat(asks(buffer))
        .hasSize(3)
        .allMatch(ask -> ask.messages() == 4 && ask.stage() == LeaseStage.UNSTARTED);
  }

  @Test
  void aFastConsumerThatKeepsUpIsGivenClaimedMessages() throws InterruptedException {
    DeliveryBuffer buffer = buffer(1_000, 1 << 16);
    makeFast(buffer, 100_000);
    asks(buffer).forEach(ask -> buffer.answered(source, ask, 3));

    List<Ask> asks = asks(buffer);

    assertThat(asks).hasSize(4).allMatch(ask -> ask.stage() == LeaseStage.CLAIMED);
    assertThat(asks.stream().mapToInt(Ask::messages).sum()).isBetween(200, 400);
  }

  @Test
  void pullsOfWhoKeepsUpFollowWhenHalfOfThemAreOver() throws InterruptedException {
    DeliveryBuffer buffer = buffer(1_000, 1 << 16);
    makeFast(buffer, 100_000);
    List<Ask> asks = asks(buffer);
    assertThat(asks).hasSize(4);

    buffer.answered(source, asks.get(0), 1);
    assertThat(asks(buffer)).isEmpty();
    buffer.answered(source, asks.get(1), 1);
    assertThat(asks(buffer)).hasSize(2);

    buffer.answered(source, asks.get(2), asks.get(2).messages());
    assertThat(asks(buffer)).as("more wait there than a pull brings").hasSize(1);
  }

  @Test
  void whatCameClaimedIsHandedOutWithoutAnotherClaim() throws InterruptedException {
    DeliveryBuffer buffer = buffer(1_000, 1 << 16);
    makeFast(buffer);
    buffer.add(
        List.of(
            new Chunk(
                source,
                claim,
                StoredBatches.frame(0, "a", "b"),
                List.of(new Selection(0, 1, 1), new Selection(1, 1, 2)),
                new Chunk.Terms(now, LEASE_NANOS, LeaseStage.CLAIMED))));

    assertThat(buffer.nextClaim()).isNull();
    assertThat(buffer.poll(9, 9, DeliveryBufferTest::nobody))
        .as("what comes again is started first")
        .extracting(Slice::isOurs)
        .containsExactly(true, false);
  }

  @Test
  void aSlowConsumerHoldsNoMoreThanItFinishesInHalfASecond() {
    FetchPlan plan = new FetchPlan(20_000, 1 << 20, true);
    Pace pace = new Pace();
    assertThat(plan.ahead(pace)).isEqualTo(16);
    for (int i = 0; i < 10; i++) {
      pace.took(1, i * 100_000_000L);
    }

    assertThat(plan.ahead(pace)).isEqualTo(5);
    assertThat(plan.claimed(pace, 0)).isZero();
  }

  @Test
  void aFastConsumerHoldsAndClaimsManyAhead() {
    FetchPlan plan = new FetchPlan(20_000, 1 << 20, true);
    Pace pace = new Pace();
    for (int i = 0; i < 100; i++) {
      pace.took(1_000, i * 3_300_000L);
    }

    assertThat(plan.ahead(pace)).isEqualTo(20_000);
    assertThat(plan.claimed(pace, 0)).isBetween(2_500, 3_500);
  }

  @Test
  void aConsumerOfUnknownPaceHoldsMoreEachTimeItHasFinishedAll() {
    Pace pace = new Pace();
    for (int i = 0; i < 3; i++) {
      pace.took(16, i);
      pace.waits(i);
      pace.waits(i);
    }

    assertThat(new FetchPlan(100, 1 << 20, true).ahead(pace)).isEqualTo(100);
    assertThat(new FetchPlan(20_000, 1 << 20, true).ahead(pace)).isEqualTo(128);
  }

  @Test
  void aFastConsumerIsHandedWhatWasClaimedAndNotWhatHasGoneToOthers() throws InterruptedException {
    DeliveryBuffer buffer = buffer(1_000, 1 << 16);
    makeFast(buffer);
    buffer.add(List.of(chunk(10, "a", "b", "c", "d")));

    ToClaim asked = Objects.requireNonNull(buffer.nextClaim());
    assertThat(asked.verdicts()).containsExactly(Verdict.claim(10, 13, 1));
    assertThat(buffer.poll(9, 9, DeliveryBufferTest::nobody)).isEmpty();
    buffer.claimed(asked, List.of(new OffsetRange(11, 11)));

    assertThat(buffer.take(9, now, DeliveryBufferTest::nobody))
        .allMatch(Slice::isOurs)
        .extracting(Slice::firstOffset, Slice::count)
        .containsExactly(tuple(10L, 1), tuple(12L, 2));
    assertThat(memory.usedBytes()).isZero();
  }

  @Test
  void aLostClaimCanBeMadeAgainInTheSameOrder() throws InterruptedException {
    DeliveryBuffer buffer = buffer(1_000, 1 << 16);
    makeFast(buffer);
    buffer.add(List.of(chunk(0, "a", "b"), chunk(2, "c")));
    ToClaim asked = Objects.requireNonNull(buffer.nextClaim());

    buffer.claimLost(asked);

    assertThat(Objects.requireNonNull(buffer.nextClaim()).verdicts())
        .containsExactly(Verdict.claim(0, 1, 1), Verdict.claim(2, 2, 1));
  }

  @Test
  void claimsThatAreAnsweredOutOfTurnAreHandedOutInTheirOrder() throws InterruptedException {
    DeliveryBuffer buffer = buffer(1_000, 1 << 16);
    makeFast(buffer);
    ToClaim first = claimOf(buffer, chunk(0, "a"));
    ToClaim second = claimOf(buffer, chunk(1, "b"));

    assertThat(buffer.claimed(second, List.of()).isEmpty()).isTrue();
    assertThat(buffer.poll(1, 1, DeliveryBufferTest::nobody)).isEmpty();
    assertThat(buffer.claimed(first, List.of()).isEmpty()).isTrue();

    assertThat(buffer.take(9, now, DeliveryBufferTest::nobody))
        .allMatch(Slice::isOurs)
        .extracting(Slice::firstOffset)
        .containsExactly(0L, 1L);
    assertThat(memory.usedBytes()).isZero();
  }

  @Test
  void aClaimThatFollowsALostOneIsMadeAgainWithIt() throws InterruptedException {
    DeliveryBuffer buffer = buffer(1_000, 1 << 16);
    makeFast(buffer);
    ToClaim first = claimOf(buffer, chunk(0, "a"));
    ToClaim second = claimOf(buffer, chunk(1, "b"));
    ToClaim third = claimOf(buffer, chunk(2, "c"));
    buffer.claimed(second, List.of());

    buffer.claimLost(first);
    buffer.claimed(third, List.of());

    assertThat(Objects.requireNonNull(buffer.nextClaim()).verdicts())
        .containsExactly(Verdict.claim(0, 0, 1), Verdict.claim(1, 1, 1), Verdict.claim(2, 2, 1));
  }

  @Test
  void behindAMessageThatWasLostNothingIsHandedOutThatIsBeingClaimed() throws InterruptedException {
    DeliveryBuffer buffer = buffer(1_000, 1 << 16);
    makeFast(buffer);
    ToClaim asked = claimOf(buffer, chunk(1, "b"));
    buffer.add(List.of(chunk(2, "c")));

    Rest behind = buffer.takeAll(Set.of(claim));
    Rest late = buffer.claimed(asked, List.of());

    assertThat(behind.slices()).extracting(Slice::firstOffset).containsExactly(2L);
    assertThat(late.slices()).extracting(Slice::firstOffset).containsExactly(1L);
    assertThat(buffer.take(9, now, DeliveryBufferTest::nobody)).isEmpty();
    assertThat(memory.usedBytes()).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"UNSTARTED", "CLAIMED"})
  void whatComesForTheSecondTimeIsClaimedTogether(LeaseStage stage) throws InterruptedException {
    DeliveryBuffer buffer = buffer(1_000, 1 << 16);
    makeFast(buffer);
    buffer.add(
        List.of(
            chunk(new Selection(0, 2, 2), stage, "a", "b"),
            chunk(new Selection(0, 1, 2), stage, "c")));

    ToClaim asked = Objects.requireNonNull(buffer.nextClaim());
    assertThat(asked.verdicts()).containsExactly(Verdict.claim(0, 1, 2), Verdict.claim(0, 0, 2));
    Rest unwanted = buffer.claimed(asked, List.of());
    assertThat(unwanted.slices()).isEmpty();
    assertThat(buffer.poll(9, 9, DeliveryBufferTest::nobody)).hasSize(2).allMatch(Slice::isOurs);
  }

  @Test
  void whatComesForTheThirdTimeIsNotClaimedAhead() throws InterruptedException {
    DeliveryBuffer buffer = buffer(1_000, 1 << 16);
    makeFast(buffer);
    buffer.add(List.of(chunk(new Selection(0, 1, 3), LeaseStage.UNSTARTED, "a")));

    assertThat(buffer.nextClaim()).isNull();
    assertThat(buffer.poll(1, 1, DeliveryBufferTest::nobody)).noneMatch(Slice::isOurs);
  }

  @Test
  void withoutItsConnectionWhatIsHereIsKeptAndNotHandedOut() throws InterruptedException {
    DeliveryBuffer buffer = buffer(100, 1 << 16);
    takeNothing(buffer);
    buffer.add(List.of(chunk(0, "a")));

    buffer.suspend(source);
    assertThat(buffer.poll(1, 1, DeliveryBufferTest::nobody)).isEmpty();

    assertThat(buffer.resume(source, 1).slices()).isEmpty();
    assertThat(buffer.poll(1, 1, DeliveryBufferTest::nobody)).hasSize(1);
  }

  @Test
  void whatAnEarlierActivationGaveOutIsDroppedWhenAnotherOneAnswers() throws InterruptedException {
    DeliveryBuffer buffer = buffer(100, 1 << 16);
    takeNothing(buffer);
    buffer.add(List.of(chunk(0, "a")));
    buffer.suspend(source);

    assertThat(buffer.resume(source, 2).slices()).hasSize(1);

    assertThat(memory.usedBytes()).isZero();
  }

  private DeliveryBuffer startingBuffer() {
    DeliveryBuffer buffer =
        new DeliveryBuffer(memory, new FetchPlan(100, 1 << 16, true), () -> now);
    buffer.addSource();
    return buffer;
  }

  /** Takes messages until the pace is known to be a high one. */
  private void makeFast(DeliveryBuffer buffer) throws InterruptedException {
    makeFast(buffer, 1_000_000);
  }

  /** The same, with so many nanoseconds for three messages. */
  private void makeFast(DeliveryBuffer buffer, long nanos) throws InterruptedException {
    takeNothing(buffer);
    for (int i = 0; i < 50_000_000 / nanos; i++) {
      now += nanos;
      buffer.add(List.of(chunk(1_000, "x", "y", "z")));
      assertThat(buffer.take(3, now, DeliveryBufferTest::nobody)).isNotEmpty();
      buffer.handedOut(3);
    }
    assertThat(buffer.poll(0, 0, DeliveryBufferTest::nobody)).isEmpty();
  }

  private DeliveryBuffer buffer(int messages, int bytes) {
    DeliveryBuffer buffer =
        new DeliveryBuffer(memory, new FetchPlan(messages, bytes, false), () -> now);
    buffer.addSource();
    return buffer;
  }

  private void takeNothing(DeliveryBuffer buffer) throws InterruptedException {
    assertThat(buffer.take(1, now, DeliveryBufferTest::nobody)).isEmpty();
  }

  private List<Ask> asks(DeliveryBuffer buffer) {
    return asks(buffer, source);
  }

  private static ToClaim claimOf(DeliveryBuffer buffer, Chunk chunk) {
    buffer.add(List.of(chunk));
    return Objects.requireNonNull(buffer.nextClaim());
  }

  private static List<Ask> asks(DeliveryBuffer buffer, Source from) {
    List<Ask> asks = new ArrayList<>();
    Ask ask = buffer.nextAsk(from);
    while (ask != null) {
      asks.add(ask);
      ask = buffer.nextAsk(from);
    }
    return asks;
  }

  private Chunk chunk(Selection only, LeaseStage stage, String... bodies) {
    return new Chunk(
        source,
        claim,
        StoredBatches.frame(0, bodies),
        List.of(only),
        new Chunk.Terms(now, LEASE_NANOS, stage));
  }

  private Chunk chunk(long offset, String... bodies) {
    return chunk(source, offset, bodies);
  }

  private Chunk chunk(Source from, long offset, String... bodies) {
    return new Chunk(
        from,
        claim,
        StoredBatches.frame(offset, bodies),
        List.of(new Selection(0, bodies.length, 1)),
        new Chunk.Terms(now, LEASE_NANOS, LeaseStage.UNSTARTED));
  }
}
