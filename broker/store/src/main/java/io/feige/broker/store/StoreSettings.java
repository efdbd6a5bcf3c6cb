package io.feige.broker.store;

import java.time.Duration;

/**
 * The database of the message store, and how it is written.
 *
 * @param address where it is, and who writes there
 * @param workers transactions of a pair at a time
 * @param batchRows rows of a transaction, at most
 * @param batchBytes bytes of a transaction, at most; a single row goes whatever its size
 * @param interval longest time that rows gather while nobody waits for them
 * @param retention age at which a day of history is dropped; zero: never
 * @param migrates whether the tables may be made and changed at start
 */
public record StoreSettings(
    StoreAddress address,
    int workers,
    int batchRows,
    int batchBytes,
    Duration interval,
    Duration retention,
    boolean migrates) {
  /** {@code jdbc:mysql://host:port/database}. */
  public String url() {
    return address.url();
  }

  @Override
  public String toString() {
    return "StoreSettings[" + address + "]";
  }
}
