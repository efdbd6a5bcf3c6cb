package io.feige.broker.core.decide;

import io.feige.broker.core.group.Dispatcher;
import io.feige.broker.core.group.Holders;
import io.feige.broker.core.state.GroupState;

/** A group while this replica serves: its state, who holds what, and who waits. */
final class ActiveGroup {
  private final ActivePartition partition;
  private final GroupState state;
  private final Parking<ParkedPull> parked = new Parking<>(ParkedPull::ticket);
  private final Holders holders;
  private Dispatcher dispatcher;
  private long pausedUntilNanos = Long.MIN_VALUE;
  private long shareNotBeforeNanos = Long.MIN_VALUE;
  private boolean awaitsFetch;

  ActiveGroup(ActivePartition partition, GroupState state, ActiveState active) {
    this.partition = partition;
    this.state = state;
    this.holders = new Holders(partition.state().id(), state.id(), active.holders());
    this.dispatcher = newDispatcher(active);
  }

  private Dispatcher newDispatcher(ActiveState active) {
    Dispatcher fresh =
        new Dispatcher(
            partition.state().id(),
            partition.state().spec().order(),
            state.cursor(),
            active.limits().dispatch(),
            active.room(),
            active.log());
    fresh.beginsAt(partition.state().endOffset());
    return fresh;
  }

  ActivePartition partition() {
    return partition;
  }

  GroupState state() {
    return state;
  }

  Parking<ParkedPull> parked() {
    return parked;
  }

  Dispatcher dispatcher() {
    return dispatcher;
  }

  /** Who has messages or waits for some. */
  Holders holders() {
    return holders;
  }

  /** When what consumers have fetched ahead may be looked at again for those who have nothing. */
  long shareNotBeforeNanos() {
    return shareNotBeforeNanos;
  }

  void shareNotBefore(long nanos) {
    shareNotBeforeNanos = nanos;
  }

  /** Something that the group needs is not there yet: it is looked at again a little later. */
  void pauseUntil(long nanos) {
    pausedUntilNanos = nanos;
  }

  long pausedUntilNanos() {
    return pausedUntilNanos;
  }

  /** Whether the last pick ended at a message that has to be fetched from the history. */
  boolean awaitsFetch() {
    return awaitsFetch;
  }

  void awaitFetch(boolean awaits) {
    awaitsFetch = awaits;
  }

  /** The cursor began anew: what was handed out under the old one is nobody's any more. */
  void restart(ActiveState active) {
    dispatcher.end();
    dispatcher = newDispatcher(active);
  }
}
