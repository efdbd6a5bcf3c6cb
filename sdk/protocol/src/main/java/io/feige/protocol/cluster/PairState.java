package io.feige.protocol.cluster;

import io.feige.protocol.model.Range;
import java.util.List;

/**
 * What is decided about a pair. Changed only by compare-and-set against {@code version}, by the
 * leading Admin.
 *
 * @param pair the pair's name
 * @param master the preferred node
 * @param backup the other node; empty: there is none
 * @param active the node that is active; empty before the first activation
 * @param epoch of its activation, from 1; 0 before the first
 * @param inSync who holds everything that is confirmed; the active always belongs
 * @param handedOver the activation of this epoch was a planned switch: the active before it stopped
 *     serving by itself and released what it was promised
 * @param backupServes what the backup may do while active
 * @param version grows with every change; 0 before the pair was stored
 */
public record PairState(
    String pair,
    String master,
    String backup,
    String active,
    long epoch,
    List<Member> inSync,
    boolean handedOver,
    BackupServes backupServes,
    int version) {
  /** The most members a pair has. */
  public static final int MEMBERS = 2;

  /**
   * Takes a copy of the list, and refuses what no sequence of decisions leads to.
   *
   * @throws IllegalArgumentException naming the field
   */
  public PairState {
    Range.requireName("pair", pair);
    Range.requireName("master", master);
    Range.requireNotNegative("epoch", epoch);
    Range.requireNotNegative("version", version);
    inSync = List.copyOf(inSync);
    if (!backup.isEmpty()) {
      Range.requireName("backup", backup);
    }
    require(!backup.equals(master), "master and backup are the same node");
    require(inSync.size() <= MEMBERS, "more members are in sync than the pair has");
    boolean activeBelongs = active.isEmpty() && inSync.isEmpty();
    for (Member member : inSync) {
      require(member.node().equals(master) || isBackup(member, backup), "a stranger is in sync");
      activeBelongs |= member.node().equals(active);
    }
    require(
        inSync.size() < 2 || !inSync.get(0).node().equals(inSync.get(1).node()),
        "one node is in sync twice");
    require(activeBelongs, "the active is not in sync");
    require(active.isEmpty() == (epoch == 0), "there is an epoch exactly where there is an active");
  }

  private static boolean isBackup(Member member, String backup) {
    return !backup.isEmpty() && member.node().equals(backup);
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException("pair state: " + otherwise);
    }
  }

  /** A pair that was never activated. */
  public static PairState fresh(
      String pair, String master, String backup, BackupServes backupServes) {
    return new PairState(pair, master, backup, "", 0, List.of(), false, backupServes, 0);
  }

  /** The member of the pair that is not the given one; empty: there is none. */
  public String other(String node) {
    return node.equals(master) ? backup : master;
  }

  /** Whether the node is master or backup. */
  public boolean has(String node) {
    return node.equals(master) || (!node.isEmpty() && node.equals(backup));
  }

  /** Whether this very life of the node's machine holds everything that is confirmed. */
  public boolean isInSync(Member member) {
    return inSync.contains(member);
  }

  /** Whether the node, in whichever life, is all there is in sync. */
  public boolean isAlone(String node) {
    return inSync.size() == 1 && inSync.get(0).node().equals(node);
  }
}
