package io.feige.protocol.command;

import io.feige.protocol.cluster.AccessNews;
import io.feige.protocol.cluster.PairOrder;
import io.feige.protocol.model.Range;
import java.util.List;

/**
 * Admin's heartbeat, on a connection that the node opened: the node answers with {@link
 * NodeReport}. It carries everything decided about the node's pairs, so that one lost or late
 * changes nothing.
 *
 * @param leaderEpoch of the Admin that leads; a node obeys no lower one than it has seen
 * @param pairs all pairs that the node belongs to
 * @param access who may do what
 * @param drill the process of the node that is to end at once, as a crash would end it, and to
 *     start again: {@link NodeReport#process}; 0: none
 */
public record Beat(long leaderEpoch, List<PairOrder> pairs, AccessNews access, long drill)
    implements Request {
  /** The most pairs of a node. */
  public static final int MAX_PAIRS = 1_024;

  /**
   * Takes a copy of the list and refuses what is out of range.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public Beat {
    Range.requireNotNegative("leaderEpoch", leaderEpoch);
    Range.require("number of pairs", pairs.size(), 0, MAX_PAIRS);
    pairs = List.copyOf(pairs);
  }

  /** A beat that says nothing of users. */
  public Beat(long leaderEpoch, List<PairOrder> pairs) {
    this(leaderEpoch, pairs, AccessNews.NONE, 0);
  }

  /** A beat with an order to end, and nothing of users. */
  public Beat(long leaderEpoch, List<PairOrder> pairs, long drill) {
    this(leaderEpoch, pairs, AccessNews.NONE, drill);
  }

  /** The same with news of users. */
  public Beat with(AccessNews news) {
    return new Beat(leaderEpoch, pairs, news, drill);
  }

  @Override
  public CommandType type() {
    return CommandType.BEAT;
  }
}
