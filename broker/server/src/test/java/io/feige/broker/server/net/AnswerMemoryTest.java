package io.feige.broker.server.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class AnswerMemoryTest {
  private static final int PIECE = AnswerMemory.PIECE_BYTES;

  private final AnswerMemory memory = new AnswerMemory(64L * PIECE);

  @Test
  void aConnectionAloneHasAnEighthOfWhatIsFree() {
    assertThat(memory.allows(0, 8 * PIECE)).isTrue();
    assertThat(memory.allows(0, 8 * PIECE + 1)).isFalse();
    assertThat(memory.isOver(8L * PIECE, 0)).isFalse();
    assertThat(memory.isOver(8L * PIECE + 1, 0)).isTrue();
  }

  @Test
  void theMoreConnectionsDoNotReadTheLessEachOfThemHas() {
    int first = heldByOneMore();
    for (int i = 0; i < 20; i++) {
      assertThat(heldByOneMore()).isLessThanOrEqualTo(first);
    }
    assertThat(heldByOneMore()).isEqualTo(PIECE);
  }

  @Test
  void whoHoldsNothingHasAPieceAsLongAsThereIsOne() {
    memory.add(63L * PIECE);
    assertThat(memory.allows(0, PIECE)).isTrue();
    assertThat(memory.allows(1, PIECE)).isFalse();
    memory.add(1);
    assertThat(memory.allows(0, PIECE)).isFalse();
  }

  @Test
  void itIsShortWhenASixteenthIsLeft() {
    memory.add(60L * PIECE);
    assertThat(memory.isShort()).isFalse();
    memory.add(1);
    assertThat(memory.isShort()).isTrue();
    memory.add(-1);
    assertThat(memory.isShort()).isFalse();
  }

  /** A connection that takes what it can get, piece by piece, and gives nothing back. */
  private int heldByOneMore() {
    int held = 0;
    while (memory.allows(held, PIECE)) {
      memory.add(PIECE);
      held += PIECE;
    }
    return held;
  }
}
