package io.feige.broker.store.history;

import io.feige.broker.store.jdbc.PairRows;
import io.feige.broker.store.row.HeadersJson;
import io.feige.protocol.Utf8;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.batch.RecordHeader;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.FrameStamp;
import io.feige.protocol.frame.StoredFrame;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A frame that is being made of its messages' rows. Where somebody has deleted rows out of the
 * middle of a frame, each part becomes one, with a position within the whole one's. Used once.
 */
final class FrameOfRows {
  static final String COLUMNS =
      "message_offset, position, epoch, message_key, key_bytes, headers, body, problem,"
          + " published_at, stored_at, expires_at, priority, producer, producer_sequence";

  private static final int OFFSET = 1;
  private static final int POSITION = 2;

  private final int partition;
  private final BatchWriter batch = BatchWriter.withLimit(Integer.MAX_VALUE);
  private long wholePosition = -1;
  private long wholeFirst;
  private long first = -1;
  private long position;
  private long epoch;
  private long storedMillis;
  private BatchStamp stamp = new BatchStamp(0, 0, 0);

  FrameOfRows(int partition) {
    this.partition = partition;
  }

  /** The frame that comes after this one. */
  FrameOfRows next() {
    FrameOfRows next = new FrameOfRows(partition);
    next.wholePosition = wholePosition;
    next.wholeFirst = wholeFirst;
    return next;
  }

  boolean isEmpty() {
    return batch.isEmpty();
  }

  private long last() {
    return first + batch.recordCount() - 1;
  }

  /** Whether the row's message follows in this frame. */
  boolean mayHold(ResultSet row) throws SQLException {
    boolean isNext = row.getLong(POSITION) == wholePosition && row.getLong(OFFSET) == last() + 1;
    return isEmpty() || isNext;
  }

  /** Whether the offset is here already: what an operator's promotion left out comes second. */
  boolean holdsAnother(ResultSet row) throws SQLException {
    return row.getLong(OFFSET) <= last();
  }

  void add(ResultSet row) throws SQLException {
    if (isEmpty()) {
      begin(row.getLong(OFFSET), row.getLong(POSITION));
      epoch = row.getLong(3);
      storedMillis = PairRows.millis(row, 10);
      stamp = new BatchStamp(row.getLong(13), row.getLong(14), 0);
    }
    boolean isAdded =
        batch.add(
            key(row),
            headers(row),
            row.getBytes(7),
            PairRows.millis(row, 9),
            PairRows.millis(row, 11),
            row.getInt(12));
    if (!isAdded) {
      throw new IllegalStateException("the rows of position " + position + " fit into no batch");
    }
  }

  private void begin(long offset, long positionOfWhole) {
    if (positionOfWhole != wholePosition) {
      wholePosition = positionOfWhole;
      wholeFirst = offset;
    }
    first = offset;
    position = wholePosition + offset - wholeFirst;
  }

  private static byte @Nullable [] key(ResultSet row) throws SQLException {
    byte[] bytes = row.getBytes(5);
    String text = bytes == null ? row.getString(4) : null;
    return text == null ? bytes : Utf8.encode(text);
  }

  private static List<RecordHeader> headers(ResultSet row) throws SQLException {
    List<RecordHeader> headers = new ArrayList<>(HeadersJson.read(row.getString(6)));
    String problem = row.getString(8);
    if (problem != null) {
      headers.add(RecordHeader.of(StoredMessage.PROBLEM_HEADER, problem));
    }
    return headers;
  }

  StoredFrame finish() {
    int records = batch.recordCount();
    ByteBuffer packed = batch.finish(stamp, Compressor.NONE);
    ByteBuffer bytes = ByteBuffer.allocate(StoredFrame.HEADER_BYTES + packed.remaining());
    bytes.put(StoredFrame.HEADER_BYTES, packed, 0, packed.remaining());
    FrameStamp header =
        new FrameStamp(
            FrameKind.MESSAGES,
            0,
            partition,
            epoch,
            position,
            position,
            storedMillis,
            first,
            0,
            records);
    StoredFrame.writeHeader(bytes, 0, header, 0, packed.remaining());
    return StoredFrame.at(bytes, 0);
  }
}
