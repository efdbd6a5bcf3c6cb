package io.feige.admin.front;

import io.feige.access.Admission;
import io.feige.access.RequestRights;
import io.feige.protocol.codec.CommandDecoder;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.command.Authenticate;
import io.feige.protocol.command.FindRoute;
import io.feige.protocol.command.GetStatus;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.HoldsBuffers;
import io.feige.protocol.command.ListNodes;
import io.feige.protocol.command.NodeList;
import io.feige.protocol.command.NodeStatus;
import io.feige.protocol.command.Ping;
import io.feige.protocol.command.Pong;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.ReportProxy;
import io.feige.protocol.command.Request;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.MalformedFrameException;
import io.feige.protocol.model.NodePlace;
import io.feige.protocol.model.NodeRole;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.lang.management.ManagementFactory;

/** What clients may ask an Admin: where pairs and nodes are, and whether it is there. */
final class ClientRequests extends SimpleChannelInboundHandler<Frame> {
  private static final String SOFTWARE = "feige-admin";

  private final Peer peer;
  private final FrontState state;

  ClientRequests(Peer peer, FrontState state) {
    super(Frame.class, false);
    this.peer = peer;
    this.state = state;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, Frame frame) {
    FrameHeader header = frame.header();
    try {
      take(header, CommandDecoder.request(header, frame.body()));
    } catch (MalformedFrameException e) {
      peer.refuse(header, Refusal.of(e));
    } finally {
      frame.body().release();
    }
  }

  private void take(FrameHeader header, Request request) {
    Admission admission = peer.admission();
    if (admission != null && !RequestRights.permit(admission.grants(), request)) {
      release(request);
      String missing = RequestRights.missing(request);
      state.access().denied(admission, peer.name(), request.type().toString(), missing);
      peer.refuse(header, RequestRights.refusal(admission.identity(), request));
      return;
    }
    switch (request) {
      case FindRoute find -> find(header, find);
      case Ping _ -> peer.send(header.correlationId(), new Pong());
      case GetStatus _ -> peer.send(header.correlationId(), status());
      case ReportProxy report -> hear(header, report);
      case ListNodes _ -> peer.send(header.correlationId(), nodes());
      case Hello _, Authenticate _ ->
          peer.refuse(
              header,
              Refusal.of(ErrorCode.HANDSHAKE_REQUIRED, "HELLO and AUTHENTICATE only come first"));
      default -> refuse(header, request);
    }
  }

  private void find(FrameHeader header, FindRoute find) {
    if (!state.waiters().find(peer, header.correlationId(), find)) {
      peer.refuse(
          header,
          new Refusal(
              ErrorCode.BUSY,
              "as many requests for routes wait as one connection may have",
              "",
              state.limits().waitMillis()));
    }
  }

  private void hear(FrameHeader header, ReportProxy report) {
    Standing standing = state.standing();
    if (!standing.leads()) {
      peer.refuse(header, standing.notLeader());
      return;
    }
    state
        .proxies()
        .hear(report, peer.address(), peer.software())
        .ifPresentOrElse(
            heard -> peer.send(header.correlationId(), heard),
            () ->
                peer.refuse(
                    header,
                    Refusal.of(
                        ErrorCode.BUSY, "as many proxies are known here as may be, and live")));
  }

  private void refuse(FrameHeader header, Request request) {
    release(request);
    peer.refuse(
        header,
        Refusal.of(ErrorCode.NOT_ACTIVE, "this is an Admin; ask it for the route to the pair"));
  }

  private static void release(Request request) {
    if (request instanceof HoldsBuffers holder) {
      holder.releaseBuffers();
    }
  }

  private NodeList nodes() {
    return new NodeList(
        state.addresses().stream()
            .map(node -> new NodePlace(node.node(), node.host(), node.port()))
            .toList());
  }

  private NodeStatus status() {
    Standing standing = state.standing();
    FrontSettings settings = state.settings();
    return new NodeStatus(
        settings.adminId(),
        SOFTWARE,
        ManagementFactory.getRuntimeMXBean().getStartTime(),
        standing.leaderEpoch(),
        standing.leads() ? NodeRole.ACTIVE : NodeRole.STANDBY,
        0,
        0,
        0,
        0,
        0,
        state.connections(),
        settings.dir().toFile().getUsableSpace(),
        false,
        standing.leads() ? "an Admin, which leads" : "an Admin, which follows");
  }
}
