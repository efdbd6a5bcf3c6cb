package io.feige.admin.controller;

import io.feige.admin.address.AdminAddress;
import io.feige.admin.front.Front;
import io.feige.admin.front.NodeSink;
import io.feige.admin.leader.Office;
import io.feige.admin.log.AdminLogId;
import io.feige.admin.routes.RouteTable;
import io.feige.admin.store.Leadership;
import io.feige.admin.store.PairStore;
import io.feige.admin.store.StoreOutcome;
import io.feige.broker.core.controller.ControllerMachine;
import io.feige.broker.core.controller.port.ClusterView;
import io.feige.broker.core.controller.port.ControllerEvent;
import io.feige.broker.core.controller.port.ControllerSettings;
import io.feige.broker.core.controller.port.OperatorAnswer;
import io.feige.broker.core.port.Now;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.command.NodeReport;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The controller's thread. It owns the controller machine, which decides, and the present
 * leadership; everybody else hands it events. Reports of nodes are the only events that come in any
 * number; beyond a bound they are dropped, and the node's next one makes it good.
 *
 * <p>If the machine meets a fault, this Admin resigns: what it knows may be wrong, and whoever
 * leads next begins with what is stored.
 */
public final class ControllerLoop implements NodeSink, Office, AutoCloseable {
  private static final long VIEW_SECONDS = 3;
  private static final Logger LOG = LoggerFactory.getLogger(ControllerLoop.class);
  private static final int MAX_WAITING_REPORTS = 4_096;
  private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int STOP_MILLIS = 2_000;

  /** So many leader epochs can be passed over at once after ZooKeeper was set back. */
  private static final int MOST_LOST = 1_000_000;

  private final ControllerSettings settings;
  private final PairStore store;
  private final RouteTable routes;
  private final DecisionLog log;
  private final BlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>();
  private final AtomicInteger waitingReports = new AtomicInteger();
  private final Thread thread = new Thread(this::run, "feige-controller");
  private volatile boolean isClosed;
  private volatile @Nullable Leadership leadership;

  private ControllerMachine machine;
  private @Nullable Effects effects;
  private @Nullable Front front;
  private Consumer<Leadership> resign = over -> {};
  private String hint = "";

  /** A loop that does not run yet. */
  public ControllerLoop(
      ControllerSettings settings, PairStore store, RouteTable routes, DecisionLog log) {
    this.settings = settings;
    this.store = store;
    this.routes = routes;
    this.log = log;
    this.machine = new ControllerMachine(settings);
    thread.setDaemon(true);
  }

  /**
   * Runs.
   *
   * @param newFront where beats go
   * @param newResign called when a leadership is over, as the store or a node says
   */
  public void start(Front newFront, Consumer<Leadership> newResign) {
    front = newFront;
    resign = newResign;
    effects = new Effects(store, routes, newFront, log, this::stored);
    thread.start();
  }

  /** The leader epoch of the present leadership; 0: this Admin follows. Any thread. */
  public long leaderEpoch() {
    Leadership present = leadership;
    return present == null ? 0 : present.epoch();
  }

  /** What was decided in this process. */
  public DecisionLog log() {
    return log;
  }

  /** How everything is, as this Admin sees it while it leads; otherwise nothing. */
  public CompletableFuture<ClusterView> view() {
    CompletableFuture<ClusterView> answer = new CompletableFuture<>();
    inbox.add(() -> answer.complete(machine.view(now())));
    return answer;
  }

