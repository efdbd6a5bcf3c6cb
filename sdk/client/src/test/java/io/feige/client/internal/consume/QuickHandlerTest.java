package io.feige.client.internal.consume;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.internal.base.HandlingTime;
import io.feige.client.internal.base.MemoryLimit;
import io.feige.client.node.StoredBatches;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.Selection;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A handler that is always done before the loop comes to ask for more. */
class QuickHandlerTest {
  private static final long NOW = 1_000_000_000L;
  private static final long LEASE_NANOS = 30_000_000_000L;

  private final Source source = new Source("t", "pair-1");
  private final HandlingTime time = new HandlingTime(1);
  private final DeliveryBuffer buffer =
      new DeliveryBuffer(new MemoryLimit(1 << 20), new FetchPlan(20_000, 1 << 20, true), () -> NOW);

  @BeforeEach
  void listens() {
    buffer.addSource();
    buffer.pacedBy(time);
  }

  private static void nobody() {}

  @Test
  void whoIsDoneBeforeTheLoopAsksGetsMoreThanOneMessageForEachRoundTrip() {
    assertThat(takesOne().messages()).as("nobody knows whether there are more").isOne();
    time.took(20_000);
    assertThat(takesOne().messages()).as("there are").isGreaterThan(100);
  }

  @Test
  void whoIsSlowGetsOneMessageForEachRoundTrip() {
    Ask unused = takesOne();
    time.took(200_000_000);

    Ask next = takesOne();
    assertThat(next.messages()).isOne();
    assertThat(next.stage()).isEqualTo(LeaseStage.STARTED);
  }

  @Test
  void messagesThatHaveToBeClaimedAreSoThoughOthersBehindThemNeedNotBe() {
    Ask unused = takesOne();
    time.took(20_000);
    String[] many = Stream.generate(() -> "x").limit(1_000).toArray(String[]::new);
    assertThat(buffer.poll(1, 1, QuickHandlerTest::nobody)).isEmpty();
    buffer.add(
        List.of(
            chunk(StoredBatches.frame(1, many), 1_000, LeaseStage.UNSTARTED),
            chunk(StoredBatches.frame(1_001, many), 1_000, LeaseStage.CLAIMED)));

    assertThat(buffer.nextClaim()).isNotNull();
  }

  /** The handler waits, gets one message and is done with it before the loop asks again. */
  private Ask takesOne() {
    assertThat(buffer.poll(1, 1, QuickHandlerTest::nobody)).isEmpty();
    Ask ask = Objects.requireNonNull(buffer.nextAsk(source));
    buffer.answered(source, ask, 1);
    buffer.add(List.of(chunk(StoredBatches.frame(0, "x"), 1, LeaseStage.STARTED)));
    assertThat(buffer.poll(1, 1, QuickHandlerTest::nobody)).hasSize(1);
    return ask;
  }

  private Chunk chunk(ByteBuffer frame, int messages, LeaseStage stage) {
    return new Chunk(
        source,
        FakeClaims.claim(1),
        frame,
        List.of(new Selection(0, messages, 1)),
        new Chunk.Terms(NOW, LEASE_NANOS, stage));
  }
}
