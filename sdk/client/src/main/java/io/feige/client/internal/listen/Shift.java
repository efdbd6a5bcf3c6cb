package io.feige.client.internal.listen;

import io.feige.client.Delivery;

/** How a listener's messages come to its handlers: in any order, or in the topic's. Any thread. */
interface Shift {
  /** There may be messages. */
  void signal();

  /** Nothing more is begun, and what waits goes back to the broker. */
  void close();

  /** Gives back what waits for a handler. */
  void giveBack();

  /** A handler has had this message for too long: nothing shall wait behind it. */
  void overdue(Delivery delivery);

  /** A handler has had this message for long: what waits behind it may go to others. */
  void lasts(Delivery delivery);

  /** Waits until no handler runs. */
  void awaitRest(long deadlineNanos) throws InterruptedException;
}
