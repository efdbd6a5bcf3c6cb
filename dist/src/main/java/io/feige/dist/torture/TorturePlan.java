package io.feige.dist.torture;

import java.nio.file.Path;
import java.time.Duration;

/**
 * What to do to a node.
 *
 * @param dir where it stores its files
 * @param rounds kills
 * @param clients half of them publish, the others pull under {@link #GROUPS} groups
 * @param fillBytes put into the journal before
 * @param size bytes of a body
 * @param mostUptime longest time between the first delivery after a start and the next kill
 * @param seed draws the moments of the kills
 * @param nodeHeap the node's -Xmx; empty for Java's default
 */
record TorturePlan(
    Path dir,
    int rounds,
    int clients,
    long fillBytes,
    int size,
    Duration mostUptime,
    long seed,
    String nodeHeap) {
  static final int GROUPS = 2;
  private static final int MOST_CLIENTS = 1000;
  private static final int MOST_ROUNDS = 100_000;
  private static final int MOST_SIZE = 1 << 20;

  TorturePlan {
    require(clients > GROUPS && clients <= MOST_CLIENTS, "--clients must be from 3 to 1000");
    require(rounds >= 1 && rounds <= MOST_ROUNDS, "--rounds must be from 1 to 100000");
    require(size >= 1 && size <= MOST_SIZE, "--size must be from 1 B to 1 MiB");
    require(!mostUptime.isZero(), "--uptime must not be zero");
  }

  private static void require(boolean isRight, String otherwise) {
    if (!isRight) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  int consumers() {
    return Math.max(GROUPS, clients / 2);
  }

  int publishers() {
    return clients - consumers();
  }

  /** A name for this run alone, so that a directory can be used again. */
  String topic() {
    return "torture-" + Long.toHexString(seed);
  }

  String fillTopic() {
    return topic() + "-fill";
  }

  String group(int number) {
    return "group-" + number;
  }
}
