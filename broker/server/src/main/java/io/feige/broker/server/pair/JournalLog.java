package io.feige.broker.server.pair;

import io.feige.broker.core.port.BatchLog;
import io.feige.broker.server.journal.Journal;
import io.feige.protocol.frame.StoredFrame;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the deciding code sees of the journal. On the pair's loop. The journal is there once it has
 * been replayed into the code that looks at it here; before, nothing is looked at.
 */
public final class JournalLog implements BatchLog {
  private @Nullable Journal opened;

  /** The journal is there. */
  public void opened(Journal journal) {
    this.opened = journal;
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
