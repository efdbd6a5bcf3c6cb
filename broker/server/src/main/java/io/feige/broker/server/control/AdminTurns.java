package io.feige.broker.server.control;

import io.feige.broker.server.net.HostPort;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Which Admin is dialled next, and after how long. Admins take turns, except that one who says who
 * leads is believed, a few times in a row. Only one thread.
 */
final class AdminTurns {
  static final int MAX_HINTS_IN_A_ROW = 3;
  static final int SHORTEST_MILLIS = 20;
  static final int LONGEST_MILLIS = 500;
  private static final int MAX_DOUBLINGS = 5;

  /** Whom to dial, and how long to wait before. */
  record Turn(HostPort admin, long delayMillis) {}

  private final List<HostPort> admins;
  private final RandomGenerator random;
  private @Nullable HostPort hint;
  private int hintsInARow;
  private int place;
  private int doublings;
  private int failures;
  private boolean isFirst = true;

  AdminTurns(List<HostPort> admins, RandomGenerator random) {
    this.admins = List.copyOf(admins);
    this.random = random;
  }

  Turn next() {
    HostPort hinted = hint;
    hint = null;
    if (hinted != null && hintsInARow < MAX_HINTS_IN_A_ROW) {
      hintsInARow++;
      return new Turn(hinted, 0);
    }
    hintsInARow = 0;
    long delay = isFirst ? 0 : backOffMillis();
    isFirst = false;
    HostPort admin = admins.get(place);
    place = (place + 1) % admins.size();
    return new Turn(admin, delay);
  }

  /** The Admin that was dialled said who leads. */
  void hint(HostPort leader) {
    hint = leader;
  }

  /** The Admin that was dialled does not lead, and does not say who does. */
  void failed() {
    failures++;
  }

  /** Whether as many have failed in a row as there are Admins. */
  boolean isEverybodyTried() {
    return failures >= admins.size();
  }

  /** An Admin has led for a while: the next search begins with short waits again. */
  void settled() {
    doublings = 0;
    hintsInARow = 0;
    failures = 0;
  }

  // Half of it is chance, so that the nodes of a cluster do not come all at once.
  private int backOffMillis() {
    int longest = Math.min(LONGEST_MILLIS, (2 * SHORTEST_MILLIS) << doublings);
    doublings = Math.min(doublings + 1, MAX_DOUBLINGS);
    return longest / 2 + random.nextInt(longest / 2 + 1);
  }
}
