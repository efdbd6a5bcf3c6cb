package io.feige.broker.core.controller.evidence;

import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.cluster.ReplicaReport;
import io.feige.protocol.command.NodeReport;
import io.feige.protocol.model.NodeRole;
import org.jspecify.annotations.Nullable;

/**
 * One member of a pair as it was last heard of.
 *
 * @param node its name
 * @param record what is known about the node; null: it never came
 * @param replica what it last said about its replica of the pair; null: nothing
 */
public record Sighting(String node, @Nullable NodeRecord record, @Nullable ReplicaReport replica) {
  public static Sighting of(String node, @Nullable NodeRecord record, String pair) {
    return new Sighting(node, record, record == null ? null : record.replica(pair));
  }

  /** Whether there is such a member: a pair may have no backup. */
  public boolean exists() {
    return !node.isEmpty();
  }

  /** Whether its connection was there and has ended. */
  public boolean isGone() {
    return record != null && !record.isConnected();
  }

  /** Whether it is connected and said something over this connection. */
  public boolean isPresent() {
    return record != null && record.hasReported();
  }

  /** Whether it is connected and said something about the pair within a time. */
  public boolean isPresent(long nowNanos, long withinMillis) {
    return record != null
        && replica != null
        && record.hasReported()
        && nowNanos - record.heardNanos() <= Times.nanos(withinMillis);
  }

  /** Which life of its machine it last told of; {@link Member#NONE}: it told nothing. */
  public Member member() {
    return record == null ? Member.NONE : record.member();
  }

  /** Whether this life of its machine holds everything that was confirmed. */
  public boolean isInSync(PairState state) {
    return state.isInSync(member());
  }

  /** When its latest report came; the given time if none did. */
  long heardNanos(long orElse) {
    return record == null || record.report() == null ? orElse : record.heardNanos();
  }

  /** Whether it acts as the active of the state. */
  public boolean isActing(PairState state) {
    return replica != null
        && replica.isActing()
        && replica.epoch() == state.epoch()
        && node.equals(state.active());
  }

  /** Whether its replica is in a state from which it can be activated. */
  public boolean isUsable() {
    return replica != null
        && (replica.role() == NodeRole.STANDBY || replica.role() == NodeRole.JOINING);
  }

  /** Whether its own disk does not answer. */
  public boolean isStalled() {
    return replica != null && replica.isStalled();
  }

  public boolean hasRole(NodeRole role) {
    return replica != null && replica.role() == role;
  }

  public boolean promiseLapsed() {
    return replica != null && replica.promiseLapsed();
  }

  public boolean isLeaving() {
    NodeReport report = record == null ? null : record.report();
    return report != null && report.isLeaving();
  }

  /** The latest epoch in which it may have confirmed something; -1: it said nothing. */
  public long servedEpoch() {
    if (replica == null) {
      return -1;
    }
    return replica.isActing()
        ? Math.max(replica.epoch(), replica.lastEpoch())
        : replica.lastEpoch();
  }

  /** Whether it has seen a later state of the pair than the given one. */
  public boolean hasSeenAfter(PairState state) {
    return state.epoch() > 0
        && (highestEpoch() > state.epoch()
            || (replica != null
                && replica.epoch() == state.epoch()
                && replica.version() > state.version()));
  }

  /** The highest epoch that it spoke of. */
  long highestEpoch() {
    return replica == null ? 0 : Math.max(replica.epoch(), replica.lastEpoch());
  }
}
