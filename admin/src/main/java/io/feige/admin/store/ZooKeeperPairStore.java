package io.feige.admin.store;

import io.feige.admin.address.NodeAddress;
import io.feige.admin.json.AddressJson;
import io.feige.admin.json.DecisionJson;
import io.feige.admin.json.Fields;
import io.feige.admin.json.Json;
import io.feige.admin.json.PairJson;
import io.feige.admin.json.ReportJson;
import io.feige.admin.log.AdminLogId;
import io.feige.admin.store.StoreOutcome.Changed;
import io.feige.admin.store.StoreOutcome.Deposed;
import io.feige.admin.store.StoreOutcome.Otherwise;
import io.feige.broker.core.controller.port.Decision;
import io.feige.broker.core.controller.port.FailoverReport;
import io.feige.protocol.cluster.PairState;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The store in ZooKeeper, laid out as {@link Paths} says. Every write of a leadership is one
 * transaction that checks the version of {@code leader-epoch}: each leadership raises it, so from
 * then on whatever an earlier leader still sends, however late it arrives, is refused by ZooKeeper.
 *
 * <p>When a transaction is refused, or its outcome is not known, what is stored is read again and
 * reported; whether it was this transaction or another that brought it there makes no difference.
 */
public final class ZooKeeperPairStore implements PairStore {
  private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperPairStore.class);
  private static final byte[] NO_BYTES = {};

  private final CuratorFramework client;

  /** A leader epoch that was, although what is stored knows only of earlier ones. */
  private final AtomicLong lost = new AtomicLong();

  public ZooKeeperPairStore(CuratorFramework client) {
    this.client = client;
  }

  /** Makes the folders that everything else stands in. */
  public void prepare() {
    var _ =
        asking(() -> {
          for (String folder : Paths.FOLDERS) {
            makeIfAbsent(folder, NO_BYTES);
          }
          makeIfAbsent(Paths.LEADER_EPOCH, text(0));
          return Paths.FOLDERS;
        });
  }

  @Override
  public Leadership lead() {
    return asking(() -> {
      while (true) {
        Stat stat = new Stat();
        byte[] stored = client.getData().storingStatIn(stat).forPath(Paths.LEADER_EPOCH);
        long last = Long.parseLong(new String(stored, StandardCharsets.UTF_8).strip());
        long epoch = Math.max(last, lost.get()) + 1;
        try {
          Stat now =
              client
                  .setData()
                  .withVersion(stat.getVersion())
                  .forPath(Paths.LEADER_EPOCH, text(epoch));
          return new Leadership(epoch, now.getVersion());
        } catch (KeeperException.BadVersionException e) {
          LOG.debug("another Admin, or a lost answer of ours, raised the leader epoch first", e);
        }
      }
    });
  }

  @Override
  public void leadBeyond(long leaderEpoch) {
    lost.accumulateAndGet(leaderEpoch, Math::max);
  }

  @Override
  public List<PairState> pairs() {
    return asking(() -> {
      List<PairState> pairs = new ArrayList<>();
      for (String name : client.getChildren().forPath(Paths.PAIRS)) {
        Stat stat = new Stat();
        String path = Paths.pair(name);
        byte[] stored = client.getData().storingStatIn(stat).forPath(path);
        readable(path, stored, from -> PairJson.read(from, stat.getVersion()))
            .ifPresent(pairs::add);
      }
      return pairs;
    });
  }

  @Override
  public StoreOutcome create(Leadership leadership, PairState fresh) {
    String path = Paths.pair(fresh.pair());
    byte[] bytes = Json.bytes(PairJson.write(fresh));
    return asking(() -> {
      makeIfAbsent(Paths.history(fresh.pair()), NO_BYTES);
      makeIfAbsent(Paths.reports(fresh.pair()), NO_BYTES);
      try {
        transact(leadership, client.transactionOp().create().forPath(path, bytes));
        return new Changed(fresh);
      } catch (KeeperException e) {
        return afterwards(leadership, fresh, e);
      }
    });
  }

  @Override
  public StoreOutcome change(Leadership leadership, PairState next, @Nullable Decision decision) {
    String path = Paths.pair(next.pair());
    PairState wanted = underVersion(next, next.version() + 1);
    byte[] bytes = Json.bytes(PairJson.write(next));
    return asking(() -> {
      List<CuratorOp> operations = new ArrayList<>();
      operations.add(
          client.transactionOp().setData().withVersion(next.version()).forPath(path, bytes));
      if (decision != null) {
        operations.add(
            client
                .transactionOp()
                .create()
                .withMode(CreateMode.PERSISTENT_SEQUENTIAL)
                .forPath(
                    Paths.nextDecision(next.pair()), Json.bytes(DecisionJson.write(decision))));
      }
      try {
        transact(leadership, operations.toArray(CuratorOp[]::new));
      } catch (KeeperException e) {
        return afterwards(leadership, wanted, e);
      }
      trim(Paths.history(next.pair()));
      return new Changed(wanted);
    });
  }

  @Override
  public StoreOutcome look(Leadership leadership, String pair) {
    return asking(() -> stored(leadership, pair));
  }

  @Override
  public void keep(Leadership leadership, FailoverReport report) {
    String path = Paths.report(report.pair(), report.epoch());
    var _ =
        asking(() -> {
          put(leadership, path, Json.bytes(ReportJson.write(report)));
          trim(Paths.reports(report.pair()));
          return path;
        });
  }

  @Override
  public NodeAddress keep(Leadership leadership, NodeAddress node) {
    String path = Paths.node(node.node());
    return asking(() -> {
      put(leadership, path, Json.bytes(AddressJson.write(node)));
      return node.withVersion(client.checkExists().forPath(path).getVersion());
    });
  }

  @Override
  public List<Decision> decisions(String pair, int most) {
    return asking(() -> newest(Paths.history(pair), most, DecisionJson::read));
  }

  @Override
  public List<FailoverReport> reports(String pair, int most) {
    return asking(() -> newest(Paths.reports(pair), most, ReportJson::read));
  }

  private void transact(Leadership leadership, CuratorOp... operations) throws Exception {
    List<CuratorOp> all = new ArrayList<>();
    all.add(
        client
            .transactionOp()
            .check()
            .withVersion(leadership.version())
            .forPath(Paths.LEADER_EPOCH));
    all.addAll(List.of(operations));
    var _ = client.transaction().forOperations(all);
  }

  private void put(Leadership leadership, String path, byte[] bytes) throws Exception {
    boolean exists = client.checkExists().forPath(path) != null;
    transact(
        leadership,
        exists
            ? client.transactionOp().setData().forPath(path, bytes)
            : client.transactionOp().create().forPath(path, bytes));
  }

  private StoreOutcome afterwards(Leadership leadership, PairState wanted, KeeperException why)
      throws Exception {
    LOG.debug("{} was not changed, or nobody knows: {}", wanted.pair(), why.toString());
    StoreOutcome stored = stored(leadership, wanted.pair());
    return stored instanceof Otherwise(PairState state) && state.equals(wanted)
        ? new Changed(state)
        : stored;
  }

  private StoreOutcome stored(Leadership leadership, String pair) throws Exception {
    String path = Paths.pair(pair);
    // Behind a sync, a read sees every write that was answered before it, at whichever server.
    client.sync().forPath(path);
    if (isOver(leadership)) {
      return new Deposed();
    }
    Stat stat = new Stat();
    byte[] bytes = client.getData().storingStatIn(stat).forPath(path);
    return new Otherwise(PairJson.read(Json.read(bytes), stat.getVersion()));
  }

  private boolean isOver(Leadership leadership) throws Exception {
    Stat stat = client.checkExists().forPath(Paths.LEADER_EPOCH);
    return stat == null || stat.getVersion() != leadership.version();
  }

  // Best effort: what is not removed now is removed with the next.
  private void trim(String folder) {
    try {
      List<String> names = numbered(folder);
      for (String name : names.subList(Math.min(KEPT, names.size()), names.size())) {
        client.delete().quietly().forPath(folder + "/" + name);
      }
    } catch (Exception e) {
      LOG.debug("old entries of {} stay for now", folder, e);
    }
  }

  private <T> List<T> newest(String folder, int most, Function<Fields, T> mapping)
      throws Exception {
    List<T> items = new ArrayList<>();
    for (String name : numbered(folder)) {
      if (items.size() >= most) {
        break;
      }
      String path = folder + "/" + name;
      try {
        readable(path, client.getData().forPath(path), mapping).ifPresent(items::add);
      } catch (KeeperException.NoNodeException e) {
        LOG.debug("{} was removed meanwhile", path, e);
      }
    }
    return items;
  }

  /** Names of a folder's nodes, which end in numbers, the highest first. */
  private List<String> numbered(String folder) throws Exception {
    List<String> names;
    try {
      names = client.getChildren().forPath(folder);
    } catch (KeeperException.NoNodeException e) {
      return List.of();
    }
    Comparator<String> byNumber = Comparator.comparingLong(Paths::number);
    return names.stream().sorted(byNumber.reversed()).toList();
  }

  private void makeIfAbsent(String path, byte[] bytes) throws Exception {
    try {
      var _ = client.create().creatingParentsIfNeeded().forPath(path, bytes);
    } catch (KeeperException.NodeExistsException e) {
      LOG.trace("{} is there", path, e);
    }
  }

  private static <T> Optional<T> readable(String path, byte[] bytes, Function<Fields, T> mapping) {
    try {
      return Optional.of(mapping.apply(Json.read(bytes)));
    } catch (IllegalArgumentException e) {
      LOG.error("{} {} cannot be read: {}", AdminLogId.STORED_UNREADABLE, path, e.getMessage());
      return Optional.empty();
    }
  }

  private static PairState underVersion(PairState state, int version) {
    return new PairState(
        state.pair(),
        state.master(),
        state.backup(),
        state.active(),
        state.epoch(),
        state.inSync(),
        state.handedOver(),
        state.backupServes(),
        version);
  }

  private static byte[] text(long number) {
    return Long.toString(number).getBytes(StandardCharsets.UTF_8);
  }

  private interface Question<T> {
    T ask() throws Exception;
  }

  private <T> T asking(Question<T> question) {
    try {
      return question.ask();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("interrupted while ZooKeeper was asked", e);
    } catch (IllegalStateException e) {
      if (client.getState() == CuratorFrameworkState.STOPPED) {
        throw new StoreException("the connection to ZooKeeper has been closed", e);
      }
      throw e;
    } catch (RuntimeException e) {
      throw e;
    } catch (KeeperException.NoAuthException e) {
      throw StoreException.refused(e);
    } catch (Exception e) {
      throw new StoreException("ZooKeeper did not answer as it should: " + e, e);
    }
  }
}
