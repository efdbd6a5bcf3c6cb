package io.feige.admin.event;

/** Is told what has happened. Any thread; never waits. */
@FunctionalInterface
public interface EventSink {
  /** Where nobody wants to know. */
  EventSink NOBODY = event -> {};

  /** This has happened now. */
  void tell(Event event);

  /** A leadership has begun, here or elsewhere; what is told from now on comes behind. */
  default void leadership(long leaderEpoch) {}
}
