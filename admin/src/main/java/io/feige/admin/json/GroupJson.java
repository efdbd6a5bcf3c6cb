package io.feige.admin.json;

import io.feige.client.GroupDescription;
import io.feige.client.GroupHolder;
import io.feige.client.GroupInPair;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A group for scripts. */
public record GroupJson(
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
  public record InPair(
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
      String blockedBecause,
      List<Consumer> consumers,
      int moreConsumers) {
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
          group.blockedBecause(),
          group.holders().stream().map(Consumer::of).toList(),
          group.moreHolders());
    }
  }

  /** A consumer that has messages or waits for some. */
  public record Consumer(
      String consumer,
      String holder,
      int fetchedAhead,
      int claimed,
      int started,
      int waitingPulls,
      @Nullable String since,
      boolean connected) {
    static Consumer of(GroupHolder holder) {
      return new Consumer(
          holder.consumer(),
          Long.toHexString(holder.holder()),
          holder.unstarted(),
          holder.claimed(),
          holder.started(),
          holder.waitingPulls(),
          holder.oldest().map(Instant::toString).orElse(null),
          holder.isConnected());
    }
  }

  /** What the client tells. */
  public static GroupJson of(GroupDescription group) {
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
