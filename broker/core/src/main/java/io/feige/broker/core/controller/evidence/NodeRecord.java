package io.feige.broker.core.controller.evidence;

import io.feige.broker.core.port.Now;
import io.feige.broker.core.time.Patience;
import io.feige.protocol.cluster.Death;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.ReplicaReport;
import io.feige.protocol.command.NodeReport;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known about one node: its newest connection and its latest report. What came over an
 * older connection, or over one that has ended, is not heard any more.
 */
public final class NodeRecord {
  private final Map<String, ReplicaReport> replicas = new HashMap<>();
  private long connection = Long.MIN_VALUE;
  private long reportConnection = Long.MIN_VALUE;
  private boolean isConnected;
  private long goneNanos;
  private long heardNanos;
  private @Nullable NodeReport report;
  private final Patience patience;
  private String death = Death.NONE;

  /** A node that has not come yet. */
  public NodeRecord(Patience patience) {
    this.patience = patience;
  }

  /** A connection is there; returns whether it is newer than what was known. */
  public boolean came(long newConnection) {
    if (newConnection <= connection) {
      return false;
    }
    connection = newConnection;
    isConnected = true;
    return true;
  }

  /**
   * A report came; returns whether it is to be heard.
   *
   * @param silence learns how long there was none
   */
  public boolean heard(long overConnection, NodeReport latest, Silence silence, Now now) {
    came(overConnection);
    if (overConnection != connection || !isConnected) {
      return false;
    }
    if (hasReported()) {
      silence.ends(this, now);
    }
    reportConnection = overConnection;
    if (report == null || !report.deathMark().equals(latest.deathMark())) {
      death = Death.NONE;
    }
    report = latest;
    heardNanos = now.nanos();
    replicas.clear();
    for (ReplicaReport replica : latest.replicas()) {
      replicas.put(replica.pair(), replica);
    }
    return true;
  }

  /** A connection ended; returns whether it was the newest. */
  public boolean gone(long endedConnection, Now now) {
    if (endedConnection < connection || !isConnected) {
      return false;
    }
    connection = endedConnection;
    isConnected = false;
    goneNanos = now.nanos();
    return true;
  }

  /**
   * The node's process has ended, or so it is said.
   *
   * @return whether that is proved of the process that reported last, and is news
   */
  public boolean died(String proof) {
    NodeReport known = report;
    if (isDead() || known == null || !Death.isProved(known.deathMark(), proof)) {
      return false;
    }
    death = proof;
    return true;
  }

  /** Whether the process that reported last is proved to have ended. */
  boolean isDead() {
    return !death.isEmpty();
  }

  /** What proves that the process that reported last has ended; {@link Death#NONE}: nothing. */
  public String death() {
    return death;
  }

  public boolean isConnected() {
    return isConnected;
  }

  /** When the newest connection ended; asked only when it has. */
  public long goneNanos() {
    return goneNanos;
  }

  /**
   * Whether it is connected and has reported over this very connection: what a process said that is
   * proved to have ended says nothing of now.
   */
  public boolean hasReported() {
    return isConnected && reportConnection == connection && !isDead();
  }

  /** The latest report, over whichever connection; null: none. */
  public @Nullable NodeReport report() {
    return report;
  }

  /** When the latest report came; asked only when there is one. */
  public long heardNanos() {
    return heardNanos;
  }

  /** How long it is waited for. */
  Patience patience() {
    return patience;
  }

  /** The node in the life of its machine that it last told of. */
  Member member() {
    NodeReport known = report;
    return known == null ? Member.NONE : known.member();
  }

  /** What the latest report says about a pair; null: nothing. */
  @Nullable ReplicaReport replica(String pair) {
    return replicas.get(pair);
  }
}
