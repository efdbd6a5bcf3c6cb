package io.feige.broker.store.row;

/** Something that becomes a row, or the change of one. */
public sealed interface Row permits MessageRow, DeliveryRow, LedgerRow {
  /** What it takes in a statement, about. */
  int bytes();
}
