package io.feige.tls;

import io.feige.testkit.Waits;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A server on loopback that echoes what it is sent, and those who dial it. */
final class Meeting implements AutoCloseable {
  static final String HEARD = "heard";
  private static final String CLOSED = "closed without a word";

  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final Channel port;
  private volatile CompletableFuture<String> atServer = new CompletableFuture<>();

  Meeting(TlsContext server, TlsContext.Callers callers) {
    this(channel -> Encryption.by(server).accept(channel, callers));
  }

  Meeting(Consumer<Channel> server) {
    this.port =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(new Echo(atServer));
                    server.accept(channel);
                  }
                })
            .bind("127.0.0.1", 0)
            .syncUninterruptibly()
            .channel();
  }

  int port() {
    return ((InetSocketAddress) port.localAddress()).getPort();
  }

  /** What the caller met: {@link #HEARD}, or why not. */
  String call(TlsContext caller, String host) throws Exception {
    try (Call call = open(caller, host)) {
      return call.say();
    }
  }

  /** What the server says of the last call: {@link #HEARD}, or why not. */
  String atServer() throws Exception {
    return Waits.get(atServer);
  }

  /** A call that stays open. */
  Call open(TlsContext caller, String host) {
    return open(channel -> Encryption.by(caller).dial(channel, host, port()));
  }

  Call open(Consumer<Channel> caller) {
    atServer = new CompletableFuture<>();
    Call call = new Call();
    Channel channel =
        new Bootstrap()
            .group(loops)
            .channel(NioSocketChannel.class)
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(call);
                    caller.accept(channel);
                  }
                })
            .connect("127.0.0.1", port())
            .syncUninterruptibly()
            .channel();
    call.isOn(channel);
    return call;
  }

  @Override
  public void close() {
    port.close().syncUninterruptibly();
    var unused = loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }

  /** One connection, as its caller sees it. */
  static final class Call extends ChannelInboundHandlerAdapter implements AutoCloseable {
    private @Nullable Channel connected;
    private volatile CompletableFuture<String> outcome = new CompletableFuture<>();

    private void isOn(Channel channel) {
      connected = channel;
    }

    private Channel channel() {
      return Objects.requireNonNull(connected);
    }

    String say() throws Exception {
      if (outcome.getNow("").equals(HEARD)) {
        outcome = new CompletableFuture<>();
      }
      if (!channel().isOpen()) {
        outcome.complete(CLOSED); // Perhaps it was before there was this outcome to tell it to.
      }
      var unused = channel().writeAndFlush(Unpooled.copiedBuffer("hello", StandardCharsets.UTF_8));
      return Waits.get(outcome);
    }

    String version() {
      return channel().pipeline().get(SslHandler.class).engine().getSession().getProtocol();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ((ByteBuf) message).release();
      outcome.complete(HEARD);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
      if (event instanceof SslHandshakeCompletionEvent done && !done.isSuccess()) {
        outcome.complete(TlsFault.sentence(done.cause()));
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      outcome.complete(TlsFault.sentence(cause));
      var unused = context.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      outcome.complete(CLOSED);
    }

    @Override
    public void close() {
      channel().close().syncUninterruptibly();
    }
  }

  private static final class Echo extends ChannelInboundHandlerAdapter {
    private final CompletableFuture<String> outcome;

    private Echo(CompletableFuture<String> outcome) {
      this.outcome = outcome;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      outcome.complete(
          Encryption.shownBy(context.channel())
              .map(shown -> HEARD + " " + shown.getSubjectX500Principal().getName())
              .orElse(HEARD));
      var unused = context.writeAndFlush(message);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      outcome.complete(TlsFault.sentence(cause));
      var unused = context.close();
    }
  }
}
