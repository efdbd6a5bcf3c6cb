package io.feige.dist.torture;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.FeigeClient;
import io.feige.client.GroupStart;
import io.feige.dist.torture.Violations.Kind;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/** One consumer: pulls and acks until told to stop, whatever becomes of the node. */
final class Pulling {
  private static final int MAX_BATCH = 500;
  private static final int PREFETCH = 2000;
  private static final int MAX_ACK_CALLS = 1000;
  private static final Duration LOOK = Duration.ofMillis(100);

  /** An ack under way, with what it will prove. */
  private record Ack(CompletableFuture<Void> outcome, List<NumberedBody> ids, int deliveredIn) {}

  private final TorturePlan plan;
  private final Ledger ledger;
  private final Violations violations;
  private final int group;
  private final Deque<Ack> acks = new ArrayDeque<>();
  private volatile long emptyPulls;

  Pulling(TorturePlan plan, Ledger ledger, Violations violations, int group) {
    this.plan = plan;
    this.ledger = ledger;
    this.violations = violations;
    this.group = group;
  }

  /** How often nothing came: twice more after the node's death means nothing is left here. */
  long emptyPulls() {
    return emptyPulls;
  }

  void run(FeigeClient client, BooleanSupplier isStopped) {
    try (Consumer consumer =
        client
            .consumer(plan.topic())
            .group(plan.group(group))
            .startFrom(GroupStart.EARLIEST)
            .prefetch(PREFETCH)
            .build()) {
      long empty = 0;
      while (!isStopped.getAsBoolean()) {
        List<Delivery> batch = consumer.pull(MAX_BATCH, LOOK);
        takeAcks();
        if (batch.isEmpty()) {
          emptyPulls = ++empty;
        } else {
          take(consumer, batch);
        }
      }
      consumer.flush();
      takeAcks();
    }
  }

  private void take(Consumer consumer, List<Delivery> batch) {
    int life = ledger.life();
    List<NumberedBody> ids = new ArrayList<>(batch.size());
    for (Delivery delivery : batch) {
      NumberedBody id = NumberedBody.read(delivery.body());
      if (id == null || id.publisher() < 0 || id.publisher() >= plan.publishers()) {
        violations.add(Kind.CONTENT, "offset " + delivery.offset() + " in group " + group);
      } else {
        ledger.delivered(group, id, delivery);
        ids.add(id);
      }
    }
    acks.add(new Ack(consumer.ackAllAsync(batch), ids, life));
    if (acks.size() > MAX_ACK_CALLS) {
      // Never proven, so nothing is promised for it; forgetting it keeps memory bounded.
      acks.remove();
    }
  }

  private void takeAcks() {
    Ack head = acks.peek();
    while (head != null && head.outcome().isDone()) {
      acks.remove();
      if (!head.outcome().isCompletedExceptionally()) {
        for (NumberedBody id : head.ids()) {
          ledger.acked(group, id, head.deliveredIn());
        }
      }
      head = acks.peek();
    }
  }
}
