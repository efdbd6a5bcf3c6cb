package io.feige.broker.server.net;

import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Result;
import io.feige.protocol.error.ErrorCode;
import io.netty.buffer.ByteBuf;

/**
 * A client that has completed its handshake, as the serving side sees it. All methods may be called
 * by any thread. What is sent to a connection that has ended is dropped.
 */
public interface Connection {
  /** Unique in this process, ascending. */
  long id();

  /** Address and software, for logs. */
  String peer();

  /** The protocol version that was agreed. */
  int version();

  boolean isOpen();

  /**
   * Whether it takes its answers. When it does not, more than {@code limits.maxOutboundBytes} wait
   * for it, or more than its share of the memory for answers; it is not read from then, and should
   * get no more deliveries.
   */
  boolean isWritable();

  /**
   * Whether memory for the answers of all connections is so short that who asks for messages had
   * better come again later.
   */
  boolean isMemoryShort();

  /**
   * Runs the task once on the connection's event loop when it is writable, at once if it is. A
   * later task replaces one that still waits; when the connection ends it is dropped.
   */
  void onWritable(Runnable task);

  /** Answers a request. Answers that are sent in one turn of the event loop leave in one write. */
  void send(int correlationId, Result answer);

  /** Refuses a request. */
  void sendError(int correlationId, CommandType command, Refusal refusal);

  /**
   * Refuses a request.
   *
   * @param message the cause, for a person
   * @param retryAfterMillis when to try again at the earliest; 0: no opinion
   */
  default void sendError(
      int correlationId,
      CommandType command,
      ErrorCode code,
      String message,
      int retryAfterMillis) {
    sendError(correlationId, command, new Refusal(code, message, "", retryAfterMillis));
  }

  /** A request is about to be answered with so many bytes of stored messages. */
  void delivers(int correlationId, long bytes);

  /** A pooled buffer to encode a whole frame in, header included; it grows when needed. */
  ByteBuf buffer(int expectedBytes);

  /** Sends a whole frame, and releases it in every case. */
  void sendEncoded(ByteBuf wholeFrame);

  /** Sends a whole frame that is made while it is sent. */
  void sendLong(LongAnswer answer);

  /** Stops reading: on the connection's loop, no further request arrives after this call. */
  void stopReading();

  /** Takes {@link #stopReading} back. */
  void resumeReading();

  /** Sends what waits to be sent, then ends the connection. */
  void close(String reason);
}
