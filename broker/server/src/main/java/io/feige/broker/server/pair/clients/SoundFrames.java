package io.feige.broker.server.pair.clients;

import io.feige.broker.core.port.Handout;
import io.feige.broker.server.pair.store.JournalLog;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Checks batches out of which messages are cut, each once and not for everybody who gets one of its
 * messages. On the pair's loop.
 */
final class SoundFrames {
  private static final int REMEMBERED = 64;

  private final JournalLog log;
  private final Set<Long> positions = new LinkedHashSet<>();

  SoundFrames(JournalLog log) {
    this.log = log;
  }

  boolean areSound(List<Handout> handouts) {
    for (Handout handout : handouts) {
      if (!isSound(handout.position())) {
        return false;
      }
    }
    return true;
  }

  private boolean isSound(long position) {
    if (positions.contains(position)) {
      return true;
    }
    if (log.at(position).batch().problem() != null) {
      return false;
    }
    if (positions.size() == REMEMBERED) {
      positions.remove(positions.iterator().next());
    }
    positions.add(position);
    return true;
  }
}
