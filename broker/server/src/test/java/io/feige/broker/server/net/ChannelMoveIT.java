package io.feige.broker.server.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.broker.server.ops.Supervisor;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Channels that end while they move: their handlers are told of it once, on some loop. */
final class ChannelMoveIT {
  private final NetLoops loops = NetLoops.start(2, 0, new Supervisor());
  private final EventLoop first = loops.place(false).loop();
  private final EventLoop second = loops.place(false).loop();
  private final List<String> told = new CopyOnWriteArrayList<>();

  @AfterEach
  void stop() {
    loops.close();
  }

  @Test
  void oneThatArrivesGoesOnThere() throws IOException {
    try (Socket client = connected((channel, moves) -> moves.run())) {
      await().until(() -> told.contains("arrived feige-pair-1"));
      client.getOutputStream().write(1);
      await().until(() -> told.contains("read feige-pair-1"));
    }
    await().until(() -> told.contains("removed"));
    assertThat(told).containsExactly("arrived feige-pair-1", "read feige-pair-1", "removed");
  }

  @Test
  void oneThatIsClosedBeforeIsToldOfOnce() throws IOException {
    try (Socket client =
        connected((channel, moves) -> {
          var _ = channel.close();
          moves.run();
        })) {
      assertThat(client.getInputStream().read()).isEqualTo(-1);
    }
    await().until(() -> !told.isEmpty());
    assertThat(told).containsExactly("removed");
  }

  @Test
  void oneThatIsClosedAsItLeavesIsToldOfOnce() throws IOException {
    try (Socket client =
        connected((channel, moves) -> {
          moves.run();
          channel.eventLoop().execute(() -> channel.close().addListener(_ -> {}));
        })) {
      assertThat(client.getInputStream().read()).isEqualTo(-1);
    }
    await().until(() -> !told.isEmpty());
    assertThat(told).containsExactly("removed");
  }

  /** A client of a port whose channel, on the first loop, does that when it has connected. */
  private Socket connected(BiConsumer<Channel, Runnable> then) throws IOException {
    Channel port =
        new ServerBootstrap()
            .group(first)
            .channel(NetLoops.serverChannel())
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(new Told(then));
                  }
                })
            .bind("127.0.0.1", 0)
            .syncUninterruptibly()
            .channel();
    InetSocketAddress at = (InetSocketAddress) port.localAddress();
    return new Socket(at.getAddress(), at.getPort());
  }

  private final class Told extends ChannelInboundHandlerAdapter {
    private final BiConsumer<Channel, Runnable> then;

    Told(BiConsumer<Channel, Runnable> then) {
      this.then = then;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      Channel channel = context.channel();
      then.accept(channel, () -> ChannelMove.to(second, channel, () -> tell("arrived")));
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      tell("read");
      context.fireChannelRead(message);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
      told.add("removed");
    }

    private void tell(String what) {
      told.add(what + " " + Thread.currentThread().getName());
    }
  }
}
