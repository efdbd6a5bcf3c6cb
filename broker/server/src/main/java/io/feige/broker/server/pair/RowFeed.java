package io.feige.broker.server.pair;

import io.feige.broker.core.group.Cursor;
import io.feige.broker.core.state.GroupState;
import io.feige.broker.core.state.PartitionState;
import io.feige.broker.core.state.ReplicaState;
import io.feige.broker.server.pair.rows.RowStore;
import io.feige.broker.store.row.GroupFloor;
import io.feige.broker.store.row.Names;
import io.feige.broker.store.tail.CommittedFrames;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

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

  @Override
  public ByteBuffer copy(long position, int maxBytes) {
    long end = world.storable();
    if (!world.isOpen() || position < world.store().start() || position >= end) {
      return ByteBuffer.allocate(0);
    }
    ByteBuffer frames = world.store().frames(position, (int) Math.min(maxBytes, end - position));
    return ByteBuffer.allocate(frames.remaining()).put(frames).flip();
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
