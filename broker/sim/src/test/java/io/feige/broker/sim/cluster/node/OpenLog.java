package io.feige.broker.sim.cluster.node;

import io.feige.broker.core.port.BatchLog;
import io.feige.broker.server.journal.Journal;
import io.feige.protocol.frame.StoredFrame;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the deciding code sees of the journal, as the node's own adapter shows it. */
final class OpenLog implements BatchLog {
  private @Nullable Journal opened;

  void opened(Journal journal) {
    opened = journal;
  }

  private Journal journal() {
    return Objects.requireNonNull(opened, "the journal is not open yet");
  }

  @Override
  public @Nullable StoredFrame find(int partition, long offset) {
    long position = journal().find(partition, offset);
    return position < 0 ? null : journal().frameAt(position);
  }

  @Override
  public StoredFrame at(long position) {
    return journal().frameAt(position);
  }

  @Override
  public long firstOffset(int partition) {
    return journal().firstOffset(partition);
  }

  @Override
  public long offsetAtTime(int partition, long millis) {
    long position = journal().findTime(partition, millis);
    return position < 0 ? -1 : journal().frameAt(position).baseOffset();
  }

  @Override
  public long bytes(int partition) {
    return journal().partitionBytes(partition);
  }
}
