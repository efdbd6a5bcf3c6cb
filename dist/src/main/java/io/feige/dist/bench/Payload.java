package io.feige.dist.bench;

import io.feige.client.Message;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Messages with bodies of one size, drawn from a seed: neither all alike nor made one by one. Keys,
 * if they are wanted, are {@code key-} and a number.
 */
final class Payload {
  private static final int DIFFERENT = 256;
  private static final long SEED = 7700;

  private final byte[][] bodies = new byte[DIFFERENT][];
  private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED);
  private final int keys;
  private int next;

  Payload(int size) {
    this(size, 0);
  }

  /**
   * Bodies of a size.
   *
   * @param keys so many different ones; 0: none
   */
  Payload(int size, int keys) {
    this.keys = keys;
    for (int i = 0; i < DIFFERENT; i++) {
      bodies[i] = new byte[size];
      random.nextBytes(bodies[i]);
    }
  }

  Message next() {
    return keys == 0
        ? Message.of(nextBody())
        : Message.builder().key("key-" + random.nextInt(keys)).body(nextBody()).build();
  }

  byte[] nextBody() {
    next = (next + 1) % DIFFERENT;
    return bodies[next];
  }
}