  /** How things are, if this Admin leads; otherwise {@link ClusterView#NOTHING}. Waits for it. */
  public ClusterView viewIfLeading() throws InterruptedException {
    if (leaderEpoch() <= 0) {
      return ClusterView.NOTHING;
    }
    try {
      return view().get(VIEW_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("the controller does not answer", e);
    }
  }

  /** Has a pair served by its other member. */
  public CompletableFuture<OperatorAnswer> switchPair(String pair) {
    return operate(ticket -> new ControllerEvent.SwitchAsked(ticket, pair));
  }

  /** Has a node serve a pair although it may lack confirmed data. */
  public CompletableFuture<OperatorAnswer> promote(String pair, String node, boolean isShown) {
    return operate(ticket -> new ControllerEvent.PromoteAsked(ticket, pair, node, isShown));
  }

  /**
   * Has the process of a pair's active node end as a crash would end it.
   *
   * @param node the active, as the operator knows it
   */
  public CompletableFuture<OperatorAnswer> drill(String pair, String node) {
    return operate(ticket -> new ControllerEvent.DrillAsked(ticket, pair, node));
  }

  /** Who is there; so that a node that comes to the wrong Admin hears which is the right one. */
  public void admins(List<AdminAddress> living) {
    inbox.add(() -> {
      hint = AdminAddress.leader(living).map(AdminAddress::client).orElse("");
      if (leadership == null) {
        front().follow(hint);
      }
    });
  }

  @Override
  public void elected(Leadership begun, List<PairState> pairs) {
    inbox.add(() -> {
      leadership = begun;
      log.leads(begun.epoch());
      effects().begin(begun);
      pairs.forEach(routes::pair);
      decide(new ControllerEvent.Elected(begun.epoch(), pairs));
      front().lead(begun.epoch());
    });
  }

  @Override
  public void deposed() {
    log.leadsNoLonger();
    inbox.add(this::step);
  }

  @Override
  public void reported(long connection, NodeReport report) {
    if (waitingReports.incrementAndGet() > MAX_WAITING_REPORTS) {
      waitingReports.decrementAndGet();
      LOG.debug("a report of {} is dropped", report.member().node());
      return;
    }
    inbox.add(() -> {
      waitingReports.decrementAndGet();
      effects().address(report);
      decide(new ControllerEvent.Reported(connection, report));
    });
  }

  @Override
  public void died(String node, String proof) {
    inbox.add(() -> decide(new ControllerEvent.NodeDied(node, proof)));
  }

  /**
   * Stands for election again. If ZooKeeper was set back it leads again, as a later leader epoch
   * than that node knows; otherwise another Admin leads.
   */
  @Override
  public void outdated(String node, long obeyed) {
    inbox.add(() -> {
      Leadership present = leadership;
      if (present != null && (obeyed > present.epoch() || obeyed == 0)) {
        LOG.warn(
            "{} node {} has obeyed an Admin of leader epoch {}, and this one is of {}",
            AdminLogId.OUTDATED,
            node,
            obeyed,
            present.epoch());
        // Bounded, so that a node that reports a nonsense epoch cannot use all of them up.
        store.leadBeyond(Math.clamp(obeyed, present.epoch(), present.epoch() + MOST_LOST));
        resign.accept(present);
      }
    });
  }

  @Override
  public void gone(String node, long connection) {
    inbox.add(() -> decide(new ControllerEvent.NodeGone(node, connection)));
  }

  @Override
  public void close() {
    isClosed = true;
    inbox.add(() -> LOG.trace("wakes up to end"));
    try {
      thread.join(STOP_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private interface Asked {
    ControllerEvent under(long ticket);
  }

  private CompletableFuture<OperatorAnswer> operate(Asked asked) {
    CompletableFuture<OperatorAnswer> answer = new CompletableFuture<>();
    inbox.add(() -> decide(asked.under(effects().ticket(answer))));
    return answer;
  }

  private void stored(Leadership under, StoreOutcome outcome) {
    inbox.add(() -> {
      if (effects().isUnder(under)) {
        switch (outcome) {
          case StoreOutcome.Changed changed -> stored(changed.state());
          case StoreOutcome.Otherwise otherwise -> stored(otherwise.state());
          case StoreOutcome.Deposed _ -> resign.accept(under);
        }
      }
    });
  }

  private void stored(PairState state) {
    // Its members first: clients that come too early are told to wait.
    decide(new ControllerEvent.PairStored(state));
    routes.pair(state);
  }

  private void step() {
    leadership = null;
    decide(new ControllerEvent.Deposed());
    effects().end();
    front().follow(hint);
  }

  private void run() {
    while (!isClosed) {
      try {
        turn();
      } catch (InterruptedException e) {
        LOG.debug("interrupted", e);
        return;
      } catch (RuntimeException e) {
        fault(e);
      }
    }
  }

  private void turn() throws InterruptedException {
    long wake = machine.nextWakeNanos(now());
    long left = wake == Long.MAX_VALUE ? LONGEST_WAIT_NANOS : wake - System.nanoTime();
    Runnable event =
        left <= 0
            ? inbox.poll()
            : inbox.poll(Math.min(left, LONGEST_WAIT_NANOS), TimeUnit.NANOSECONDS);
    if (event != null) {
      event.run();
    }
    if (wake != Long.MAX_VALUE && System.nanoTime() - wake >= 0) {
      decide(new ControllerEvent.TimePassed());
    }
  }

  private void fault(RuntimeException e) {
    LOG.error("{} the controller met a fault and resigns", AdminLogId.INTERNAL_FAULT, e);
    machine = new ControllerMachine(settings);
    Leadership over = leadership;
    if (over != null) {
      resign.accept(over);
    }
  }

  private void decide(ControllerEvent event) {
    machine.decide(event, now(), effects());
  }

  private Effects effects() {
    return started(effects);
  }

  private Front front() {
    return started(front);
  }

  private static <T> T started(@Nullable T part) {
    if (part == null) {
      throw new IllegalStateException("the controller has not been started");
    }
    return part;
  }

  private static Now now() {
    return new Now(System.nanoTime(), System.currentTimeMillis());
  }
}
