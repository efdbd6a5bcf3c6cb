package io.feige.broker.core.controller.port;

import io.feige.broker.core.time.Patience;

/**
 * How the controller decides; milliseconds.
 *
 * @param heartbeatMillis between two beats to a node
 * @param failoverMillis an active of which nothing is heard for so long is replaced
 * @param mostFailoverMillis the same where machines are busy, at most; not more than
 *     failoverMillis: they are not looked at
 * @param failBackMillis the master is switched back to after it was in sync for so long; 0: never
 * @param takeOverMillis longest time from the death of the leading Admin until another one hears
 *     the nodes; shown, nothing is decided by it; -1: there is no other
 */
public record ControllerSettings(
    int heartbeatMillis,
    int failoverMillis,
    int mostFailoverMillis,
    int failBackMillis,
    int takeOverMillis) {
  /** Of an Admin that no other one takes over from. */
  public ControllerSettings(int heartbeatMillis, int failoverMillis, int failBackMillis) {
    this(heartbeatMillis, failoverMillis, Patience.MOST_MILLIS, failBackMillis, -1);
  }

  /** The same, and so patient with busy machines. */
  public ControllerSettings withMostFailoverMillis(int millis) {
    return new ControllerSettings(
        heartbeatMillis, failoverMillis, millis, failBackMillis, takeOverMillis);
  }

  /** The same where another Admin takes over. */
  public ControllerSettings takenOverWithin(int millis) {
    return new ControllerSettings(
        heartbeatMillis, failoverMillis, mostFailoverMillis, failBackMillis, millis);
  }
}
