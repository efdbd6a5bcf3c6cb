package io.feige.client.internal.consume;

import io.feige.client.Delivery;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Acks many deliveries, which may come from several pairs. Any thread. */
final class AckAll {
  private AckAll() {}

  /** Acks all of them and waits until that is durable. */
  static void now(Collection<? extends Delivery> deliveries) {
    Map<Claim, PendingVerdict> calls = new LinkedHashMap<>();
    byClaim(deliveries).forEach((claim, all) -> calls.put(claim, claim.settling().ack(all)));
    calls.forEach((claim, call) -> claim.settling().await(call));
  }

  static CompletableFuture<Void> async(Collection<? extends Delivery> deliveries) {
    List<CompletableFuture<Void>> parts = new ArrayList<>(1);
    byClaim(deliveries).forEach((claim, all) -> parts.add(claim.settling().ackAsync(all)));
    return parts.size() == 1
        ? parts.get(0)
        : CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new));
  }

  private static Map<Claim, List<EngineDelivery>> byClaim(Collection<? extends Delivery> all) {
    Map<Claim, List<EngineDelivery>> groups = new LinkedHashMap<>();
    Claim last = null;
    List<EngineDelivery> group = List.of();
    for (Delivery delivery : all) {
      if (!(delivery instanceof EngineDelivery ours)) {
        throw new IllegalArgumentException("a delivery of another client: " + delivery);
      }
      if (!ours.claim().equals(last)) {
        last = ours.claim();
        group = groups.computeIfAbsent(last, unused -> new ArrayList<>());
      }
      group.add(ours);
    }
    return groups;
  }
}
