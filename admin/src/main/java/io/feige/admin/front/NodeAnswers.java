package io.feige.admin.front;

import io.feige.admin.event.Event;
import io.feige.admin.event.Event.Kind;
import io.feige.admin.event.Event.Severity;
import io.feige.admin.log.AdminLogId;
import io.feige.admin.log.RateLimitedLog;
import io.feige.protocol.codec.CommandDecoder;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.DeathTaken;
import io.feige.protocol.command.NodeReport;
import io.feige.protocol.command.Ping;
import io.feige.protocol.command.Pong;
import io.feige.protocol.command.ProveDeath;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.MalformedFrameException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a node tells, which has shown the cluster's secret. The node speaks first: from its first
 * report it is known which node it is, and a connection never speaks for another one.
 */
final class NodeAnswers extends SimpleChannelInboundHandler<Frame> {
  private static final Logger LOG = LoggerFactory.getLogger(NodeAnswers.class);
  private static final RateLimitedLog BAD_BYTES = RateLimitedLog.of(LOG, AdminLogId.BAD_BYTES);

  private final Peer peer;
  private final FrontState state;
  private String node = "";

  NodeAnswers(Peer peer, FrontState state) {
    super(Frame.class, false);
    this.peer = peer;
    this.state = state;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, Frame frame) {
    FrameHeader header = frame.header();
    try {
      if (header.isAnswer()) {
        take(header, CommandDecoder.answer(header, frame.body()));
      } else {
        take(header, CommandDecoder.request(header, frame.body()));
      }
    } catch (MalformedFrameException e) {
      refuse(header, e.sentence());
    } finally {
      frame.body().release();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (!node.isEmpty()) {
      LOG.info("{} node {} has gone: {}", AdminLogId.NODE_DISCONNECTED, node, peer.name());
      if (state.nodeLeft(node, peer) && state.standing().leads()) {
        state
            .events()
            .tell(
                Event.of(Kind.NODE_GONE, Severity.WARNING, node, node + " has gone")
                    .todo("Nothing, if it was stopped; else look at its log and at the network."));
      }
      state.sink().gone(node, peer.id());
    }
    context.fireChannelInactive();
  }

  /** A node asks for little, and who watches a node for nothing but to be heard. */
  private void take(FrameHeader header, Request request) {
    peer.pace().greeted();
    switch (request) {
      case Ping _ -> peer.send(header.correlationId(), new Pong());
      case ProveDeath death -> {
        state.sink().died(death.node(), death.proof());
        peer.send(header.correlationId(), new DeathTaken());
      }
      default -> refuse(header, "a node answers beats, and asks for nothing");
    }
  }

  private void take(FrameHeader header, Answer answer) {
    switch (answer) {
      case NodeReport report -> report(header, report);
      case Refusal refusal -> refused(refusal);
      default -> refuse(header, "an answer to something that was not asked");
    }
  }

  private void refused(Refusal refusal) {
    LOG.debug("node {} refused a beat: {} {}", node, refusal.code(), refusal.message());
    if (refusal.code() == ErrorCode.STALE_EPOCH && !node.isEmpty()) {
      state.sink().outdated(node, obeyed(refusal.hint()));
    }
  }

  /** Which leader epoch a node has obeyed; 0: it does not say, as those of before. */
  private static long obeyed(String hint) {
    try {
      return Long.parseLong(hint);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private void report(FrameHeader header, NodeReport report) {
    String name = report.member().node();
    if (node.isEmpty()) {
      node = name;
      peer.pace().greeted();
      state.nodeIsAt(name, peer);
      LOG.info(
          "{} node {} of machine start {} reports from {}",
          AdminLogId.NODE_CONNECTED,
          name,
          report.member().boot(),
          peer.name());
      String sentence = name + " is connected from " + peer.name();
      state.events().tell(Event.of(Kind.NODE_CAME, Severity.INFO, name, sentence));
    }
    if (node.equals(name)) {
      peer.holds(report.access());
      state.sink().reported(peer.id(), report);
    } else {
      refuse(header, "this connection is that of node " + node);
    }
  }

  private void refuse(FrameHeader header, String sentence) {
    BAD_BYTES.warn(peer.name(), sentence);
    peer.refuseAndEnd(header, Refusal.of(ErrorCode.MALFORMED, sentence));
  }
}
