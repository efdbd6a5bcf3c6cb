package io.feige.broker.core.controller.evidence;

import io.feige.protocol.cluster.PairState;
import io.feige.protocol.cluster.ReplicaReport;
import java.util.ArrayList;
import java.util.List;

/** What a replica lacks of the other's journal, as far as it is known, in words. */
public final class Tails {
  private Tails() {}

  /** What an operator is shown before a replica is promoted. */
  public static String preview(Findings findings, String node) {
    PairState state = findings.state();
    String other = state.other(node);
    List<String> lines = new ArrayList<>();
    lines.add("promoting " + node + " makes it active as epoch " + findings.nextEpoch());
    lines.add(standing(findings, findings.of(node)));
    if (!other.isEmpty()) {
      lines.add(standing(findings, findings.of(other)));
    }
    lines.addAll(missing(findings, node));
    if (!other.isEmpty()) {
      lines.add(
          String.format("what %s holds beyond is put into salvage when it joins again", other));
      lines.add(
          String.format(
              "be sure that %s is stopped: if it runs and cannot be told, both would serve",
              other));
    }
    lines.add("nothing was changed");
    return String.join("\n", lines);
  }

  /** How a replica stands. */
  private static String standing(Findings findings, Sighting sighting) {
    PairState state = findings.state();
    ReplicaReport replica = sighting.replica();
    if (sighting.record() == null || replica == null) {
      return sighting.node() + " was not heard since this Admin leads" + listed(state, sighting);
    }
    return Evidence.reaches(sighting)
        + ", confirmed up to "
        + replica.commit()
        + ", last heard "
        + findings.millisSince(sighting.record().heardNanos())
        + " ms ago"
        + (sighting.isGone() ? ", not connected" : "")
        + listed(state, sighting);
  }

  private static String listed(PairState state, Sighting sighting) {
    boolean isListed = state.inSync().stream().anyMatch(m -> m.node().equals(sighting.node()));
    if (!isListed) {
      return "; it is not in sync";
    }
    if (state.isAlone(sighting.node())) {
      return "; it is alone in sync: what it confirmed last, it confirmed alone";
    }
    return sighting.member().isNone() || sighting.isInSync(state)
        ? "; it is in sync"
        : "; it was in sync before its machine was restarted";
  }

  /** What the other holds that a node lacks: confirmed by the other alone, and not confirmed. */
  public static List<String> missing(Findings findings, String node) {
    Sighting chosen = findings.of(node);
    Sighting other = findings.of(findings.state().other(node));
    ReplicaReport has = chosen.replica();
    ReplicaReport lost = other.replica();
    if (has == null) {
      return List.of("how far " + node + "'s journal reaches is not known");
    }
    if (!other.exists()) {
      return List.of(Evidence.NO_OTHER);
    }
    if (lost == null) {
      return List.of("what " + other.node() + " confirmed and " + node + " lacks is not known");
    }
    List<String> words = new ArrayList<>();
    long end = has.end();
    if (lost.commit() > end) {
      words.add(
          span("confirmed by " + other.node() + " alone", end, lost.commit())
              + ": missing on "
              + node);
    }
    long from = Math.max(end, lost.commit());
    if (lost.end() > from) {
      words.add(
          span("not confirmed when " + other.node() + " was last heard", from, lost.end())
              + ": missing on "
              + node);
    }
    if (words.isEmpty()) {
      words.add("nothing of " + other.node() + " is known that " + node + " lacks");
    }
    return words;
  }

  private static String span(String what, long from, long to) {
    return what + ": " + (to - from) + " bytes, from position " + from + " to " + to;
  }

  /**
   * What a replica had to cut when it joined.
   *
   * @param commit up to where it had said that its journal was confirmed; -1: not known
   */
  public static String cut(String node, long from, long bytes, long commit) {
    String words = node + " put " + bytes + " bytes from position " + from + " into salvage";
    if (commit < 0) {
      return words + "; how much of it was confirmed is not known";
    }
    long confirmed = Math.max(0, Math.min(commit - from, bytes));
    long rest = bytes - confirmed;
    return words
        + ": "
        + confirmed
        + " bytes confirmed by it alone, "
        + rest
        + " bytes not known to be confirmed";
  }
}
