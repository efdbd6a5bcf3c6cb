package io.feige.client.internal.route;

import io.feige.client.SwitchEvent;
import io.feige.client.internal.net.AnswerHandler.Matter;
import io.feige.client.internal.net.ClientLoop;
import io.feige.client.internal.net.Connection;

/**
 * Measures a pair's switches as this client sees them: from the last answer of the old node to the
 * first answer of the new one. On the loop.
 *
 * <p>Where nothing was under way for a while, the old node's last answer says nothing about the
 * pause: then it begins when the switch was noticed. Where nothing waits for the new node, it ends
 * when that one was connected.
 */
public final class SwitchWatch {
  /** Who is told of switches. */
  public interface Listener {
    /** A switch is over. */
    void switched(SwitchEvent event);
  }

  /** A node that answered nothing for so long, with nothing under way, was not asked anything. */
  private static final long IDLE_NANOS = 500_000_000L;

  /** How long to wait for a first answer if nothing is under way that a node must answer soon. */
  private static final long QUIET_MILLIS = 5_000;

  private final String pair;
  private final ClientLoop loop;
  private final Listener listener;

  private String node = "";
  private long epoch;
  private long nextEpoch;
  private long lastServedNanos;
  private long noticedNanos;
  private int batches;
  private int verdicts;
  private int questions;
  private int serial;
  private boolean isPending;

  SwitchWatch(String pair, ClientLoop loop, Listener listener) {
    this.pair = pair;
    this.loop = loop;
    this.listener = listener;
  }

  /** There is reason to believe that the node serves no more. */
  void noticed() {
    if (noticedNanos == 0) {
      noticedNanos = System.nanoTime();
    }
  }

  /** A connection is gone or given up; what it had under way has been counted as lost. */
  void left(Connection connection) {
    noticed();
    batches += connection.lost(Matter.BATCH);
    verdicts += connection.lost(Matter.VERDICTS);
    questions += connection.lost(Matter.QUESTION);
    lastServedNanos = Math.max(lastServedNanos, connection.lastServedNanos());
  }

  /**
   * There is a connection to a node.
   *
   * @param atEpoch the activation that it serves in; 0: not known yet
   */
  void connected(Connection connection, String toNode, long atEpoch) {
    int mine = ++serial;
    nextEpoch = atEpoch;
    boolean isSwitch = !node.isEmpty() && (!node.equals(toNode) || epoch != atEpoch);
    if (!isSwitch) {
      begin(toNode);
      return;
    }
    isPending = true;
    long connectedNanos = System.nanoTime();
    connection.whenFirstServed(() -> over(mine, toNode, connection.lastServedNanos()));
    // Those that have something to ask do so now, before this runs.
    loop.execute(() -> quiet(mine, connection, toNode, connectedNanos));
  }

  /** The epoch of the node that is connected has become known. */
  void epochIs(long known) {
    nextEpoch = known;
    if (!isPending) {
      epoch = known;
    }
  }

  private void quiet(int mine, Connection connection, String toNode, long connectedNanos) {
    if (mine != serial || connection.isClosed()) {
      return;
    }
    if (connection.awaitsAnswers()) {
      loop.afterMillis(QUIET_MILLIS, () -> quiet(mine, connection, toNode, connectedNanos));
    } else {
      over(mine, toNode, connectedNanos);
    }
  }

  private void over(int mine, String toNode, long endNanos) {
    if (mine != serial) {
      return;
    }
    serial++;
    boolean wasIdle =
        batches + verdicts + questions == 0 && noticedNanos - lastServedNanos > IDLE_NANOS;
    long start = lastServedNanos == 0 || wasIdle ? noticedNanos : lastServedNanos;
    long pauseMillis = Math.max(0, endNanos - start) / 1_000_000;
    SwitchEvent event =
        new SwitchEvent(pair, node, toNode, nextEpoch, pauseMillis, batches, verdicts);
    begin(toNode);
    listener.switched(event);
  }

  private void begin(String atNode) {
    node = atNode;
    epoch = nextEpoch;
    isPending = false;
    batches = 0;
    verdicts = 0;
    questions = 0;
    noticedNanos = 0;
    lastServedNanos = 0;
  }
}
