package io.feige.dist.traffic;

/**
 * What became of a load.
 *
 * @param confirmed messages that were confirmed
 * @param unknown messages whose outcome nobody knows
 * @param lost confirmed and never delivered
 * @param redelivered deliveries that said that they may be repeated
 * @param afterAck deliveries after an ack of the same message was confirmed
 * @param reordered first deliveries that came before one of an earlier message of the same key
 * @param storedTwice messages that were delivered under two offsets
 */
public record Account(
    int confirmed,
    int unknown,
    int lost,
    int redelivered,
    int afterAck,
    int reordered,
    int storedTwice) {
  /** Of nothing. */
  public static final Account EMPTY = new Account(0, 0, 0, 0, 0, 0, 0);

  /** Both together. */
  public Account plus(Account other) {
    return new Account(
        confirmed + other.confirmed,
        unknown + other.unknown,
        lost + other.lost,
        redelivered + other.redelivered,
        afterAck + other.afterAck,
        reordered + other.reordered,
        storedTwice + other.storedTwice);
  }

  /** Whether every promise was kept. */
  public boolean isKept() {
    return lost == 0 && afterAck == 0 && reordered == 0 && storedTwice == 0;
  }
}
