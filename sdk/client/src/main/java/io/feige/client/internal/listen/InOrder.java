package io.feige.client.internal.listen;

import io.feige.client.Delivery;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Deals messages out by key to lanes, or to a single lane where the whole partition is ordered.
 * Which lane a key goes to may change from one deal to the next: the broker hands out the next
 * batch of a key only when the one before is settled. Any thread.
 */
final class InOrder implements Shift {
  /** How many messages one deal asks for, for each lane. */
  static final int UNIT_MESSAGES = 256;

  private final Listener listener;
  private final List<Lane> lanes = new ArrayList<>();
  private final Crew dealer;

  InOrder(Listener listener, int lanes, boolean isOneOrder) {
    this.listener = listener;
    this.dealer = listener.crew(1, "-deal", this::deal);
    for (int i = 0; i < lanes; i++) {
      this.lanes.add(new Lane(listener, i, isOneOrder, dealer::signal));
    }
  }

  @Override
  public void signal() {
    lanes.forEach(Lane::signal);
    dealer.signal();
  }

  @Override
  public void close() {
    dealer.close();
    lanes.forEach(Lane::close);
  }

  @Override
  public void giveBack() {
    lanes.forEach(Lane::giveBackAll);
  }

  @Override
  public void overdue(Delivery delivery) {
    lanes.forEach(lane -> lane.overdue(delivery));
  }

  @Override
  public void awaitRest(long deadlineNanos) throws InterruptedException {
    dealer.awaitRest(deadlineNanos);
    for (Lane lane : lanes) {
      lane.awaitRest(deadlineNanos);
    }
  }

  private boolean deal() {
    List<Lane> healthy = lanes.stream().filter(lane -> !lane.isStuck()).toList();
    int room = room(healthy);
    if (room <= 0) {
      listener.wantNothing();
      return false;
    }
    List<Delivery> dealt = listener.poll(room, room);
    List<List<Delivery>> units = new ArrayList<>();
    healthy.forEach(lane -> units.add(new ArrayList<>()));
    for (Delivery delivery : dealt) {
      int hash = Arrays.hashCode(delivery.key());
      units.get(Math.floorMod(hash, healthy.size())).add(delivery);
    }
    for (int i = 0; i < units.size(); i++) {
      if (!units.get(i).isEmpty()) {
        healthy.get(i).add(units.get(i));
      }
    }
    return !dealt.isEmpty();
  }

  /** How many messages to ask for: a unit for each lane, once one of them has nothing to do. */
  private static int room(List<Lane> healthy) {
    boolean isAnyIdle = false;
    int here = 0;
    for (Lane lane : healthy) {
      int size = lane.size();
      isAnyIdle |= size == 0;
      here += size;
    }
    return isAnyIdle ? UNIT_MESSAGES * healthy.size() - here : 0;
  }
}
