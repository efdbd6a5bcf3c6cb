package io.feige.broker.server.pair.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.decide.StateCost;
import io.feige.broker.core.state.MailCost;
import io.feige.broker.core.state.ReceiptLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HeapSharesTest {
  private static final long MIB = 1 << 20;
  private static final List<HeapShares> HEAPS =
      Stream.of(256, 1_024, 4_096).map(mib -> new HeapShares(mib * MIB)).toList();

  @Test
  void twoPairsTakeThreeQuartersOfTheHeapAtMost() {
    for (HeapShares shares : HEAPS) {
      long most =
          shares.outstanding() * StateCost.OUTSTANDING_BYTES
              + (long) shares.delayedBatches() * StateCost.DELAYED_BYTES
              + (long) shares.parked() * StateCost.PARKED_BYTES
              + shares.receiptBytes()
              + shares.mailboxBytes();
      assertThat(2 * most).isLessThanOrEqualTo(shares.heapBytes() / 4 * 3);
    }
  }

  @Test
  void pageSaysHowManyThereMayBe() throws IOException {
    List<String> page =
        Files.readAllLines(
            Path.of(System.getProperty("feige.root", ""), "docs", "configuration.md"));

    assertThat(page)
        .contains(
            row(
                "messages delivered and not settled, of all groups",
                "1/8",
                HeapShares::outstanding))
        .contains(row("delayed batches", "1/16", HeapShares::delayedBatches))
        .contains(row("pulls and reads that wait", "1/16", HeapShares::parked))
        .contains(
            row(
                "producers that have sent much lately",
                "1/16",
                shares -> shares.receiptBytes() / ReceiptLimits.PRODUCER_BYTES))
        .contains(
            row(
                "mailboxes that hold 20 messages each",
                "1/16",
                shares ->
                    shares.mailboxBytes()
                        / (MailCost.ofMailbox("n".repeat(16)) + 20 * MailCost.MESSAGE_BYTES)));
  }

  private static String row(String what, String part, ToLongFunction<HeapShares> count) {
    List<String> counts =
        HEAPS.stream().map(heap -> "%,d".formatted(count.applyAsLong(heap))).toList();
    return "| " + what + " | " + part + " | " + String.join(" | ", counts) + " |";
  }

  @Test
  void smallestHeapHasRoomForSomething() {
    HeapShares none = new HeapShares(1);

    assertThat(none.outstanding()).isPositive();
    assertThat(none.delayedBatches()).isPositive();
    assertThat(none.parked()).isPositive();
    assertThat(none.receiptBytes()).isPositive();
    assertThat(none.mailboxBytes()).isPositive();
  }
}
