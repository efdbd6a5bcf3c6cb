package io.feige.client;

/**
 * A message handed to a consumer until its lease ends, to be settled as {@link Settlement} says.
 */
public interface Delivery extends ReceivedMessage, Settlement {
  /** Which delivery of this message it is, from 1. */
  int attempt();

  /** Whether the message may have been delivered before. */
  default boolean redelivered() {
    return attempt() > 1;
  }
}
