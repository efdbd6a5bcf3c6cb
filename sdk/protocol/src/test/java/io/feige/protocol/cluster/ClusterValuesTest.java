package io.feige.protocol.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.protocol.command.Beat;
import io.feige.protocol.command.NodeReport;
import io.feige.protocol.model.NodeRole;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ClusterValuesTest {
  private static final Member A = new Member("node-a", "boot-1");
  private static final Member B = new Member("node-b", "boot-2");
  private static final Member C = new Member("node-c", "boot-3");

  @Test
  void pairStateRefusesWhatNoDecisionsLeadTo() {
    refused(() -> state("node-a", "node-a", "", 0, List.of()), "the same node");
    refused(() -> state("", "node-b", "", 0, List.of()), "master");
    refused(() -> state("node-a", ".b", "", 0, List.of()), "backup");
    refused(() -> state("node-a", "node-b", "node-a", 1, List.of()), "the active is not in sync");
    refused(() -> state("node-a", "node-b", "node-a", 1, List.of(B)), "the active is not in sync");
    refused(() -> state("node-a", "node-b", "", 0, List.of(A)), "the active is not in sync");
    refused(() -> state("node-a", "node-b", "node-c", 1, List.of(C)), "a stranger is in sync");
    refused(() -> state("node-a", "", "node-a", 1, List.of(A, Member.NONE)), "a stranger");
    refused(() -> state("node-a", "node-b", "node-a", 1, List.of(A, B, C)), "more members");
    Member again = new Member("node-a", "boot-9");
    refused(() -> state("node-a", "node-b", "node-a", 1, List.of(A, again)), "in sync twice");
    refused(() -> state("node-a", "node-b", "node-a", 0, List.of(A)), "an epoch exactly where");
    refused(() -> state("node-a", "node-b", "", 1, List.of()), "an epoch exactly where");
    refused(() -> state("node-a", "node-b", "", -1, List.of()), "epoch must be 0 or more");
  }

  @Test
  void pairStateKnowsItsMembers() {
    PairState pair = state("node-a", "node-b", "node-a", 1, List.of(A));
    PairState single = state("node-a", "", "node-a", 1, List.of(A));

    assertThat(pair.has("node-b")).isTrue();
    assertThat(pair.has("node-c")).isFalse();
    assertThat(pair.other("node-a")).isEqualTo("node-b");
    assertThat(pair.isInSync(A)).isTrue();
    assertThat(pair.isInSync(new Member("node-a", "boot-9"))).isFalse();
    assertThat(pair.isAlone("node-a")).isTrue();
    assertThat(single.has("")).isFalse();
    assertThat(single.other("node-a")).isEmpty();
  }

  @Test
  void memberIsSomebodyOrNobodyAndNothingBetween() {
    refused(() -> new Member("node-a", ""), "boot must have 1 to 100 characters, not 0");
    refused(() -> new Member("node-a", "b".repeat(101)), "boot must have 1 to 100");
    refused(() -> new Member("", "boot-1"), "boot of nobody");
    refused(() -> new Member("a/b", "boot-1"), "node: a name has only");
    assertThat(Member.NONE.isNone()).isTrue();
    assertThat(A.isNone()).isFalse();
  }

  @Test
  void askNamesAPeerExactlyWhereOneIsMeant() {
    refused(() -> new Ask(AskKind.GROW, 1, Member.NONE), "peer of GROW must be somebody");
    refused(() -> new Ask(AskKind.HAND_OVER, 1, Member.NONE), "peer of HAND_OVER");
    refused(() -> new Ask(AskKind.SHRINK, 1, A), "peer of SHRINK must be nobody");
    refused(() -> new Ask(AskKind.NONE, 1, A), "peer of NONE must be nobody");
    refused(() -> new Ask(AskKind.CANCEL, -1, Member.NONE), "version");
    assertThat(new Ask(AskKind.CANCEL, 1, A).peer()).isEqualTo(A);
    assertThat(new Ask(AskKind.CANCEL, 1, Member.NONE).peer().isNone()).isTrue();
  }

  @Test
  void addressIsWholeOrNotKnown() {
    PairState state = PairState.fresh("pair-1", "node-a", "node-b", BackupServes.ALL);
    refused(() -> new PairOrder(state, false, "", 7_701, "", 0), "port without a host");
    refused(() -> new PairOrder(state, false, "a.example", 0, "", 0), "port must be 1 to 65535");
    refused(
        () -> new PairOrder(state, false, "h".repeat(256), 1, "", 0), "host must have 1 to 255");
    refused(() -> new PairOrder(state, false, "", 0, "", 7_700), "port without a host");
    refused(() -> node(Member.NONE, "h", 400), "somebody");
    refused(() -> node(A, "", 400), "host");
    refused(() -> node(A, "h", 0), "leaseMillis must be 1 to 600000, not 0");
    refused(() -> new Beat(-1, List.of()), "leaderEpoch");
  }

  @Test
  void reportRefusesWhatIsOutOfRange() {
    refused(() -> report(-1, 0, 0, 0), "end must be 0 or more");
    refused(() -> report(0, -1, 0, 0), "commit must be 0 or more");
    refused(() -> report(0, 0, -2, 0), "lagBytes must be -1 to");
    refused(() -> report(0, 0, 0, -1), "stallMillis must be 0 or more");
    refused(() -> new StoreLag(-2, 0), "storeLagBytes must be -1 to");
    refused(() -> new StoreLag(0, -2), "storeLagMillis must be -1 to");
    refused(() -> new StoreLag(0, -1), "must be -1 together");
    refused(() -> new StoreLag(-1, 0), "must be -1 together");
    refused(() -> new ReplicaStory(0, 0, 0, -2, 0, 0, 0, 0), "servedAfterMillis must be -1 to");
    refused(() -> new ReplicaStory(0, 0, 0, -1, 0, 0, 0, -1), "cutBytes must be 0 or more");
  }

  @Test
  void numbersOfEnumsAreFoundAndOthersAreNot() {
    for (AskKind kind : AskKind.values()) {
      assertThat(AskKind.ofNumber(kind.number())).isEqualTo(kind);
    }
    for (BackupServes serves : BackupServes.values()) {
      assertThat(BackupServes.ofNumber(serves.number())).isEqualTo(serves);
    }
    for (Publishing publishing : Publishing.values()) {
      assertThat(Publishing.ofNumber(publishing.number())).isEqualTo(publishing);
    }
    assertThat(Publishing.ofNumber(-1)).isNull();
    assertThat(Publishing.ofNumber(4)).isNull();
    assertThat(AskKind.ofNumber(-1)).isNull();
    assertThat(AskKind.ofNumber(5)).isNull();
    assertThat(BackupServes.ofNumber(0)).isNull();
    assertThat(BackupServes.ofNumber(3)).isNull();
  }

  private static PairState state(
      String master, String backup, String active, long epoch, List<Member> inSync) {
    return new PairState(
        "pair-1", master, backup, active, epoch, inSync, false, BackupServes.ALL, 1);
  }

  private static NodeReport node(Member member, String host, int leaseMillis) {
    return new NodeReport(member, 1, host, 7_700, "l", 7_701, leaseMillis, false, List.of());
  }

  private static ReplicaReport report(long end, long commit, long lagBytes, long stallMillis) {
    return new ReplicaReport(
        "pair-1",
        NodeRole.STANDBY,
        0,
        0,
        false,
        false,
        true,
        0,
        end,
        0,
        commit,
        lagBytes,
        stallMillis,
        Publishing.TAKEN,
        StoreLag.NONE,
        Ask.NOTHING,
        ReplicaStory.EMPTY);
  }

  private static void refused(ThrowingCallable making, String words) {
    assertThatThrownBy(making)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(words);
  }
}
