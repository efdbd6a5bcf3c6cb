package io.feige.admin.store;

import io.feige.admin.address.AdminAddress;
import io.feige.admin.address.NodeAddress;
import io.feige.admin.json.AddressJson;
import io.feige.admin.json.Fields;
import io.feige.admin.json.Json;
import io.feige.admin.json.PairJson;
import io.feige.admin.log.AdminLogId;
import io.feige.protocol.cluster.PairState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.cache.ChildData;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies of pairs, addresses of nodes, and living Admins, kept up to date by ZooKeeper's watches.
 * Every Admin has one, so that each can say who serves what; without ZooKeeper the copies stay as
 * they were last seen. Listeners are called on a thread of Curator's.
 */
public final class ClusterWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterWatch.class);

  /** Hears of changes. */
  public interface Listener {
    /** A pair is stored like this. */
    void pair(PairState state);

    /** A node is there. */
    void node(NodeAddress address);

    /** All pairs and nodes that are stored have been told. */
    void loaded();

    /** An Admin came, went or changed. */
    void admins(List<AdminAddress> living);

    /** The table of users is stored like this; null: there is none. */
    void users(byte @Nullable [] table);
  }

  private final CuratorCache pairs;
  private final CuratorCache nodes;
  private final CuratorCache admins;
  private final CuratorCache users;

  /** Watches from {@link #start} on. */
  public ClusterWatch(CuratorFramework client, Listener listener) {
    pairs = CuratorCache.build(client, Paths.PAIRS);
    nodes = CuratorCache.build(client, Paths.NODES);
    admins = CuratorCache.build(client, Paths.ADMINS);
    users = CuratorCache.build(client, Paths.USERS, CuratorCache.Options.SINGLE_NODE_CACHE);
    listen(pairs, data -> pair(data, listener));
    listen(nodes, data -> node(data, listener));
    AtomicInteger loading = new AtomicInteger(2);
    Runnable loaded =
        () -> {
          if (loading.decrementAndGet() == 0) {
            listener.loaded();
          }
        };
    for (CuratorCache cache : List.of(pairs, nodes)) {
      cache.listenable().addListener(CuratorCacheListener.builder().forInitialized(loaded).build());
    }
    listen(admins, data -> listener.admins(admins()));
    listen(users, data -> listener.users(data == null ? null : data.getData()));
    users
        .listenable()
        .addListener(
            CuratorCacheListener.builder().forInitialized(() -> usersLoaded(listener)).build());
  }

  /** Begins to watch; what is there is told in a moment. */
  public void start() {
    pairs.start();
    nodes.start();
    admins.start();
    users.start();
  }

  /** The living Admins, by name. */
  public List<AdminAddress> admins() {
    List<AdminAddress> living = new ArrayList<>();
    admins.stream()
        .filter(data -> isBelow(Paths.ADMINS, data))
        .forEach(data -> {
          AdminAddress address = read(data, AddressJson::readAdmin);
          if (address != null) {
            living.add(address);
          }
        });
    living.sort(Comparator.comparing(AdminAddress::id));
    return List.copyOf(living);
  }

  @Override
  public void close() {
    pairs.close();
    nodes.close();
    admins.close();
    users.close();
  }

  private void usersLoaded(Listener listener) {
    if (users.get(Paths.USERS).isEmpty()) {
      listener.users(null);
    }
  }

  private interface Changed {
    void changed(@Nullable ChildData data);
  }

  private static void listen(CuratorCache cache, Changed changed) {
    cache
        .listenable()
        .addListener(
            CuratorCacheListener.builder()
                .forAll((type, before, now) -> changed.changed(now))
                .build());
  }

  private static void pair(@Nullable ChildData data, Listener listener) {
    if (data != null && isBelow(Paths.PAIRS, data)) {
      PairState state = read(data, from -> PairJson.read(from, data.getStat().getVersion()));
      if (state != null) {
        listener.pair(state);
      }
    }
  }

  private static void node(@Nullable ChildData data, Listener listener) {
    if (data != null && isBelow(Paths.NODES, data)) {
      NodeAddress address =
          read(data, from -> AddressJson.readNode(from, data.getStat().getVersion()));
      if (address != null) {
        listener.node(address);
      }
    }
  }

  private static boolean isBelow(String folder, ChildData data) {
    return data.getPath().length() > folder.length();
  }

  private static <T> @Nullable T read(ChildData data, Function<Fields, T> mapping) {
    try {
      return mapping.apply(Json.read(data.getData()));
    } catch (IllegalArgumentException e) {
      LOG.error(
          "{} {} cannot be read: {}", AdminLogId.STORED_UNREADABLE, data.getPath(), e.getMessage());
      return null;
    }
  }
}
