package io.feige.broker.server.pair.store;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.journal.snapshot.Replay;
import io.feige.protocol.frame.StoredFrame;
import java.nio.ByteBuffer;

/** Brings the machine to where its journal ends. */
public record Replaying(PartitionMachine machine) implements Replay {
  @Override
  public void snapshot(long position, ByteBuffer body) {
    machine.restore(body);
  }

  @Override
  public void frame(StoredFrame frame) {
    machine.replay(frame);
  }
}
