package io.feige.broker.sim.node;

import io.feige.broker.core.port.Event;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.command.HoldsBuffers;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;

/** Buffers that batches lie in: they are overwritten as soon as they are given back. */
final class Loans {
  private final Set<Loan> open = new LinkedHashSet<>();

  /** A batch that lies in a buffer of its own. */
  record Lent(Event.Publish publish, HoldsBuffers buffer) {}

  private final class Loan implements HoldsBuffers {
    private final byte[] buffer;

    Loan(byte[] buffer) {
      this.buffer = buffer;
    }

    void overwrite() {
      Arrays.fill(buffer, (byte) 0xA5);
    }

    @Override
    public void retainBuffers() {
      throw new UnsupportedOperationException("a batch is held once");
    }

    @Override
    public void releaseBuffers() {
      Violation.unless(open.remove(this), "a buffer is given back twice");
      overwrite();
    }
  }

  Lent lend(Event.Publish publish) {
    byte[] buffer = new byte[publish.batch().remaining()];
    publish.batch().get(publish.batch().position(), buffer);
    Loan loan = new Loan(buffer);
    open.add(loan);
    return new Lent(
        new Event.Publish(
            publish.ticket(),
            publish.topic(),
            publish.epoch(),
            publish.durability(),
            publish.resolvedBelow(),
            ByteBuffer.wrap(buffer)),
        loan);
  }

  /** How many were not given back. */
  int open() {
    return open.size();
  }

  /** Overwrites them too early. */
  void overwrite() {
    open.forEach(Loan::overwrite);
  }
}
