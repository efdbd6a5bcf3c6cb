package io.feige.dist.group;

import io.feige.client.GroupDescription;
import io.feige.client.GroupInPair;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A group for scripts. */
record GroupJson(
    String topic,
    String group,
    int generation,
    long floor,
    long endOffset,
    long lag,
    int outstanding,
    int ackedAbove,
    int retrying,
    int parkedPulls,
    @Nullable String oldestUnsettled,
    String blockedBecause,
    List<InPair> pairs) {
  /** Its cursor at one pair. */
  record InPair(
      String pair,
      int generation,
      long floor,
      long endOffset,
      long lag,
      int outstanding,
      int ackedAbove,
      int retrying,
      int parkedPulls,
      @Nullable String oldestUnsettled,
      String blockedBecause) {
    static InPair of(GroupInPair group) {
      return new InPair(
          group.pair(),
          group.generation(),
          group.floor(),
          group.endOffset(),
          group.lag(),
          group.outstanding(),
          group.ackedAbove(),
          group.retrying(),
          group.parkedPulls(),
          group.oldestUnsettled().map(Instant::toString).orElse(null),
          group.blockedBecause());
    }
  }

  static GroupJson of(GroupDescription group) {
    return new GroupJson(
        group.topic(),
        group.group(),
        group.generation(),
        group.floor(),
        group.endOffset(),
        group.lag(),
        group.outstanding(),
        group.ackedAbove(),
        group.retrying(),
        group.parkedPulls(),
        group.oldestUnsettled().map(Instant::toString).orElse(null),
        group.blockedBecause(),
        group.pairs().stream().map(InPair::of).toList());
  }
}
