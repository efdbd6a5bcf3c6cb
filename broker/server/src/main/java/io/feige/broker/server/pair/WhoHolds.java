package io.feige.broker.server.pair;

import io.feige.broker.core.replica.ReplicaMachine;
import io.feige.broker.core.state.GroupState;
import io.feige.broker.core.state.PartitionState;
import io.feige.broker.core.state.ReplicaState;
import io.feige.broker.journal.Journal;
import io.feige.broker.journal.live.Holding;
import io.feige.broker.journal.live.HoldingTable;
import io.feige.broker.journal.live.SpaceInUse;
import io.feige.broker.server.net.PairSetup;
import io.feige.broker.server.pair.store.Store;
import io.feige.protocol.command.DiskUse;
import io.feige.protocol.model.DiskHolder;
import io.feige.protocol.model.DiskHolderKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Says who holds how much of a replica's journal. Topics, groups and messages that wait are known
 * as of the last look through the journal; the message store, the standby and the snapshots as of
 * now. On the pair's loop where nothing else is said.
 */
final class WhoHolds {
  private static final Comparator<DiskHolder> MOST_FIRST =
      Comparator.comparingLong(DiskHolder::heldBytes)
          .thenComparingLong(DiskHolder::bytes)
          .reversed();

  /** What all of a kind hold together. */
  private record OfKind(long heldBytes, long sinceMillis) {
    static final OfKind NOTHING = new OfKind(0, 0);
  }

  private record Shown(long neededBytes, Map<DiskHolderKind, OfKind> kinds) {
    OfKind of(DiskHolderKind kind) {
      return kinds.getOrDefault(kind, OfKind.NOTHING);
    }
  }

  private final PairSetup setup;
  private final ReplicaMachine replica;
  private final ReplicaWorld world;
  private final NodeWatch watch;
  private String other = "";
  private long lookedThrough;
  private long lookedAtMillis;
  private volatile Shown shown = new Shown(0, Map.of());

  WhoHolds(PairSetup setup, ReplicaMachine replica, ReplicaWorld world, NodeWatch watch) {
    this.setup = setup;
    this.replica = replica;
    this.world = world;
    this.watch = watch;
  }

  /** Who the other member of the pair is; empty: there is none. */
  void otherIs(String node) {
    other = node;
  }

  /** Takes note of how it is, for the meters and for whoever asks. */
  void look(long nowMillis) {
    if (!world.isOpen()) {
      return;
    }
    Store store = world.store();
    SpaceInUse space = store.duty().space();
    if (space.holdings().number() != lookedThrough) {
      lookedThrough = space.holdings().number();
      lookedAtMillis = lookedThrough == 0 ? 0 : nowMillis;
    }
    Map<DiskHolderKind, OfKind> kinds = new EnumMap<>(DiskHolderKind.class);
    for (Holding sum : space.holdings().sums()) {
      kinds.put(sum.kind(), new OfKind(held(store, sum), sum.sinceMillis()));
    }
    for (DiskHolder holder : byPosition(store)) {
      kinds.put(holder.kind(), new OfKind(holder.heldBytes(), holder.sinceMillis()));
    }
    shown = new Shown(needed(store), kinds);
  }

  /** Bytes of the journal that are needed. Any thread. */
  long neededBytes() {
    return shown.neededBytes();
  }

  /** Bytes of the journal that stay because of a kind of holder. Any thread. */
  long heldBytes(DiskHolderKind kind) {
    return shown.of(kind).heldBytes();
  }

  /** Since when the oldest of a kind of holder holds something; 0: none does. Any thread. */
  long sinceMillis(DiskHolderKind kind) {
    return shown.of(kind).sinceMillis();
  }

  /** Who holds how much, those first who hold most. */
  DiskUse answer(int limit) {
    Store store = world.store();
    // While the journal is being cut or begun anew, another thread has it.
    boolean isOpen = world.isOpen();
    HoldingTable table = isOpen ? store.duty().space().holdings() : HoldingTable.NONE;
    List<DiskHolder> holders = isOpen ? byPosition(store) : new ArrayList<>();
    int all = holders.size() + table.all();
    if (isOpen) {
      named(table, store, holders);
    }
    holders.sort(MOST_FIRST);
    List<DiskHolder> listed = holders.subList(0, Math.min(limit, holders.size()));
    return new DiskUse(
        setup.nodeId(),
        replica.role(),
        store.start(),
        store.end(),
        isOpen ? needed(store) : 0,
        isOpen ? store.duty().limitBytes() : 0,
        watch.room().freeBytes(),
        store.journal().reserveBytes(),
        store.duty().isOn(),
        isOpen ? lookedAtMillis : 0,
        listed,
        all - listed.size());
  }

  /** What was not looked at yet counts by the size of its file, which may be more than is there. */
  private static long needed(Store store) {
    return Math.min(store.duty().space().needed(), store.end() - store.start());
  }

  /** Where nothing is carried forward, all that stands behind the oldest that is needed stays. */
  private static long held(Store store, Holding holding) {
    return store.duty().isOn() ? holding.bytes() : store.end() - place(store, holding.position());
  }

  private static long place(Store store, long position) {
    return Math.clamp(position, store.start(), store.end());
  }

  private static void named(HoldingTable table, Store store, List<DiskHolder> to) {
    ReplicaState state = store.machine().state();
    for (Holding holding : table.first()) {
      PartitionState partition = state.partition(holding.partition());
      String group = groupName(holding, state);
      if (partition != null && group != null) {
        to.add(
            new DiskHolder(
                holding.kind(),
                partition.topic(),
                group,
                holding.bytes(),
                held(store, holding),
                place(store, holding.position()),
                holding.sinceMillis()));
      }
    }
  }

  /** Empty where it is no group; null: the group was deleted meanwhile. */
  private static @Nullable String groupName(Holding holding, ReplicaState state) {
    if (holding.kind() != DiskHolderKind.GROUP) {
      return "";
    }
    GroupState group = state.group(holding.group());
    return group == null ? null : group.name();
  }

  /** Those who need everything from a position on. */
  private List<DiskHolder> byPosition(Store store) {
    boolean isFull = !watch.room().noRoomBecause().isEmpty();
    long older = store.journal().olderSnapshot();
    List<DiskHolder> holders = new ArrayList<>();
    addFrom(world.rows().keepFrom(isFull), DiskHolderKind.STORE, "", store, holders);
    addFrom(replica.keepFrom(), DiskHolderKind.STANDBY, other, store, holders);
    addFrom(older == Journal.NONE ? 0 : older, DiskHolderKind.SNAPSHOT, "", store, holders);
    return holders;
  }

  private static void addFrom(
      long from, DiskHolderKind kind, String name, Store store, List<DiskHolder> to) {
    long position = place(store, from);
    long bytes = store.end() - position;
    if (bytes > 0) {
      to.add(
          new DiskHolder(
              kind, "", name, bytes, bytes, position, store.journal().reader().timeAt(position)));
    }
  }
}
