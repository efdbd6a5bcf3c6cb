package io.feige.dist.bench;

import io.feige.client.Message;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Bodies of one size, drawn from a seed: neither all alike nor made one by one. */
final class Payload {
  private static final int DIFFERENT = 256;
  private static final long SEED = 7700;

  private final byte[][] bodies = new byte[DIFFERENT][];
  private int next;

  Payload(int size) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED);
    for (int i = 0; i < DIFFERENT; i++) {
      bodies[i] = new byte[size];
      random.nextBytes(bodies[i]);
    }
  }

  Message next() {
    return Message.of(nextBody());
  }

  byte[] nextBody() {
    next = (next + 1) % DIFFERENT;
    return bodies[next];
  }
}
