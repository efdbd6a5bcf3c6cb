package io.feige.client.internal.consume;

import io.feige.client.internal.consume.ReceivingSimulation.Setting;
import io.feige.protocol.model.OffsetRange;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A pair with a number of messages, in virtual time. Whoever asks first gets them; who has nothing
 * gets half of what somebody else has not started, once that one has had it for half a second.
 */
final class SimulatedPair {
  private static final long KEPT_NANOS = 500_000_000;
  private static final long LOOK_NANOS = 250_000_000;

  /** Messages that a consumer has: the first unstarted one, and the one behind the last. */
  private static final class Grant {
    private final SimulatedConsumer owner;
    private final long atNanos;
    private long unstarted;
    private long end;

    Grant(SimulatedConsumer owner, long atNanos, long unstarted, long end) {
      this.owner = owner;
      this.atNanos = atNanos;
      this.unstarted = unstarted;
      this.end = end;
    }

    long left() {
      return end - unstarted;
    }
  }

  private record Pull(SimulatedConsumer by, Ask ask) {}

  private final VirtualTime time;
  private final Setting setting;
  private final long messages;
  private final NavigableMap<Long, Grant> grants = new TreeMap<>();
  private final Deque<Pull> waiting = new ArrayDeque<>();
  private long next;
  private boolean isToLook;

  SimulatedPair(VirtualTime time, Setting setting, long messages) {
    this.time = time;
    this.setting = setting;
    this.messages = messages;
  }

  /** A pull has come here; it is answered as soon as there is something for it. */
  void pull(SimulatedConsumer by, Ask ask) {
    waiting.add(new Pull(by, ask));
    serve();
  }

  /** Claims or starts these; returns what has gone to others. */
  List<OffsetRange> claim(SimulatedConsumer by, List<OffsetRange> ranges) {
    List<OffsetRange> gone = new ArrayList<>();
    for (OffsetRange range : ranges) {
      long from = range.first();
      while (from <= range.last()) {
        Grant grant = grants.floorEntry(from).getValue();
        long end = Math.min(range.last() + 1, grant.end);
        if (grant.owner == by) {
          grant.unstarted = Math.max(grant.unstarted, end);
        } else {
          gone.add(new OffsetRange(from, end - 1));
        }
        from = end;
      }
    }
    return gone;
  }

  private void serve() {
    for (Iterator<Pull> pulls = waiting.iterator(); pulls.hasNext(); ) {
      Pull pull = pulls.next();
      Optional<Grant> given = next < messages ? Optional.of(fresh(pull)) : taken(pull);
      if (given.isPresent()) {
        pulls.remove();
        answer(pull, given.get());
      }
    }
    if (!waiting.isEmpty()
        && !isToLook
        && grants.values().stream().anyMatch(all -> all.left() > 1)) {
      isToLook = true;
      time.after(
          LOOK_NANOS,
          () -> {
            isToLook = false;
            serve();
          });
    }
  }

  private Grant fresh(Pull pull) {
    long end = Math.min(messages, next + pull.ask.messages());
    Grant grant = new Grant(pull.by, time.now(), next, end);
    next = end;
    return grant;
  }

  private Optional<Grant> taken(Pull pull) {
    boolean hasSome =
        grants.values().stream().anyMatch(all -> all.owner == pull.by && all.left() > 0);
    Optional<Grant> most =
        hasSome
            ? Optional.empty()
            : grants.values().stream()
                .filter(each -> time.now() - each.atNanos >= KEPT_NANOS && each.left() > 1)
                .max(Comparator.comparingLong(Grant::left));
    return most.map(from -> {
      long count = Math.min(pull.ask.messages(), from.left() / 2);
      from.end -= count;
      return new Grant(pull.by, time.now(), from.end, from.end + count);
    });
  }

  private void answer(Pull pull, Grant grant) {
    long base = grant.unstarted;
    grants.put(base, grant);
    int count = (int) grant.left();
    if (setting.comesAsOurs(pull.ask.stage())) {
      grant.unstarted = grant.end;
    }
    while (next < messages && grants.size() > 1 && grants.firstEntry().getValue().left() == 0) {
      grants.pollFirstEntry();
    }
    pull.by.answered(pull.ask, base, count);
  }
}
