package io.feige.broker.server.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The pipeline of a connection, in order. Answers leave through {@link ClientConnection}. */
final class FrontPipeline extends ChannelInitializer<Channel> {
  private final FrontState state;
  private final AtomicLong ids = new AtomicLong();
  private final Map<EventLoop, PerLoop> perLoop = new ConcurrentHashMap<>();

  FrontPipeline(FrontState state) {
    this.state = state;
  }

  @Override
  protected void initChannel(Channel channel) {
    FrontSetup setup = state.setup();
    ClientConnection connection =
        new ClientConnection(ids.incrementAndGet(), channel, this::of, state);
    FrameReader frames = new FrameReader(connection, state, setup.limits().maxFrameBytes());

    channel
        .pipeline()
        .addLast("entrance", new Entrance(connection, state))
        .addLast("frames", frames)
        .addLast("handshake", new Handshake(connection, frames, state)) // then: requests
        .addLast("faults", new Faults(connection));
    setup.encryption().accept(channel, setup.callers());
  }

  private PerLoop of(EventLoop loop) {
    return perLoop.computeIfAbsent(loop, each -> PerLoop.of(each, state));
  }
}
