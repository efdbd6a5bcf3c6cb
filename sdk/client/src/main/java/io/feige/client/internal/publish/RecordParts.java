package io.feige.client.internal.publish;

import io.feige.client.FeigeException;
import io.feige.client.Header;
import io.feige.client.Message;
import io.feige.protocol.batch.HeaderLimits;
import io.feige.protocol.batch.RecordHeader;
import io.feige.protocol.batch.RelativeTimes;
import io.feige.protocol.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a message has as a record of a batch. */
public final class RecordParts {
  private RecordParts() {}

  /** Its key; null: it has none. */
  public static byte @Nullable [] key(Message message) {
    return message.hasKey() ? message.key() : null;
  }

  /** When it becomes visible; 0: at once. */
  static long deliverAt(Message message) {
    long delay = message.delayMillis();
    return delay == 0 ? message.deliverAtMillis(0) : RelativeTimes.of(delay);
  }

  /** When it expires; 0: never. */
  static long expiresAt(Message message) {
    long life = message.timeToLiveMillis();
    return life == 0 ? message.expiresAtMillis(0) : RelativeTimes.of(life);
  }

  /** Whether it is due or expires at a date. */
  static boolean isDated(Message message) {
    return message.deliverAtMillis(0) != message.delayMillis()
        || message.expiresAtMillis(0) != message.timeToLiveMillis();
  }

  /**
   * Its headers.
   *
   * @throws FeigeException BATCH_TOO_LARGE: they are too many or too long
   */
  public static List<RecordHeader> headers(Message message) {
    List<Header> headers = message.headers();
    if (headers.isEmpty()) {
      return List.of();
    }
    List<RecordHeader> records = new ArrayList<>(headers.size());
    for (Header header : headers) {
      records.add(new RecordHeader(header.name(), header.value()));
    }
    String problem = HeaderLimits.problem(records);
    if (problem != null) {
      throw FeigeException.of(ErrorCode.BATCH_TOO_LARGE, "The message has " + problem + ".");
    }
    return records;
  }
}
