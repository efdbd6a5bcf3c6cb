package io.feige.client.internal.listen;

import io.feige.client.Delivery;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Deals messages out by key to lanes, or to a single lane where the whole partition is ordered.
 * Which lane a key goes to may change from one deal to the next: the broker hands out the next
 * batch of a key only when the one before is settled. Any thread.
 */
final class InOrder implements Shift {
  /** The most messages that one deal asks for, for each lane. */
  private static final int UNIT_MESSAGES = 2_048;

  private static final long HOLD_NANOS = 500_000_000;

  private final Listener listener;
  private final List<Lane> lanes = new ArrayList<>();
  private final Crew dealer;
  private final boolean isOneOrder;

  InOrder(Listener listener, int lanes, boolean isOneOrder) {
    this.listener = listener;
    this.isOneOrder = isOneOrder;
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
  public void lasts(Delivery delivery) {
    lanes.forEach(lane -> lane.lasts(delivery));
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
    if (room == 0) {
      listener.wantNothing();
      return false;
    }
    // All that is here: what stayed behind could not go back with a message of its key.
    List<Delivery> dealt = listener.poll(Integer.MAX_VALUE, room);
    if (dealt.isEmpty()) {
      return false;
    }
    List<List<Delivery>> units = new ArrayList<>();
    healthy.forEach(lane -> units.add(new ArrayList<>()));
    for (Delivery delivery : ours(dealt)) {
      int hash = Arrays.hashCode(delivery.key());
      units.get(Math.floorMod(hash, healthy.size())).add(delivery);
    }
    for (int i = 0; i < units.size(); i++) {
      if (!units.get(i).isEmpty()) {
        healthy.get(i).add(units.get(i));
      }
    }
    return true;
  }

  /**
   * Claims what is dealt, if it is handled so fast that it is not worth starting each by itself.
   * Behind a message that has gone to somebody else nothing of its key may be handled here.
   */
  private List<Delivery> ours(List<Delivery> dealt) {
    boolean isQuick = listener.handlingTime().isQuick();
    Collection<Delivery> gone = isQuick ? listener.claim(dealt) : List.of();
    if (gone.isEmpty()) {
      return dealt;
    }
    Set<ByteBuffer> keys = new HashSet<>();
    List<Delivery> ours = new ArrayList<>();
    for (Delivery delivery : dealt) {
      ByteBuffer key = ByteBuffer.wrap(delivery.key());
      if (gone.contains(delivery)) {
        keys.add(key);
      } else if (keys.contains(key) || (isOneOrder && !keys.isEmpty())) {
        var unused = delivery.releaseAsync();
      } else {
        ours.add(delivery);
      }
    }
    return ours;
  }

  /**
   * How many messages to ask for, once half is handled or a lane has nothing to do: the work of
   * half a second.
   */
  private int room(List<Lane> healthy) {
    int here = healthy.stream().mapToInt(Lane::size).sum();
    int most = UNIT_MESSAGES * healthy.size();
    int ahead = Math.min(most, listener.handlingTime().within(HOLD_NANOS));
    if (here > ahead / 2 && healthy.stream().noneMatch(lane -> lane.size() == 0)) {
      return 0;
    }
    return Math.max(healthy.size(), ahead - here);
  }
}
