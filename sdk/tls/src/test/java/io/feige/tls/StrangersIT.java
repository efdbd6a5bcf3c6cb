package io.feige.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.testkit.Waits;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A port where whoever sends a byte is known, and gets it back. */
final class StrangersIT {
  private static final int MOST = 5;
  private static final Duration LONG = Duration.ofHours(1);
  private static final Duration SHORT = Duration.ofMillis(300);

  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
  private final List<Socket> sockets = new ArrayList<>();
  private final AtomicInteger putOut = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private final AtomicInteger opened = new AtomicInteger();
  private final List<Integer> heard = new CopyOnWriteArrayList<>();
  private @Nullable Channel port;
  private @Nullable ExecutorService working;

  @AfterEach
  void stop() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    if (working != null) {
      working.shutdownNow();
    }
    if (port != null) {
      port.close().syncUninterruptibly();
    }
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  @Test
  void whoeverComesWaitsUntilAStrangerIsKnown() throws Exception {
    Strangers strangers = open(LONG, LONG);
    List<Socket> first = connect(MOST);
    await().until(() -> strangers.count() == MOST);
    Socket waiting = connect(1).get(0);
    waiting.getOutputStream().write(7);
    thePortHasLooked();
    assertThat(strangers.count()).isEqualTo(MOST);

    first.get(2).getOutputStream().write(1);
    assertThat(hears(waiting)).isTrue();
    await("both are known").until(() -> strangers.count() == MOST - 1);
    assertThat(heard).containsExactly(1, 7);
    assertThat(strangers.evicted()).isZero();
  }

  @Test
  void whoeverComesWaitsUntilAStrangerHasGone() throws Exception {
    Strangers strangers = open(LONG, LONG);
    List<Socket> first = connect(MOST);
    await().until(() -> strangers.count() == MOST);
    Socket waiting = connect(1).get(0);
    waiting.getOutputStream().write(7);
    first.get(0).close();
    assertThat(hears(waiting)).isTrue();
  }

  @Test
  void theSilentMakeRoomTheFirstToComeFirst() throws Exception {
    Strangers strangers = open(SHORT, SHORT);
    List<Socket> first = connect(MOST);
    await().until(() -> strangers.count() == MOST);
    Socket honest = connect(1).get(0);
    honest.getOutputStream().write(7);
    assertThat(hears(honest)).isTrue();
    assertThat(putOut).hasValue(1);
    assertThat(hears(first.get(0))).isFalse();
    assertThat(first.get(0).getInputStream().read()).isEqualTo(-1);
    await().until(() -> strangers.count() == MOST - 1);
  }

  @Test
  void nobodyMakesRoomForNobody() throws Exception {
    Strangers strangers = open(SHORT, SHORT);
    connect(MOST);
    await().until(() -> strangers.count() == MOST);
    // Nothing follows from their having had their time.
    await().during(SHORT.multipliedBy(4)).until(() -> strangers.count() == MOST);
    assertThat(strangers.evicted()).isZero();
  }

  @Test
  void whoeverElseLetsThePortGoOnDoesNotLiftTheLimit() throws Exception {
    Strangers strangers = open(LONG, LONG);
    connect(MOST);
    await().until(() -> strangers.count() == MOST);
    connect(20 * MOST);
    for (int i = 0; i < 3 && port != null; i++) {
      ChannelConfig config = port.config();
      var unused = config.setAutoRead(true);
      await().until(() -> !config.isAutoRead());
      thePortHasLooked();
    }
    // One read accepts 16.
    assertThat(strangers.count()).isLessThanOrEqualTo(MOST + 3 * 16);
    assertThat(strangers.evicted()).isZero();
  }

  @Test
  void behindManySilentOnesIsNotForEver() throws Exception {
    // With that time for each of them, of whom 16 come in at a time, it would take twice as long as
    // anybody listens here.
    Duration usual = Waits.patience().dividedBy(20);
    Strangers strangers = open(usual, Duration.ofMillis(20));
    connect(130 * MOST);
    Socket honest = connect(1).get(0);
    honest.getOutputStream().write(7);
    assertThat(hears(honest)).isTrue();
    assertThat(strangers.evicted()).isGreaterThan(120L * MOST);
    assertThat(most).hasValueLessThanOrEqualTo(MOST + Strangers.MORE_AT_MOST);
  }

  @Test
  void whoWaitsForUsKeepsItsPlace() throws Exception {
    CountDownLatch slow = new CountDownLatch(1);
    working = Executors.newSingleThreadExecutor();
    ExecutorService threads = working;
    Strangers strangers =
        open(
            SHORT,
            SHORT,
            channel ->
                HandshakeWork.of(channel, threads)
                    .execute(() -> {
                      try {
                        slow.await();
                      } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                      }
                    }));
    connect(MOST);
    await().until(() -> opened.get() == MOST);
    connect(1);
    // Nothing follows from their having had their time.
    await().during(SHORT.multipliedBy(4)).until(() -> strangers.evicted() == 0);
    slow.countDown();
    await().until(() -> strangers.evicted() == 1);
  }

  private Strangers open(Duration patience, Duration ofSilent) {
    return open(patience, ofSilent, channel -> {});
  }

  private Strangers open(Duration patience, Duration ofSilent, Consumer<Channel> each) {
    Strangers strangers =
        new Strangers(
            MOST, new Strangers.Patience(patience, ofSilent), channel -> putOut.incrementAndGet());
    port =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .handler(strangers)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    most.accumulateAndGet(strangers.count(), Math::max);
                    each.accept(channel);
                    channel.pipeline().addLast(new Echo(strangers));
                    opened.incrementAndGet();
                  }
                })
            .bind("127.0.0.1", 0)
            .syncUninterruptibly()
            .channel();
    return strangers;
  }

  private List<Socket> connect(int count) throws IOException {
    List<Socket> more = new ArrayList<>();
    if (port != null) {
      int number = ((InetSocketAddress) port.localAddress()).getPort();
      for (int i = 0; i < count; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), number);
        socket.setSoTimeout(Waits.patienceMillis());
        more.add(socket);
      }
    }
    sockets.addAll(more);
    return more;
  }

  /** Whoever has connected by now has been accepted, if the port accepts anybody. */
  private void thePortHasLooked() {
    for (int i = 0; i < 2 && port != null; i++) {
      port.eventLoop().submit(() -> {}).syncUninterruptibly();
    }
  }

  private static boolean hears(Socket socket) {
    try {
      return socket.getInputStream().read() >= 0;
    } catch (IOException e) {
      return false;
    }
  }

  private final class Echo extends ChannelInboundHandlerAdapter {
    private final Strangers strangers;

    private Echo(Strangers strangers) {
      this.strangers = strangers;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      heard.add((int) ((ByteBuf) message).getByte(0));
      strangers.known(context.channel());
      var unused = context.writeAndFlush(ReferenceCountUtil.touch(message));
    }
  }
}
