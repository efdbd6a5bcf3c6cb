package io.feige.broker.server.pair;

import io.feige.broker.core.port.Handout;
import io.feige.protocol.codec.PulledEncoder;
import io.feige.protocol.codec.SlicedDelivery;
import java.util.ArrayList;
import java.util.List;

/**
 * What an answer hands out, frame by frame: as it is stored, or cut, where little of a frame is
 * delivered. Views of stored frames: valid until the decision returns.
 */
final class HandedParts {
  private final List<List<SlicedDelivery>> cuts;
  private final int deliveries;
  private final int bytes;

  private HandedParts(List<List<SlicedDelivery>> cuts, int deliveries, int bytes) {
    this.cuts = cuts;
    this.deliveries = deliveries;
    this.bytes = bytes;
  }

  static HandedParts of(List<Handout> handouts, JournalLog log) {
    List<List<SlicedDelivery>> cuts = new ArrayList<>(handouts.size());
    int deliveries = handouts.size();
    int bytes = 0;
    for (Handout handout : handouts) {
      int most = PulledEncoder.MAX_DELIVERIES - deliveries + 1;
      List<SlicedDelivery> parts =
          SlicedDelivery.of(log.at(handout.position()), handout.selections(), most);
      cuts.add(parts);
      deliveries += Math.max(0, parts.size() - 1);
      bytes += parts.isEmpty() ? wholeBytes(handout) : bytes(parts);
    }
    return new HandedParts(cuts, deliveries, bytes);
  }

  private static int wholeBytes(Handout handout) {
    return PulledEncoder.deliveryBytes(handout.selections().size(), handout.frameBytes());
  }

  /** What parts take in an answer. */
  static int bytes(List<SlicedDelivery> parts) {
    int bytes = 0;
    for (SlicedDelivery part : parts) {
      bytes += PulledEncoder.deliveryBytes(part.selections().size(), part.frame().bytes());
    }
    return bytes;
  }

  /** Whether a handout's frame is sent as it is stored. */
  boolean isWhole(int handout) {
    return cuts.get(handout).isEmpty();
  }

  /** The parts of a handout whose frame is not sent whole. */
  List<SlicedDelivery> of(int handout) {
    return cuts.get(handout);
  }

  /** Number of deliveries in the answer. */
  int deliveries() {
    return deliveries;
  }

  /** What they take in the answer. */
  int bytes() {
    return bytes;
  }
}
