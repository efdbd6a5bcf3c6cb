package io.feige.admin.alert;

import io.feige.admin.history.Look.Disk;
import io.feige.admin.history.Look.OfNode;
import io.feige.client.NodeVitals.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** What is an alert of that which a node says of itself. */
final class VitalRules {
  static final Duration CLOCK_SKEW = Duration.ofSeconds(2);
  static final long DISK_LOW_BYTES = 1L << 30;

  /** A disk with less than this above the reserve is full, or is about to be. */
  static final long DISK_FULL_BYTES = 128L << 20;

  private static final long DISK_LOW_SHARE = 10;
  private static final long MIB = 1L << 20;

  private static final String GIVE_ROOM =
      "See 'feige disk', which names those who hold the journal; or give it room.";

  private VitalRules() {}

  /**
   * Adds those of one node.
   *
   * @param admin whose clock the node's was compared with
   */
  static void find(OfNode node, String admin, List<Alert> alerts) {
    dead(node).ifPresent(alerts::add);
    failing(node).ifPresent(alerts::add);
    clock(node, admin).ifPresent(alerts::add);
    disk(node).ifPresent(alerts::add);
  }

  private static Optional<Alert> dead(OfNode node) {
    return first(node.health().deadThreads())
        .map(sentence ->
            Alert.critical(
                "thread-dead",
                node.node(),
                "at "
                    + node.node()
                    + " "
                    + sentence
                    + ". Nobody does its work until the node is started anew",
                "Restart the node when the other one is in sync, and report it with the line and"
                    + " its stack trace in the node's log."));
  }

  private static Optional<Alert> failing(OfNode node) {
    return first(node.health().failing())
        .map(sentence ->
            Alert.warning(
                "work-failing",
                node.node(),
                "at " + node.node() + " " + sentence,
                "Work is tried again; the node's log says more. A replica that takes no part needs"
                    + " the node started anew once the cause is removed. A disk that does not answer"
                    + " in time makes pairs change sides: see what else uses it."));
  }

  /** However many there are, it is one alert of the node; the page of nodes names all. */
  private static Optional<String> first(List<String> sentences) {
    return sentences.stream()
        .findFirst()
        .map(first ->
            sentences.size() == 1 ? first : first + " (and " + (sentences.size() - 1) + " more)");
  }

  /** It is sure by how much at least they differ. */
  private static Optional<Alert> clock(OfNode node, String admin) {
    Clock clock = node.clock();
    Duration apart = clock.ahead().abs().minus(clock.doubt());
    return Optional.of(apart)
        .filter(sure -> sure.compareTo(CLOCK_SKEW) > 0)
        .map(sure ->
            Alert.warning(
                "clock-skew",
                node.node(),
                "the clock of "
                    + node.node()
                    + " is "
                    + seconds(clock.ahead().abs())
                    + (clock.ahead().isNegative() ? " behind that of " : " ahead of that of ")
                    + admin
                    + ": delayed messages come, and messages expire, by the clock of the node that"
                    + " serves",
                "Look on both machines whether NTP keeps the clock right."));
  }

  private static String seconds(Duration duration) {
    long tenths = duration.toMillis() / 100;
    return tenths / 10 + "." + tenths % 10 + " s";
  }

  private static Optional<Alert> disk(OfNode node) {
    return lowest(node, Disk::isActive)
        .or(() -> lowest(node, disk -> true))
        .map(disk -> isFull(disk) ? full(node.node(), disk) : low(node.node(), disk));
  }

  private static Alert full(String node, Disk disk) {
    String harm =
        disk.isActive()
            ? "publishes are refused, or soon will be"
            : node + " cannot copy " + disk.pair() + " any more, or soon cannot";
    return Alert.critical("disk-full", node, left(node, disk) + harm, GIVE_ROOM);
  }

  private static Alert low(String node, Disk disk) {
    return Alert.warning("disk-low", node, left(node, disk) + harm(disk), GIVE_ROOM);
  }

  private static String left(String node, Disk disk) {
    return "the disk of " + node + " has " + disk.freeBytes() / MIB + " MiB left; ";
  }

  private static boolean isFull(Disk disk) {
    return disk.freeBytes() - disk.reserveBytes() < DISK_FULL_BYTES;
  }

  private static Optional<Disk> lowest(OfNode node, Predicate<Disk> wanted) {
    return node.disks().stream()
        .filter(wanted)
        .filter(VitalRules::isLow)
        .min(Comparator.comparingLong(Disk::freeBytes));
  }

  private static boolean isLow(Disk disk) {
    long share = (disk.storedBytes() + disk.freeBytes()) / DISK_LOW_SHARE;
    return disk.freeBytes() - disk.reserveBytes() < Math.max(DISK_LOW_BYTES, share);
  }

  private static String harm(Disk disk) {
    return disk.isActive()
        ? "below " + disk.reserveBytes() / MIB + " MiB publishes are refused"
        : "once it is full the node cannot copy " + disk.pair() + ", which then has one copy";
  }
}
