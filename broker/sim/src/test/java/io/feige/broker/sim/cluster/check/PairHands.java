package io.feige.broker.sim.cluster.check;

import io.feige.broker.core.group.Cursor;
import io.feige.broker.core.group.RangeMap;
import io.feige.broker.core.state.GroupState;
import io.feige.broker.sim.check.Hand;
import io.feige.broker.sim.net.Delivered;
import io.feige.protocol.command.Settle;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.Verdict;
import io.feige.protocol.model.VerdictKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who has which message of a pair in hand: within an epoch nobody is given what another one has
 * begun, or claimed, while that lease holds; and in whatever epoch, no more tries are counted than
 * were started.
 */
public final class PairHands {
  /** A verdict on one message, as it was when it reached a replica. */
  public record Asked(long offset, Verdict verdict, Hand hand, int about, long nanos) {}

  private final String pair;
  private final Map<CursorName, Map<Long, Hand>> cursors = new HashMap<>();

  PairHands(String pair) {
    this.pair = pair;
  }

  private Map<Long, Hand> hands(CursorName of) {
    return cursors.computeIfAbsent(of, _ -> new HashMap<>());
  }

  /** Messages leave the replica that serves as an epoch. */
  void handed(long epoch, CursorName to, Handing handing, Delivered.Run run) {
    Map<Long, Hand> hands = hands(to);
    for (long offset = run.first(); offset <= run.last(); offset++) {
      int tries = triesOf(handing.group(), offset);
      Hand.Given now =
          new Hand.Given(Math.toIntExact(epoch), run.attempt(), tries, handing.nanos());
      Hand hand = hands.get(offset);
      if (hand == null) {
        hand = new Hand();
        hands.put(offset, hand);
      } else {
        hand.check(now, pair + ": " + to + ", offset " + offset);
      }
      hand.give(now, handing.pull(), handing.leaseMillis());
    }
  }

  private static int triesOf(GroupState group, long offset) {
    RangeMap.@Nullable Entry<Cursor.Retry> retry = group.cursor().retries().at(offset);
    return retry == null ? 0 : retry.value().tries();
  }

  /** Verdicts reach a replica. Until they are decided on, nobody knows what they do. */
  List<Asked> asked(CursorName by, Settle settle, long nanos) {
    Map<Long, Hand> hands = hands(by);
    List<Asked> asked = new ArrayList<>();
    for (Verdict verdict : settle.verdicts()) {
      for (long offset = verdict.first(); offset <= verdict.last(); offset++) {
        Hand hand = verdict.kind() == VerdictKind.ACK ? null : hands.get(offset);
        if (hand != null) {
          asked.add(new Asked(offset, verdict, hand, hand.isAsked(verdict), nanos));
        }
      }
    }
    return asked;
  }

  /** A replica says which verdicts came too late; the others it has taken. */
  void judged(Settle settle, List<Asked> asked, List<OffsetRange> stale) {
    for (Asked each : asked) {
      long offset = each.offset();
      if (stale.stream().anyMatch(range -> range.first() <= offset && offset <= range.last())) {
        each.hand().tookNot(each.about());
      } else {
        String what = pair + ": " + settle.topic() + "/" + settle.group() + ": offset " + offset;
        each.hand().took(each.verdict(), settle, each.about(), each.nanos(), what);
      }
    }
  }

  /**
   * A replica refused verdicts.
   *
   * @param perhaps whether some of it may be done nevertheless
   */
  static void refused(List<Asked> asked, boolean perhaps) {
    for (Asked each : asked) {
      each.hand().tookNot(each.about());
      if (perhaps) {
        each.hand().mayHaveTaken();
      }
    }
  }
}
