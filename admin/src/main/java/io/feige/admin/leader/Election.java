package io.feige.admin.leader;

import io.feige.admin.address.AdminAddress;
import io.feige.admin.log.AdminLogId;
import io.feige.admin.store.Leadership;
import io.feige.admin.store.PairStore;
import io.feige.admin.store.Paths;
import io.feige.admin.store.StoreException;
import io.feige.protocol.cluster.PairState;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderLatchListener;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.ConnectionStateListener;
import org.apache.zookeeper.KeeperException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands for election, and says when this Admin leads and when it does no longer. Owns the present
 * leadership; everything happens on a thread of its own.
 *
 * <pre>
 * FOLLOWS  latch won        raises leader-epoch, reads all pairs -> LEADS; ZooKeeper away -> again
 * LEADS    latch lost       (the session is over)                -> FOLLOWS
 * LEADS    resign           (a write or a beat was refused)      -> FOLLOWS, stands anew
 * </pre>
 *
 * <p>The latch is only a way to agree on who tries. What makes a leader is the number it has
 * raised: every write checks it, so an Admin that believes to lead for too long can change nothing.
 */
public final class Election implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Election.class);
  private static final int RETRY_MILLIS = 200;
  private static final int STOP_SECONDS = 5;

  private final CuratorFramework client;
  private final PairStore store;
  private final PairPlan plan;
  private final AdminAddress address;
  private final Presence presence;
  private final Office office;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(Election::thread);
  private final ConnectionStateListener connection = (changed, state) -> connection(state);
  private @Nullable LeaderLatch latch;
  private @Nullable Leadership leadership;
  private boolean isClosed;

  /** An Admin that does not stand yet. */
  public Election(
      CuratorFramework client,
      PairStore store,
      PairPlan plan,
      AdminAddress address,
      Office office) {
    this.client = client;
    this.store = store;
    this.plan = plan;
    this.address = address;
    this.presence = new Presence(client, address);
    this.office = office;
  }

  /**
   * Removes what an earlier process left in the election. Only for an Admin that is the only one:
   * otherwise it would have to wait until its own earlier session is over.
   */
  public void forgetEarlierProcess() {
    try {
      for (String entry : client.getChildren().forPath(Paths.ELECTION)) {
        client.delete().quietly().forPath(Paths.ELECTION + "/" + entry);
      }
    } catch (KeeperException.NoNodeException e) {
      LOG.trace("nobody stood for election yet", e);
    } catch (Exception e) {
      LOG.debug("leftovers of the election stay until their session is over", e);
    }
  }

  /** Begins to stand. */
  public void start() {
    client.getConnectionStateListenable().addListener(connection);
    later(
        0,
        () -> {
          show(0);
          stand();
        });
  }

  /** This leadership is over, as the store or a node says; stands anew. Any thread. */
  public void resign(Leadership over) {
    later(
        0,
        () -> {
          if (over.equals(leadership)) {
            step();
            leave();
            stand();
          }
        });
  }

  @Override
  public void close() {
    later(
        0,
        () -> {
          isClosed = true;
          client.getConnectionStateListenable().removeListener(connection);
          step();
          leave();
          presence.hide();
        });
    thread.shutdown();
    try {
      if (!thread.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      thread.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  private void stand() {
    if (isClosed) {
      return;
    }
    LeaderLatch next = new LeaderLatch(client, Paths.ELECTION, address.id());
    latch = next;
    next.addListener(new Listening(next), thread);
    try {
      next.start();
    } catch (Exception e) {
      LOG.error("{} cannot stand for election", AdminLogId.ELECTION_FAILED, e);
    }
  }

  private void leave() {
    LeaderLatch present = latch;
    latch = null;
    if (present != null) {
      try {
        present.close();
      } catch (IOException | IllegalStateException e) {
        LOG.debug("the entry in the election stays until its session is over", e);
      }
    }
  }

  private void take(LeaderLatch won) {
    if (!won.equals(latch) || leadership != null || !won.hasLeadership()) {
      return;
    }
    Leadership begun;
    List<PairState> pairs;
    try {
      begun = store.lead();
      pairs = plan.carryOut(store, begun);
    } catch (StoreException e) {
      LOG.warn("{} elected, but: {}; trying again", AdminLogId.ELECTION_FAILED, e.getMessage());
      later(RETRY_MILLIS, () -> take(won));
      return;
    }
    leadership = begun;
    LOG.info(
        "{} {} leads as leader epoch {}, with {} pairs",
        AdminLogId.ELECTED,
        address.id(),
        begun.epoch(),
        pairs.size());
    office.elected(begun, pairs);
    show(begun.epoch());
  }

  private void step() {
    Leadership over = leadership;
    if (over != null) {
      leadership = null;
      LOG.info(
          "{} {} leads no longer, leader epoch was {}",
          AdminLogId.DEPOSED,
          address.id(),
          over.epoch());
      office.deposed();
      if (!isClosed) {
        show(0);
      }
    }
  }

  private void show(long leaderEpoch) {
    if (!presence.show(leaderEpoch)) {
      later(RETRY_MILLIS, this::showAgain);
    }
  }

  private void showAgain() {
    if (!isClosed && !presence.showAgain()) {
      later(RETRY_MILLIS, this::showAgain);
    }
  }

  private void connection(ConnectionState state) {
    if (state == ConnectionState.RECONNECTED) {
      later(0, this::showAgain);
    }
  }

  private void later(int millis, Runnable task) {
    try {
      var _ = thread.schedule(() -> guarded(task), millis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.trace("the election is closed", e);
    }
  }

  private static void guarded(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      LOG.error("{} the election met a fault", AdminLogId.INTERNAL_FAULT, e);
    }
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "feige-election");
    thread.setDaemon(true);
    return thread;
  }

  private final class Listening implements LeaderLatchListener {
    private final LeaderLatch of;

    private Listening(LeaderLatch of) {
      this.of = of;
    }

    @Override
    public void isLeader() {
      guarded(() -> take(of));
    }

    @Override
    public void notLeader() {
      guarded(() -> {
        if (of.equals(latch)) {
          step();
        }
      });
    }
  }
}
