package io.feige.broker.store;

/** Makes the store's threads, for whoever has to know when one of them dies. */
public interface Threads {
  /** A daemon thread, not started. */
  Thread platform(String name, Runnable duty);

  /** A virtual thread, not started. */
  Thread virtual(String name, Runnable duty);
}
