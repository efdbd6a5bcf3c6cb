package io.feige.broker.server.net;

import io.feige.broker.server.ops.LogId;
import io.feige.broker.server.ops.RateLimitedLog;
import io.feige.tls.PeerGone;
import io.feige.tls.TlsFault;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends a connection that met an exception, and no other. */
final class Faults extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(Faults.class);

  private static final RateLimitedLog NO_TLS = RateLimitedLog.of(LOG, LogId.NO_TLS);

  private final ClientConnection connection;

  Faults(ClientConnection connection) {
    this.connection = connection;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    // A peer that went away is its own business; anything else is a bug of ours.
    if (TlsFault.is(cause)) {
      NO_TLS.warn(connection.peer(), TlsFault.sentence(cause));
    } else if (PeerGone.is(cause)) {
      LOG.debug("{} ended: {}", connection.peer(), cause.toString());
    } else {
      LOG.error("{} {} ended by a fault", LogId.INTERNAL_FAULT, connection.peer(), cause);
    }
    connection.abort();
  }
}
