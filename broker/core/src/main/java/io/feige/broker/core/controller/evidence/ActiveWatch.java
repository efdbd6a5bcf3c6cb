package io.feige.broker.core.controller.evidence;

import io.feige.broker.core.port.Now;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.cluster.ReplicaReport;
import io.feige.protocol.command.NodeReport;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When the active of one pair was last heard acting, and whether it is suspected to do so no
 * longer.
 *
 * <p>Silence is counted from the last report in which the active node acted as the active of the
 * current epoch; from its activation, if it has not done so yet; and from this Admin's election, if
 * neither happened since: an Admin that has just begun to listen has not heard silence yet. Three
 * things count as silence at once: the node's connection ended, or its process is proved to have;
 * its process was replaced by one that does not act; and the word of a process that acted that it
 * acts no longer.
 *
 * <p>Suspicion makes nothing unsafe: who is suspected by mistake still holds the other's promise,
 * and nobody is activated before that has lapsed.
 */
public final class ActiveWatch {
  /** What silence is counted from. */
  private enum Since {
    ELECTED,
    ACTIVATED,
    ACTED
  }

  /** An activation upon which nobody acted doubles the patience with the next, so often. */
  private static final int MAX_DOUBLINGS = 2;

  private final Silence silence;
  private final long listeningNanos;
  private Since since = Since.ELECTED;
  private long signNanos;
  private @Nullable Long process;
  private int fruitless;
  private boolean hasServed;
  private long servedNanos;

  public ActiveWatch(Silence silence, long listeningNanos) {
    this.silence = silence;
    this.listeningNanos = listeningNanos;
    this.signNanos = listeningNanos;
  }

  /**
   * An activation was stored.
   *
   * @param newActive the node that was activated
   */
  public void activated(Sighting newActive, Now now) {
    fruitless = since == Since.ACTIVATED ? Math.min(fruitless + 1, MAX_DOUBLINGS) : 0;
    since = Since.ACTIVATED;
    signNanos = now.nanos();
    process = newActive.isPresent() ? processOf(newActive) : null;
  }

  /** The active node has reported. */
  public void heard(Sighting active, PairState state, Now now) {
    ReplicaReport replica = active.replica();
    if (replica == null || !active.isActing(state)) {
      return;
    }
    since = Since.ACTED;
    signNanos = now.nanos();
    fruitless = 0;
    process = processOf(active);
    if (replica.isServing()) {
      hasServed = true;
      servedNanos = now.nanos();
    }
  }

  private static @Nullable Long processOf(Sighting sighting) {
    NodeReport report = sighting.record() == null ? null : sighting.record().report();
    return report == null ? null : report.process();
  }

  /** Why the active is believed to act no longer, a sentence each; empty: it is not. */
  public List<String> suspicion(Findings findings) {
    Sighting active = findings.active();
    List<String> words = new ArrayList<>();
    if (active.record() != null && active.record().isDead()) {
      words.add("its process has ended, as who watches it has proved");
    } else if (active.isGone() && active.record() != null) {
      long gone = findings.millisSince(active.record().goneNanos());
      words.add("its connection ended " + gone + " ms ago");
    } else if (active.isPresent() && !active.isActing(findings.state())) {
      Long present = processOf(active);
      if (process != null && !process.equals(present)) {
        words.add("its process was replaced by one that does not act");
      } else if (since == Since.ACTED) {
        words.add("it says that it acts no longer");
      }
    }
    if (words.isEmpty() && findings.now().nanos() < silenceEndNanos(findings)) {
      return List.of();
    }
    words.addFirst(lastSign(findings));
    return words;
  }

  private String lastSign(Findings findings) {
    long millis = findings.millisSince(signNanos);
    String node = findings.state().active();
    return switch (since) {
      case ACTED -> node + " was last heard acting " + millis + " ms ago";
      case ACTIVATED -> node + " was activated " + millis + " ms ago and was not heard acting";
      case ELECTED -> node + " was not heard acting since this Admin leads, for " + millis + " ms";
    };
  }

  /** Whether it was heard acting as the active of the current epoch. */
  public boolean hasActed() {
    return since == Since.ACTED;
  }

  /** When the silence will have lasted long enough. */
  public long silenceEndNanos(Findings findings) {
    return silence.endNanos(findings.active().record(), signNanos, fruitless, findings.now());
  }

  /** When this Admin began to listen. */
  long listeningNanos() {
    return listeningNanos;
  }

  /** Whether any active of the pair was heard serving. */
  public boolean hasServed() {
    return hasServed;
  }

  /** When an active of the pair was last heard serving. */
  public long servedNanos() {
    return servedNanos;
  }
}
