package io.feige.broker.store.history;

import io.feige.broker.store.jdbc.PairRows;
import io.feige.broker.store.row.HeadersJson;
import io.feige.protocol.Utf8;
import io.feige.protocol.batch.RecordHeader;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A message as its row has it. */
@SuppressWarnings("ArrayRecordComponent") // Messages are packed, never compared.
record RowMessage(
    long offset,
    long position,
    long epoch,
    byte @Nullable [] key,
    List<RecordHeader> headers,
    byte[] body,
    long publishedMillis,
    long storedMillis,
    long expiresMillis,
    long producer,
    long sequence,
    byte @Nullable [] letter)
    implements LatestRows.OfMessage {
  static final String COLUMNS =
      "message_offset, position, epoch, message_key, key_bytes, headers, body, problem,"
          + " published_at, stored_at, expires_at, producer, producer_sequence, letter";

  static RowMessage read(ResultSet row) throws SQLException {
    return new RowMessage(
        row.getLong(1),
        row.getLong(2),
        row.getLong(3),
        key(row),
        headers(row),
        row.getBytes(7),
        PairRows.millis(row, 9),
        PairRows.millis(row, 10),
        PairRows.millis(row, 11),
        row.getLong(12),
        row.getLong(13),
        row.getBytes(14));
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
}
