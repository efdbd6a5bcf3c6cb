package io.feige.admin.controller;

import io.feige.admin.address.NodeAddress;
import io.feige.admin.front.Front;
import io.feige.admin.log.AdminLogId;
import io.feige.admin.routes.RouteTable;
import io.feige.admin.store.Leadership;
import io.feige.admin.store.PairStore;
import io.feige.admin.store.StoreException;
import io.feige.admin.store.StoreOutcome;
import io.feige.broker.core.controller.port.ControllerPort;
import io.feige.broker.core.controller.port.Decision;
import io.feige.broker.core.controller.port.FailoverReport;
import io.feige.broker.core.controller.port.OperatorAnswer;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.command.Beat;
import io.feige.protocol.command.NodeReport;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the controller's decisions do. Owns the leadership under which they are stored, and the
 * operators that wait for an answer. Only on the controller's thread; what blocks happens on
 * virtual threads, which hand back what came of it.
 */
final class Effects implements ControllerPort {
  private static final Logger LOG = LoggerFactory.getLogger(Effects.class);
  private static final int LOOK_AGAIN_MILLIS = 200;
  private static final OperatorAnswer OVER =
      new OperatorAnswer(
          false,
          "this Admin leads no longer; what came of it is not known: look at the pair's history");

  private final PairStore store;
  private final RouteTable routes;
  private final Front front;
  private final DecisionLog log;
  private final BiConsumer<Leadership, StoreOutcome> stored;
  private final BackgroundWrites writes = new BackgroundWrites();
  private final Map<String, NodeAddress> addresses = new HashMap<>();
  private final Map<Long, CompletableFuture<OperatorAnswer>> operators = new HashMap<>();
  private volatile @Nullable Leadership leadership;
  private long lastTicket;

  /**
   * Nothing is stored before {@link #begin}.
   *
   * @param stored hears, on any thread, how a pair is stored; in every case, unless the leadership
   *     is over
   */
  Effects(
      PairStore store,
      RouteTable routes,
      Front front,
      DecisionLog log,
      BiConsumer<Leadership, StoreOutcome> stored) {
    this.store = store;
    this.routes = routes;
    this.front = front;
    this.log = log;
    this.stored = stored;
  }

  void begin(Leadership begun) {
    leadership = begun;
    addresses.clear();
  }

  void end() {
    leadership = null;
    operators.values().forEach(operator -> operator.complete(OVER));
    operators.clear();
  }

  /** Whether this is the present leadership. */
  boolean isUnder(Leadership other) {
    return other.equals(leadership);
  }

  /** An operator's question has this number. */
  long ticket(CompletableFuture<OperatorAnswer> operator) {
    lastTicket++;
    operators.put(lastTicket, operator);
    return lastTicket;
  }

  /** Keeps where a node is, if that is news. */
  void address(NodeReport report) {
    Leadership under = leadership;
    String node = report.member().node();
    NodeAddress now =
        new NodeAddress(node, report.clientHost(), report.clientPort(), report.member().boot(), 0);
    NodeAddress known = addresses.get(node);
    if (under == null || (known != null && known.saysTheSameAs(now))) {
      return;
    }
    addresses.put(node, now);
    writes.put("node " + node, () -> keep(under, now));
  }

  @Override
  public void beat(String node, Beat beat) {
    front.beat(node, beat);
  }

  @Override
  public void store(PairState next, Decision decision) {
    Leadership under = leadership;
    if (under != null) {
      var _ =
          Thread.ofVirtual()
              .name("feige-store-" + next.pair())
              .start(() -> change(under, next, decision));
    }
  }

  @Override
  public void tell(FailoverReport report) {
    Leadership under = leadership;
    if (under == null) {
      return;
    }
    log.reported(report);
    writes.put("report " + report.pair() + " " + report.epoch(), () -> keepReport(under, report));
  }

  @Override
  public void answer(long ticket, OperatorAnswer answer) {
    CompletableFuture<OperatorAnswer> operator = operators.remove(ticket);
    if (operator != null) {
      operator.complete(answer);
    }
  }

  private void change(Leadership under, PairState next, Decision decision) {
    StoreOutcome outcome;
    try {
      outcome = store.change(under, next, decision);
    } catch (RuntimeException e) {
      unknown(next, decision, e);
      StoreOutcome seen = lookUntilKnown(under, next.pair());
      if (seen == null) {
        return;
      }
      outcome = seen;
    }
    switch (outcome) {
      case StoreOutcome.Changed changed -> log.made(decision, changed.state());
      case StoreOutcome.Otherwise otherwise -> tellOtherwise(next, decision, otherwise.state());
      case StoreOutcome.Deposed _ -> LOG.debug("{} is deposed", under);
    }
    stored.accept(under, outcome);
  }

  private static void unknown(PairState next, Decision decision, RuntimeException e) {
    if (e instanceof StoreException) {
      LOG.warn(
          "{} pair {}: what came of {} is not known yet: {}",
          AdminLogId.CHANGE_UNKNOWN,
          next.pair(),
          decision.kind(),
          e.getMessage());
    } else {
      LOG.error("{} a change met a fault", AdminLogId.INTERNAL_FAULT, e);
    }
  }

  // It is not sent again: what was right then need not be right when the store is back.
  private @Nullable StoreOutcome lookUntilKnown(Leadership under, String pair) {
    while (isUnder(under)) {
      try {
        return store.look(under, pair);
      } catch (StoreException e) {
        LOG.debug("ZooKeeper is still away", e);
      }
      try {
        Thread.sleep(LOOK_AGAIN_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return null;
      }
    }
    return null;
  }

  private void tellOtherwise(PairState next, Decision decision, PairState state) {
    boolean isDone =
        state.version() == next.version() + 1
            && state.epoch() == next.epoch()
            && state.active().equals(next.active())
            && state.inSync().equals(next.inSync());
    if (isDone) {
      log.made(decision, state);
    } else {
      log.refused(decision, state);
    }
  }

  private void keep(Leadership under, NodeAddress address) {
    if (isUnder(under)) {
      routes.node(store.keep(under, address));
    }
  }

  private void keepReport(Leadership under, FailoverReport report) {
    if (isUnder(under)) {
      store.keep(under, report);
    }
  }
}
