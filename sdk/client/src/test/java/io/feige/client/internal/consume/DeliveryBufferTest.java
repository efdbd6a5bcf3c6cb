package io.feige.client.internal.consume;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.internal.base.MemoryLimit;
import io.feige.client.internal.consume.DeliveryBuffer.Ask;
import io.feige.client.node.StoredBatches;
import io.feige.protocol.model.Selection;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class DeliveryBufferTest {
  private static void nobody() {}

  private static final long LEASE_NANOS = 30_000_000_000L;

  private final MemoryLimit memory = new MemoryLimit(1 << 20);
  private final Source source = new Source("t", "pair-1");
  private final Source other = new Source("t", "pair-2");

  @Test
  void nothingIsAskedForBeforeTheFirstTake() throws InterruptedException {
    DeliveryBuffer buffer = buffer(100, 1 << 16);
    assertThat(buffer.nextAsk(source)).isNull();

    takeNothing(buffer);

    assertThat(asks(buffer)).hasSize(4).allMatch(ask -> ask.messages() == 25);
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
    asks.forEach(ask -> buffer.answered(source, ask));

    buffer.add(List.of(chunk(0, "a", "b", "c", "d", "e", "f", "g")));

    assertThat(asks(buffer)).isEmpty();
  }

  @Test
  void takingMakesRoomAndWakesThePuller() throws InterruptedException {
    DeliveryBuffer buffer = buffer(4, 1 << 16);
    takeNothing(buffer);
    asks(buffer).forEach(ask -> buffer.answered(source, ask));
    buffer.add(List.of(chunk(0, "a", "b", "c", "d")));
    List<String> woken = new ArrayList<>();

    buffer.take(4, System.nanoTime(), () -> woken.add("woken"));

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
                claim(),
                StoredBatches.frame(10, "a", "b", "c", "d", "e"),
                selections,
                System.nanoTime(),
                LEASE_NANOS)));

    List<Chunk.Slice> first = buffer.take(1, System.nanoTime(), DeliveryBufferTest::nobody);
    List<Chunk.Slice> rest = buffer.take(10, System.nanoTime(), DeliveryBufferTest::nobody);

    assertThat(first).extracting(Chunk.Slice::first).containsExactly(0);
    assertThat(rest).extracting(Chunk.Slice::first).containsExactly(1, 4);
    assertThat(rest).extracting(Chunk.Slice::attempt).containsExactly(1, 3);
  }

  @Test
  void staleChunksAreTakenOutAndFetchingAheadShrinks() throws InterruptedException {
    DeliveryBuffer buffer = buffer(100, 1 << 16);
    takeNothing(buffer);
    asks(buffer).forEach(ask -> buffer.answered(source, ask));
    buffer.add(List.of(chunk(0, "a")));
    long now = System.nanoTime();

    assertThat(buffer.takeStale(now, LEASE_NANOS)).isEmpty();
    assertThat(buffer.takeStale(now + LEASE_NANOS, Long.MAX_VALUE)).hasSize(1);

    assertThat(Objects.requireNonNull(buffer.nextAsk(source)).messages()).isEqualTo(13);
    assertThat(memory.usedBytes()).isZero();
  }

  @Test
  void fetchingStopsWhenNobodyAsks() throws InterruptedException {
    DeliveryBuffer buffer = buffer(100, 1 << 16);
    takeNothing(buffer);

    buffer.takeStale(System.nanoTime() + LEASE_NANOS, LEASE_NANOS / 2);

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

    assertThat(ofTheFirst).hasSize(2).allMatch(ask -> ask.messages() == 25);
    assertThat(ofTheSecond).hasSize(2).allMatch(ask -> ask.messages() == 25);
  }

  @Test
  void aPairThatHasFilledItsShareDoesNotKeepTheOtherOneOut() throws InterruptedException {
    DeliveryBuffer buffer = buffer(8, 1 << 16);
    buffer.addSource();
    takeNothing(buffer);
    asks(buffer, source).forEach(ask -> buffer.answered(source, ask));
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

    assertThat(buffer.takeAll(source)).hasSize(2);

    assertThat(buffer.take(9, System.nanoTime(), DeliveryBufferTest::nobody)).hasSize(1);
    assertThat(memory.usedBytes()).isZero();
  }

  private DeliveryBuffer buffer(int messages, int bytes) {
    DeliveryBuffer buffer = new DeliveryBuffer(memory, messages, bytes);
    buffer.addSource();
    return buffer;
  }

  private Claim claim() {
    return new Claim(new Settling(memory, 1_000, DeliveryBufferTest::nobody), 1, 1);
  }

  private static void takeNothing(DeliveryBuffer buffer) throws InterruptedException {
    assertThat(buffer.take(1, System.nanoTime(), DeliveryBufferTest::nobody)).isEmpty();
  }

  private List<Ask> asks(DeliveryBuffer buffer) {
    return asks(buffer, source);
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

  private Chunk chunk(long offset, String... bodies) {
    return chunk(source, offset, bodies);
  }

  private Chunk chunk(Source from, long offset, String... bodies) {
    return new Chunk(
        from,
        claim(),
        StoredBatches.frame(offset, bodies),
        List.of(new Selection(0, bodies.length, 1)),
        System.nanoTime(),
        LEASE_NANOS);
  }
}
