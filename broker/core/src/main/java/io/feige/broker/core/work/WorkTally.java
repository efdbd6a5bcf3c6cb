package io.feige.broker.core.work;

import io.feige.broker.core.work.WorkSink.Reason;
import java.util.EnumMap;
import java.util.Map;

/** What has become of the requests of a stage so far. Owned by one thread. */
public final class WorkTally {
  private final Map<Reason, Long> refused = new EnumMap<>(Reason.class);
  private long answered;
  private long cancelled;
  private long repeated;

  WorkTally() {}

  void countAnswered() {
    answered++;
  }

  void countCancelled() {
    cancelled++;
  }

  void countRepeated() {
    repeated++;
  }

  void countRefused(Reason reason) {
    var _ = refused.merge(reason, 1L, Long::sum);
  }

  /** Requests that a worker has answered or passed on in time. */
  public long answered() {
    return answered;
  }

  /** Requests that nobody wanted any more. */
  public long cancelled() {
    return cancelled;
  }

  /** Times that a request was given to another worker. */
  public long repeated() {
    return repeated;
  }

  /** Requests that no worker has answered, for that reason. */
  public long refused(Reason reason) {
    return refused.getOrDefault(reason, 0L);
  }
}
