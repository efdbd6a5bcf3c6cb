package io.feige.broker.core.controller.port;

import io.feige.protocol.cluster.PairState;
import io.feige.protocol.command.NodeReport;
import java.util.List;

/** What the controller machine decides on. */
public sealed interface ControllerEvent {
  /**
   * This Admin leads now.
   *
   * @param leaderEpoch of this leadership; grows with each
   * @param pairs as they are stored, read after the election was won
   */
  record Elected(long leaderEpoch, List<PairState> pairs) implements ControllerEvent {}

  /** It leads no longer: everything it knew is forgotten. */
  record Deposed() implements ControllerEvent {}

  /** How a pair is stored now: the outcome of {@link ControllerPort#store}, or read again. */
  record PairStored(PairState state) implements ControllerEvent {}

  /**
   * A node has connected and shown who it is; also told after {@link Elected} for each that is
   * connected already. It is beaten at once.
   *
   * @param connection names the connection in this process; a higher one replaces a lower one
   */
  record NodeCame(String node, long connection) implements ControllerEvent {}

  /**
   * A node tells how it is.
   *
   * @param connection names the connection in this process; a higher one replaces a lower one
   */
  record Reported(long connection, NodeReport report) implements ControllerEvent {}

  /** The connection of a node has ended. */
  record NodeGone(String node, long connection) implements ControllerEvent {}

  /**
   * Who watches a node's process says that it has ended.
   *
   * @param proof see {@link io.feige.protocol.cluster.Death}; may be old, repeated or forged
   */
  record NodeDied(String node, String proof) implements ControllerEvent {}

  /** An operator wants the pair to be served by its other member. Answered when it is, or not. */
  record SwitchAsked(long ticket, String pair) implements ControllerEvent {}

  /**
   * An operator wants a node to be active although it may lack confirmed data.
   *
   * @param isShown the operator has been shown what may be missing; otherwise the answer shows it
   *     and nothing is changed
   */
  record PromoteAsked(long ticket, String pair, String node, boolean isShown)
      implements ControllerEvent {}

  /**
   * An operator wants the process of the pair's active node to end as a crash would end it, to see
   * how the pair fares. Answered when it has ended, or is not going to.
   *
   * @param node the active, as the operator knows it
   */
  record DrillAsked(long ticket, String pair, String node) implements ControllerEvent {}

  /** Time has passed; something may be due. */
  record TimePassed() implements ControllerEvent {}
}
