package io.feige.protocol.codec;

import io.feige.protocol.ProtocolVersion;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Request;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Asks one thing after the other over a pair of streams, and waits for each answer: for programs
 * that need neither speed nor an event loop. For one thread.
 */
public final class BlockingExchange {
  private final InputStream in;
  private final OutputStream out;
  private final int maxAnswerBytes;
  private int version = ProtocolVersion.MIN;
  private int lastId;

  /**
   * Over the two streams of a connection.
   *
   * @param maxAnswerBytes longer answers are not read
   */
  public BlockingExchange(InputStream in, OutputStream out, int maxAnswerBytes) {
    this.in = in;
    this.out = out;
    this.maxAnswerBytes = maxAnswerBytes;
  }

  /** What was agreed in the handshake; before, it is the oldest one. */
  public void agreed(int newVersion) {
    version = newVersion;
  }

  /**
   * The answer to a request. Buffers in it are on the heap and need no release.
   *
   * @throws IOException if the connection ends, or something else is answered than was asked
   */
  public Answer ask(Request request) throws IOException {
    ByteBuf frame = Unpooled.buffer();
    CommandEncoder.request(version, ++lastId, request, frame);
    out.write(frame.array(), 0, frame.readableBytes());
    out.flush();
    FrameHeader header = FrameHeader.read(Unpooled.wrappedBuffer(read(FrameHeader.BYTES)));
    if (header.correlationId() != lastId
        || header.length() < 0
        || header.length() > maxAnswerBytes) {
      throw new IOException("the server answers something that was not asked");
    }
    return CommandDecoder.answer(header, Unpooled.wrappedBuffer(read(header.length())));
  }

  private byte[] read(int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("the server has ended the connection");
    }
    return bytes;
  }
}
