package io.feige.proxy.broadcast;

import io.feige.proxy.answer.Problem;
import io.feige.proxy.log.ProxyLogId;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Those of an executor who listen. What they are told is told in slices, so that a crowd does not
 * hold up the others of that executor; and what has come meanwhile is told each of them together,
 * because what costs is a write to a socket and not a message. Only the executor touches the list.
 */
final class Lane {
  private static final Logger LOG = LoggerFactory.getLogger(Lane.class);

  /** So many are told before others have their turn. */
  static final int SLICE = 256;

  /** So many are told together, or so many bytes: less than what a connection takes at once. */
  private static final int MOST_TOGETHER = 64;

  private static final int MOST_BYTES_TOGETHER = 32 << 10;

  private final Executor executor;
  private final List<Listener> listeners = new ArrayList<>();
  private final Queue<Step> steps = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean isAtWork = new AtomicBoolean();
  private @Nullable Step current;
  private int left;
  private int gone;

  private sealed interface Step {}

  private record Tell(List<SharedMessage> messages) implements Step {
    private Tell {
      messages = List.copyOf(messages);
    }
  }

  private record GoOn(String places) implements Step {}

  private record Join(Listener listener, List<SharedMessage> missed) implements Step {
    private Join {
      missed = List.copyOf(missed);
    }
  }

  private record Leave() implements Step {}

  private record End(Problem why) implements Step {}

  Lane(Executor executor) {
    this.executor = executor;
  }

  void tell(SharedMessage message) {
    add(new Tell(List.of(message)));
  }

  /** There is nothing to tell, but there will be. */
  void goOn(String places) {
    add(new GoOn(places));
  }

  void join(Listener listener, List<SharedMessage> missed) {
    add(new Join(listener, missed));
  }

  /** Some listener has gone. */
  void leave() {
    add(new Leave());
  }

  void end(Problem why) {
    add(new End(why));
  }

  private void add(Step step) {
    steps.add(step);
    schedule();
  }

  private void schedule() {
    if (isAtWork.compareAndSet(false, true)) {
      go();
    }
  }

  private void go() {
    try {
      executor.execute(this::work);
    } catch (RejectedExecutionException stopped) {
      // The process ends, and so do all connections.
      steps.clear();
    }
  }

  private void work() {
    int budget = SLICE;
    while (budget > 0) {
      if (current == null) {
        current = next();
        left = listeners.size();
        if (current instanceof Join) {
          // Behind all that other threads have written to this listener before.
          go();
          return;
        }
      }
      if (current == null) {
        isAtWork.set(false);
        if (!steps.isEmpty()) {
          schedule();
        }
        return;
      }
      budget -= advance(current, budget);
    }
    go();
  }

  /** The next step; messages that stand one behind the other are one. */
  private @Nullable Step next() {
    Step first = steps.poll();
    if (!(first instanceof Tell one) || !(steps.peek() instanceof Tell)) {
      return first;
    }
    List<SharedMessage> together = new ArrayList<>(one.messages);
    int bytes = together.getFirst().bytes();
    while (together.size() < MOST_TOGETHER
        && bytes < MOST_BYTES_TOGETHER
        && steps.peek() instanceof Tell next) {
      steps.remove();
      together.addAll(next.messages);
      bytes += together.getLast().bytes();
    }
    return new Tell(together);
  }

  /** How many were told. */
  private int advance(Step step, int budget) {
    switch (step) {
      case Join join -> {
        if (!join.listener.isGone() && stays(join.listener, one -> one.joins(join.missed))) {
          listeners.add(join.listener);
        }
        current = null;
        return 1 + join.missed.size();
      }
      case Leave _ -> {
        gone++;
        if (2 * gone > listeners.size()) {
          listeners.removeIf(Listener::isGone);
          gone = 0;
        }
        current = null;
        return 1;
      }
      case Tell tell -> {
        return each(budget, tell.messages.size(), listener -> listener.hears(tell.messages));
      }
      case GoOn goOn -> {
        return each(
            budget,
            1,
            listener -> {
              listener.goesOn(goOn.places);
              return true;
            });
      }
      case End end -> {
        return each(
            budget,
            1,
            listener -> {
              listener.isOver(end.why);
              return false;
            });
      }
    }
  }

  private interface Action {
    /** Whether the listener stays. */
    boolean tell(Listener listener);
  }

  /** A fault of one is none of the others'. */
  private static boolean stays(Listener listener, Action action) {
    try {
      return action.tell(listener);
    } catch (RuntimeException | Error e) {
      LOG.error("{} a listener met a fault", ProxyLogId.INTERNAL_FAULT, e);
      listener.isOver(Problem.internal());
      return false;
    }
  }

  /** From the end on: who does not stay is replaced by one who was told already. */
  private int each(int budget, int cost, Action action) {
    int told = 0;
    while (left > 0 && told < budget) {
      left--;
      told += cost;
      if (!stays(listeners.get(left), action)) {
        Listener last = listeners.removeLast();
        if (left < listeners.size()) {
          listeners.set(left, last);
        }
      }
    }
    if (left == 0) {
      current = null;
    }
    return Math.max(1, told);
  }
}
