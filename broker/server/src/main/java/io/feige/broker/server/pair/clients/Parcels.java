package io.feige.broker.server.pair.clients;

import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Handout;
import io.feige.broker.server.pair.store.JournalLog;
import io.feige.protocol.codec.PulledEncoder;
import io.feige.protocol.codec.SlicedDelivery;
import io.feige.protocol.frame.StoredFrame;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is handed out as it is sent: frames as they are stored, and of those of which little is
 * delivered only the parts that it is in. Such parts are held here, the others are where they are
 * stored. On the pair's loop.
 */
final class Parcels {
  private final List<Handout> frames;
  private final List<@Nullable ByteBuffer> cut;

  private Parcels(List<Handout> frames, List<@Nullable ByteBuffer> cut) {
    this.frames = frames;
    this.cut = cut;
  }

  /** Packs what is handed out; where nothing has to be cut, as it usually is, that is no work. */
  static Parcels of(Handed handed, JournalLog log) {
    boolean isPrivate = handed instanceof Handed.ToOwner;
    List<Handout> handouts = handed.handouts();
    int room = PulledEncoder.MAX_DELIVERIES - handouts.size();
    Parcels packed = null;
    for (int i = 0; i < handouts.size(); i++) {
      Handout handout = handouts.get(i);
      StoredFrame frame = log.at(handout.position());
      List<SlicedDelivery> parts =
          isPrivate
              ? SlicedDelivery.exactly(frame, handout.selections())
              : SlicedDelivery.of(frame, handout.selections(), room + 1);
      if (packed == null && !parts.isEmpty()) {
        packed = wholes(handouts.subList(0, i));
      }
      if (packed != null) {
        packed.add(handout, parts);
        room -= Math.max(0, parts.size() - 1);
      }
    }
    return packed == null ? new Parcels(handouts, List.of()) : packed;
  }

  private static Parcels wholes(List<Handout> handouts) {
    Parcels packed = new Parcels(new ArrayList<>(), new ArrayList<>());
    handouts.forEach(handout -> packed.add(handout, List.of()));
    return packed;
  }

  private void add(Handout handout, List<SlicedDelivery> parts) {
    if (parts.isEmpty()) {
      frames.add(handout);
      cut.add(null);
    }
    for (SlicedDelivery part : parts) {
      ByteBuffer bytes = ByteBuffer.allocate(part.frame().bytes());
      part.frame().writeTo(bytes, 0);
      frames.add(new Handout(handout.position(), bytes.capacity(), part.selections()));
      cut.add(bytes);
    }
  }

  /** What is sent, in this order. */
  List<Handout> frames() {
    return frames;
  }

  /** The bytes of a frame that was cut out of another; null: they are where they are stored. */
  @Nullable ByteBuffer cut(int index) {
    return cut.isEmpty() ? null : cut.get(index);
  }

  /** What the deliveries take in the answer. */
  int deliveryBytes() {
    int bytes = 0;
    for (int i = 0; i < frames.size(); i++) {
      Handout frame = frames.get(i);
      bytes += PulledEncoder.deliveryBytes(frame.selections().size(), frame.frameBytes());
    }
    return bytes;
  }
}
