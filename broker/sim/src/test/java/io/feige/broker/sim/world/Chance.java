package io.feige.broker.sim.world;

import java.util.List;
import java.util.SplittableRandom;

/** Everything a run leaves to chance, drawn from its seed. */
public final class Chance {
  private final SplittableRandom random;

  public Chance(long seed) {
    this(new SplittableRandom(seed));
  }

  private Chance(SplittableRandom random) {
    this.random = random;
  }

  /** An independent stream, so that one actor's draws do not shift those of the others. */
  public Chance split() {
    return new Chance(random.split());
  }

  /** True in so many of a hundred cases. */
  public boolean percent(int of) {
    return random.nextInt(100) < of;
  }

  /** Both bounds included. */
  public int between(int low, int high) {
    return low + random.nextInt(high - low + 1);
  }

  /** Both bounds included. */
  public long between(long low, long high) {
    return low + random.nextLong(high - low + 1);
  }

  /** Mostly near the lower bound, sometimes far from it: how long things take. */
  public long skewed(long low, long high) {
    double part = random.nextDouble();
    return low + (long) ((high - low) * part * part * part);
  }

  public <T> T of(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  public <T> T of(T[] choices) {
    return choices[random.nextInt(choices.length)];
  }

  public long id() {
    return random.nextLong(1, Long.MAX_VALUE);
  }

  public byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }
}
