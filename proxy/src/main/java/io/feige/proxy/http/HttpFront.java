package io.feige.proxy.http;

import io.feige.proxy.front.Front;
import io.feige.proxy.front.FrontState;
import io.feige.tls.TlsContext;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import java.io.IOException;
import java.time.Duration;

/** A port for HTTP. Methods may be called by any thread but an event loop. */
public final class HttpFront implements AutoCloseable {
  private static final int MAX_LINE = 8 << 10;
  private static final int MAX_HEADERS = 16 << 10;
  private static final int MAX_PART = 64 << 10;

  private final Front front;
  private final int port;

  private HttpFront(Front front, int port) {
    this.front = front;
    this.port = port;
  }

  /**
   * Binds the port and serves.
   *
   * @param threads so many event loops
   * @throws IOException if the port cannot be had
   */
  public static HttpFront bind(FrontSetup setup, int threads) throws IOException {
    Front front = Front.of(new FrontState(setup.limits()), threads);
    try {
      return new HttpFront(
          front, front.listen(setup.listen(), channel -> speak(channel, setup, front)));
    } catch (IOException e) {
      front.close();
      throw e;
    }
  }

  private static void speak(Channel channel, FrontSetup setup, Front front) {
    HttpDecoderConfig limits =
        new HttpDecoderConfig()
            .setMaxInitialLineLength(MAX_LINE)
            .setMaxHeaderSize(MAX_HEADERS)
            .setMaxChunkSize(MAX_PART);
    channel
        .pipeline()
        .addLast("http", new HttpServerCodec(limits))
        .addLast("conversation", new Conversation(channel, front.state(), setup));
    setup.encryption().accept(channel, TlsContext.Callers.SHOW_NOTHING);
  }

  /** The port that was bound. */
  public int port() {
    return port;
  }

  /** Its loops and connections. */
  public Front front() {
    return front;
  }

  /** See {@link Front#sendAway}. */
  public boolean sendAway(Duration limit) {
    return front.sendAway(limit);
  }

  @Override
  public void close() {
    front.close();
  }
}
