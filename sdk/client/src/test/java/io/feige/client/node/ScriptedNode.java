package io.feige.client.node;

import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.codec.CommandDecoder;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.command.CancelPull;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.Pong;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Published;
import io.feige.protocol.command.PullCancelled;
import io.feige.protocol.command.Pulled;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Routes;
import io.feige.protocol.command.Settled;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.PairRoute;
import io.feige.testkit.Waits;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A node that speaks the protocol and reacts as scripted: first by the reactions queued for a
 * command, one for each request, then by its standing behaviour. Standing behaviour stores nothing;
 * publishes get ascending offsets and are recognized when they come twice, pulls are parked until
 * cancelled.
 */
public final class ScriptedNode implements AutoCloseable {
  private final MultiThreadIoEventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final Map<CommandType, Queue<Consumer<Exchange>>> script =
      new EnumMap<>(CommandType.class);
  private final Map<CommandType, Consumer<Exchange>> habits = new EnumMap<>(CommandType.class);
  private final List<Request> received = new CopyOnWriteArrayList<>();
  private final Set<Channel> connections = ConcurrentHashMap.newKeySet();
  private final Map<Long, Published> taken = new HashMap<>();
  private final Map<Integer, Exchange> parked = new HashMap<>();
  private final Channel server;
  private final int port;
  private String id = "node-1";
  private long nextOffset;
  private int idleTimeoutMillis = 60_000;

  /** Starts on any free port. */
  public ScriptedNode() {
    this(0);
  }

  /** Starts on a port. */
  public ScriptedNode(int port) {
    server =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .childHandler(new Accepted())
            .bind("127.0.0.1", port)
            .syncUninterruptibly()
            .channel();
    this.port = ((InetSocketAddress) server.localAddress()).getPort();
  }

  /** Where to connect to. */
  public String address() {
    return "localhost:" + port();
  }

  /** The port. */
  public int port() {
    return port;
  }

  /** Runs a task where requests are reacted to. */
  public void onLoop(Runnable task) {
    group.execute(task);
  }

  /** Queues a reaction to the next request of a command that has none yet. */
  public synchronized ScriptedNode on(CommandType type, Consumer<Exchange> reaction) {
    script.computeIfAbsent(type, unused -> new ArrayDeque<>()).add(reaction);
    return this;
  }

  /** Changes how it reacts to all requests of a command for which nothing is queued. */
  public synchronized ScriptedNode always(CommandType type, Consumer<Exchange> reaction) {
    habits.put(type, reaction);
    return this;
  }

  /** What it is called in the handshake and in its own route. */
  public synchronized ScriptedNode named(String name) {
    id = name;
    return this;
  }

  /** What it is called. */
  public synchronized String id() {
    return id;
  }

  /** The route to it for an epoch of a pair. */
  public PairRoute route(String pair, long epoch) {
    return new PairRoute(pair, epoch, id(), "127.0.0.1", port(), true);
  }

  /** What the handshake says of the idle time. */
  public synchronized void idleTimeoutMillis(int millis) {
    idleTimeoutMillis = millis;
  }

