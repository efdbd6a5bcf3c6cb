package io.feige.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.client.node.ScriptedNode;
import io.feige.client.node.StoredBatches;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.ReadBatches;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.ReadFrom;
import io.feige.testkit.Waits;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReadIT {
  private static final Duration WAIT = Waits.patience();

  private final ScriptedNode node = new ScriptedNode();
  private final FeigeClient feige = FeigeClient.builder().servers(node.address()).build();

  @AfterEach
  void close() {
    feige.close();
    node.close();
  }

  @Test
  void eachReadBeginsWhereTheOneBeforeEnded() {
    reads(10, "a", "b", "c");
    reads(13, "d");
    Reader reader = feige.reader("orders").from(StartFrom.offset(10)).build();

    assertThat(reader.read(2, WAIT)).extracting(ReceivedMessage::text).containsExactly("a", "b");
    assertThat(reader.nextOffset()).isEqualTo(12);
    assertThat(reader.read(9, WAIT)).extracting(ReceivedMessage::text).containsExactly("c");
    assertThat(reader.read(9, WAIT)).extracting(ReceivedMessage::offset).containsExactly(13L);
    assertThat(reader.nextOffset()).isEqualTo(14);
    assertThat(reader.endOffset()).isEqualTo(100);
    assertThat(node.received(Read.class))
        .extracting(Read::from)
        .startsWith(ReadFrom.offset(10), ReadFrom.offset(13));
  }

  @Test
  void afterALostConnectionTheReadGoesOnFromTheSamePlace() {
    reads(0, "a");
    node.on(CommandType.READ, exchange -> exchange.cut());
    reads(1, "b");
    Reader reader = feige.reader("orders").build();

    assertThat(reader.read(1, WAIT)).extracting(ReceivedMessage::text).containsExactly("a");
    assertThat(reader.read(1, WAIT)).extracting(ReceivedMessage::text).containsExactly("b");
  }

  @Test
  void anOffsetThatIsNotHeldIsRefused() {
    node.on(CommandType.READ, exchange -> exchange.refuse(ErrorCode.OFFSET_OUT_OF_RANGE, 0));
    Reader reader = feige.reader("orders").from(StartFrom.offset(5)).build();

    assertThatThrownBy(() -> reader.read(1, WAIT))
        .isInstanceOfSatisfying(
            RefusedException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.OFFSET_OUT_OF_RANGE));
  }

  private void reads(long offset, String... bodies) {
    node.on(
        CommandType.READ,
        exchange ->
            exchange.answer(
                new ReadBatches(
                    1,
                    1,
                    offset + bodies.length,
                    100,
                    StoredBatches.pulled(0, 1, offset, bodies).deliveries())));
  }
}
