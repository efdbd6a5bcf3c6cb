package io.feige.proxy.http;

import io.feige.proxy.answer.Answer;
import io.feige.proxy.front.FrontState;
import io.feige.proxy.front.LastWord;
import io.feige.proxy.front.Taking;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * An answer that goes on until the caller goes, or is to go elsewhere. The connection ends with it.
 * Any thread.
 */
final class StreamSink implements Answer.Sink {
  private final Channel channel;
  private final boolean isOld;
  private final ChannelHandlerContext encoder;
  private final FrontState state;
  private final Taking taking;
  private final Runnable whenOver;
  private @Nullable Runnable opened;
  private volatile boolean isOver;

  /**
   * The head is on its way.
   *
   * @param isOld it is an answer of HTTP/1.0
   * @param whenOver is run once
   */
  StreamSink(Channel channel, FrontState state, boolean isOld, Runnable whenOver) {
    this.channel = channel;
    this.isOld = isOld;
    this.encoder = channel.pipeline().context(HttpServerCodec.class);
    this.state = state;
    this.taking = new Taking(channel);
    this.whenOver = whenOver;
  }

  /** From now on there may be something to tell. */
  void begin(Answer.Opening opening) {
    Runnable end = opening.open(this);
    if (!keep(end)) {
      end.run();
    }
  }

  /** False: it is over already. */
  private synchronized boolean keep(Runnable end) {
    if (!isOver) {
      opened = end;
    }
    return !isOver;
  }

  /** The caller takes more, or does not. */
  void writable() {
    taking.changed();
  }

  @Override
  public void close() {
    if (beginClosing()) {
      taking.end();
      Runnable end = takeOpened();
      if (end != null) {
        end.run();
      }
      whenOver.run();
      LastWord.say(channel, LastHttpContent.EMPTY_LAST_CONTENT);
    }
  }

  private synchronized boolean beginClosing() {
    boolean isFirst = !isOver;
    isOver = true;
    return isFirst;
  }

  private synchronized @Nullable Runnable takeOpened() {
    Runnable end = opened;
    opened = null;
    return end;
  }

  @Override
  public boolean takesChunks() {
    return !isOld;
  }

  @Override
  public boolean offer(byte[] bytes) {
    if (isOver || !state.reserve(bytes.length)) {
      return false;
    }
    // Past the encoder, because it is written already.
    var _ =
        encoder.write(Unpooled.wrappedBuffer(bytes)).addListener(_ -> state.release(bytes.length));
    return true;
  }

  @Override
  public void flush() {
    var _ = channel.flush();
  }

  @Override
  public boolean isTaking() {
    return channel.isWritable();
  }

  @Override
  public void awaitTaking() throws InterruptedException {
    taking.await();
  }

  @Override
  public Executor lane() {
    return channel.eventLoop();
  }

  @Override
  public boolean begin() {
    return state.beginRequest();
  }

  @Override
  public void end() {
    state.endRequest();
  }
}
