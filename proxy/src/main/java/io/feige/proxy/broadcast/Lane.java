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
 * hold up the others of that executor. Only the executor touches the list.
 */
final class Lane {
  private static final Logger LOG = LoggerFactory.getLogger(Lane.class);

  /** So many are told before others have their turn. */
  static final int SLICE = 256;

  private final Executor executor;
  private final List<Listener> listeners = new ArrayList<>();
  private final Queue<Step> steps = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean isAtWork = new AtomicBoolean();
  private @Nullable Step current;
  private int left;
  private int gone;

  private sealed interface Step {}

  private record Tell(SharedMessage message) implements Step {}

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
    add(new Tell(message));
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
        current = steps.poll();
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
        return each(budget, listener -> listener.hears(tell.message));
      }
      case End end -> {
        return each(
            budget,
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
  private int each(int budget, Action action) {
    int told = 0;
    while (left > 0 && told < budget) {
      left--;
      told++;
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
