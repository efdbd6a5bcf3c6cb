package io.feige.dist.chaos;

import io.feige.dist.chaos.Fault.Way;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Draws faults by chance; the same seed draws the same ones. */
final class FaultChoice {
  /** Everything that can be asked for by name. */
  static final List<String> KINDS =
      List.of(
          "kill", "kill-both", "pause", "cut", "admin", "restart", "switch", "disk", "database");

  private static final String ADMIN = "admin-1";
  private static final String DATABASE = "database";

  private final Random chance;
  private final List<String> kinds;
  private final List<String> nodes;
  private final List<String> pairs;

  FaultChoice(long seed, Set<String> wanted, List<String> nodes, List<String> pairs) {
    this.chance = new Random(seed);
    this.kinds = KINDS.stream().filter(wanted::contains).toList();
    this.nodes = List.copyOf(nodes);
    this.pairs = List.copyOf(pairs);
  }

  /** One fault, or two at a time. */
  List<Fault> next() {
    List<Fault> faults = new ArrayList<>(List.of(draw()));
    if (chance.nextInt(4) == 0) {
      faults.add(draw());
    }
    return faults;
  }

  private Fault draw() {
    return switch (kinds.get(chance.nextInt(kinds.size()))) {
      case "kill" -> new Fault.Kill(List.of(of(nodes)), millis(50, 5_000));
      case "kill-both" -> new Fault.Kill(nodes, millis(50, 2_000));
      case "pause" -> new Fault.Pause(of(nodes), pauseTime());
      case "cut" -> cut();
      case "admin" -> killOrPause(ADMIN);
      case "database" -> killOrPause(DATABASE);
      case "restart" -> new Fault.Restart(of(nodes));
      case "switch" -> new Fault.Switch(of(pairs));
      default -> new Fault.BusyDisk(millis(1_000, 5_000));
    };
  }

  private Fault killOrPause(String name) {
    return chance.nextBoolean()
        ? new Fault.Kill(List.of(name), millis(500, 12_000))
        : new Fault.Pause(name, millis(500, 8_000));
  }

  private Duration pauseTime() {
    return chance.nextInt(8) == 0 ? millis(20_000, 40_000) : millis(100, 4_000);
  }

  private Fault cut() {
    List<String> all = new ArrayList<>(nodes);
    all.add(ADMIN);
    String one = of(nodes);
    List<Way> ways = new ArrayList<>();
    if (chance.nextInt(3) == 0) {
      // Alone in the world.
      all.stream().filter(other -> !other.equals(one)).forEach(other -> both(one, other, ways));
    } else {
      String other = of(all.stream().filter(name -> !name.equals(one)).toList());
      switch (chance.nextInt(3)) {
        case 0 -> both(one, other, ways);
        case 1 -> ways.add(new Way(one, other));
        default -> ways.add(new Way(other, one));
      }
    }
    return new Fault.Cut(ways, millis(200, 8_000));
  }

  private static void both(String one, String other, List<Way> to) {
    to.add(new Way(one, other));
    to.add(new Way(other, one));
  }

  private <T> T of(List<T> items) {
    return items.get(chance.nextInt(items.size()));
  }

  private Duration millis(int least, int most) {
    return Duration.ofMillis(least + chance.nextInt(most - least));
  }
}
