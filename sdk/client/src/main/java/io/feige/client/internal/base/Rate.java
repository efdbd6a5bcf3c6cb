package io.feige.client.internal.base;

/** How fast messages are handled. */
public interface Rate {
  /** Whether anything was measured. */
  boolean isKnown();

  /** How many messages are handled within a time, if there are enough. */
  int within(long nanos);
}
