package io.feige.admin.front;

import io.feige.admin.log.AdminLogId;
import io.feige.admin.log.RateLimitedLog;
import io.feige.tls.PeerGone;
import io.feige.tls.TlsFault;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends a connection that met an exception, and no other. */
final class Faults extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(Faults.class);

  private static final RateLimitedLog NO_TLS = RateLimitedLog.of(LOG, AdminLogId.NO_TLS);

  private final Peer peer;

  Faults(Peer peer) {
    this.peer = peer;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    // A peer that went away is its own business; anything else is a bug of ours.
    if (TlsFault.is(cause)) {
      NO_TLS.warn(peer.name(), TlsFault.sentence(cause));
    } else if (PeerGone.is(cause)) {
      LOG.debug("{} ended: {}", peer.name(), cause.toString());
    } else {
      LOG.error("{} {} ended by a fault", AdminLogId.INTERNAL_FAULT, peer.name(), cause);
    }
    peer.abort();
  }
}
