package io.feige.broker.server.pair;

import io.feige.broker.core.group.Cursor;
import io.feige.broker.core.state.GroupState;
import io.feige.broker.core.state.PartitionState;
import io.feige.broker.core.state.ReplicaState;
import io.feige.broker.server.pair.rows.RowStore;
import io.feige.broker.server.pair.store.Store;
import io.feige.broker.store.row.GroupFloor;
import io.feige.broker.store.row.Names;
import io.feige.broker.store.tail.CommittedFrames;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What a {@link ReplicaWorld} gives its {@link RowStore}. */
final class RowFeed implements RowStore.Back {
  private final ReplicaWorld world;
  private final ReplicaWorld.Back loop;

  RowFeed(ReplicaWorld world, ReplicaWorld.Back loop) {
    this.world = world;
    this.loop = loop;
  }

  @Override
  public void onLoop(Runnable task) {
    loop.onLoop(task);
  }

  @Override
  public long start() {
    return world.store().start();
  }

  @Override
  public long committed() {
    return world.storable();
  }

  /** What is not in memory is brought first, and then it is looked at once more. */
  @Override
  public void copy(long position, int maxBytes, Consumer<ByteBuffer> to) {
    long end = world.storable();
    Store store = world.store();
    if (!world.isOpen() || position < store.start() || position >= end) {
      to.accept(ByteBuffer.allocate(0));
      return;
    }
    int most = (int) Math.min(maxBytes, end - position);
    if (store.isAtHand(position, most, () -> copy(position, maxBytes, to))) {
      ByteBuffer frames = store.frames(position, most);
      to.accept(ByteBuffer.allocate(frames.remaining()).put(frames).flip());
    }
  }

  @Override
  public CommittedFrames.Origin introduce(Names to) {
    ReplicaState state = world.machine().state();
    for (PartitionState partition : state.partitions()) {
      to.topic(partition.id(), partition.topic());
      partition
          .groups()
          .forEach(each -> to.group(each.id(), each.name(), each.cursor().generation()));
    }
    return new CommittedFrames.Origin(state.bornMillis(), state.epochs());
  }

  @Override
  public CommittedFrames.Floors floors() {
    List<GroupFloor> floors = new ArrayList<>();
    for (PartitionState partition : world.machine().state().partitions()) {
      for (GroupState group : partition.groups()) {
        Cursor cursor = group.cursor();
        floors.add(new GroupFloor(partition.id(), group.id(), cursor.generation(), cursor.floor()));
      }
    }
    return new CommittedFrames.Floors(world.store().end(), floors);
  }

  @Override
  public void stored(long position) {
    world.stored(position);
  }

  @Override
  public void ended(String why) {
    world.giveUpRows(why);
  }
}