  /** Requests of a kind so far, in order. */
  public <R extends Request> List<R> received(Class<R> kind) {
    return received.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** Begins to end all connections. */
  public void cutAll() {
    for (Channel connection : connections) {
      ChannelFuture unused = connection.close();
    }
  }

  /** Ends all connections: nothing is read from them any more when this returns. */
  public void cutAllNow() {
    List<ChannelFuture> closing = connections.stream().map(Channel::close).toList();
    closing.forEach(ChannelFuture::awaitUninterruptibly);
  }

  /** Connections that are open. */
  public int connections() {
    return connections.size();
  }

  @Override
  public void close() {
    if (group.isShuttingDown()) {
      return;
    }
    ChannelFuture unused = server.close().syncUninterruptibly();
    cutAll();
    Future<?> stopped = group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    if (!stopped.awaitUninterruptibly(Waits.patienceMillis())) {
      throw new IllegalStateException("the node does not stop");
    }
  }

  private void react(Exchange exchange) {
    received.add(exchange.request());
    Consumer<Exchange> reaction = scripted(exchange.request().type());
    if (reaction == null) {
      reaction = habit(exchange.request().type());
    }
    if (reaction != null) {
      reaction.accept(exchange);
    } else {
      standing(exchange);
    }
  }

  private synchronized @org.jspecify.annotations.Nullable Consumer<Exchange> scripted(
      CommandType type) {
    Queue<Consumer<Exchange>> reactions = script.get(type);
    return reactions == null ? null : reactions.poll();
  }

  private synchronized @org.jspecify.annotations.Nullable Consumer<Exchange> habit(
      CommandType type) {
    return habits.get(type);
  }

  /** What it does when nothing is scripted. */
  public synchronized void standing(Exchange exchange) {
    switch (exchange.request().type()) {
      case HELLO -> exchange.answer(new Welcome(1, id, 16 << 20, 8 << 20, idleTimeoutMillis));
      case PING -> exchange.answer(new Pong());
      case ROUTE ->
          exchange.answer(
              new Routes(1, List.of(new PairRoute("pair-1", 1, id, "127.0.0.1", port(), true))));
      case PUBLISH -> exchange.answer(taken((Publish) exchange.request()));
      case SETTLE -> exchange.answer(new Settled(List.of(), 0));
      case READ -> {} // parked
      case PULL -> parked.put(exchange.header().correlationId(), exchange);
      case CANCEL_PULL -> cancel(exchange, (CancelPull) exchange.request());
      default -> throw new IllegalStateException("no script for " + exchange.request());
    }
  }

  /** The receipt of a batch: the first one if it comes again. */
  public synchronized Published taken(Publish publish) {
    BatchHead head = BatchHead.at(publish.batch().nioBuffer(), 0);
    Published first = taken.get(head.sequence());
    if (first != null) {
      return new Published(1, first.offset(), 0, first.storedAtMillis(), first.durability(), true);
    }
    Published receipt = new Published(1, nextOffset, 0, 1, publish.durability(), false);
    nextOffset += head.recordCount();
    taken.put(head.sequence(), receipt);
    return receipt;
  }

  private void cancel(Exchange exchange, CancelPull cancel) {
    Exchange pull = parked.remove(cancel.pull());
    if (pull != null) {
      pull.answer(new Pulled(1, 1, 30_000, OrderMode.NONE, List.of()));
    }
    exchange.answer(new PullCancelled());
  }

  private final class Accepted extends ChannelInitializer<Channel> {
    @Override
    protected void initChannel(Channel channel) {
      connections.add(channel);
      ChannelFuture unused =
          channel.closeFuture().addListener(closed -> connections.remove(channel));
      channel.pipeline().addLast(new Requests());
    }
  }

  /** Cuts the stream into requests. */
  private final class Requests extends ChannelInboundHandlerAdapter {
    private final ByteBuf gathered = io.netty.buffer.Unpooled.buffer();

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      if (cause instanceof java.io.IOException) {
        ChannelFuture unused = context.close(); // The client has reset the connection.
      } else {
        context.fireExceptionCaught(cause);
      }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ByteBuf in = (ByteBuf) message;
      gathered.writeBytes(in);
      in.release();
      while (gathered.readableBytes() >= FrameHeader.BYTES
          && gathered.readableBytes()
              >= FrameHeader.BYTES + gathered.getInt(gathered.readerIndex())) {
        FrameHeader header = FrameHeader.read(gathered);
        byte[] body = new byte[header.length()];
        gathered.readBytes(body);
        Request request =
            CommandDecoder.request(header, io.netty.buffer.Unpooled.wrappedBuffer(body));
        react(new Exchange(request, header, context.channel()));
      }
      gathered.discardReadBytes();
    }
  }
}
