package io.feige.broker.server.net;

import io.feige.tls.Strangers;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;

/** The pipeline of a port, before Netty's acceptor. */
public final class PortPipeline extends ChannelInitializer<Channel> {
  private final Strangers strangers;

  /** A port that has these strangers; of one port only. */
  public PortPipeline(Strangers strangers) {
    this.strangers = strangers;
  }

  @Override
  protected void initChannel(Channel port) {
    port.pipeline().addLast("faults", new AcceptFaults()).addLast("strangers", strangers);
  }
}
