package io.feige.broker.server.net;

import io.feige.access.Admission;
import io.feige.access.RequestRights;
import io.feige.access.Right;
import io.feige.broker.server.access.NodeAccess;
import io.feige.broker.server.ops.LogId;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.Compression;
import io.feige.protocol.codec.Asked;
import io.feige.protocol.codec.CommandDecoder;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Authenticate;
import io.feige.protocol.command.GetSettings;
import io.feige.protocol.command.GetVitals;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.HoldsBuffers;
import io.feige.protocol.command.ListClients;
import io.feige.protocol.command.ListNodes;
import io.feige.protocol.command.ListSalvage;
import io.feige.protocol.command.NodeList;
import io.feige.protocol.command.Ping;
import io.feige.protocol.command.Pong;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.ReadMailbox;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.ReportProxy;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Result;
import io.feige.protocol.command.TakeWork;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.MalformedFrameException;
import io.feige.protocol.model.NodePlace;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Frames to requests, and on to whoever serves them. A body that cannot be understood is refused by
 * itself: where it ends is known, so the connection goes on. What the caller may not is refused
 * here, before anybody else sees it.
 */
final class Requests extends SimpleChannelInboundHandler<Frame> {
  private static final Logger LOG = LoggerFactory.getLogger(Requests.class);

  /** So long a request may wait that somebody else asks for a user. */
  private static final int ACTING_WAIT_MILLIS = 4_000;

  private final ClientConnection connection;
  private final FrontState state;
  private final NodeAccess access;
  private final RequestSink sink;
  private final int maxBatchBytes;
  private final ActingUsers users;

  Requests(ClientConnection connection, FrontState state, RequestSink sink) {
    super(Frame.class, false);
    this.connection = connection;
    this.state = state;
    this.access = state.access();
    this.users = new ActingUsers(access);
    this.sink = sink;
    this.maxBatchBytes = state.setup().limits().maxBatchBytes();
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, Frame frame) {
    FrameHeader header = frame.header();
    try {
      take(header, CommandDecoder.asked(header, frame.body()));
    } catch (MalformedFrameException e) {
      connection.refuse(header, Refusal.of(e));
    } finally {
      frame.body().release();
    }
  }

  /** The connection has ended, wherever it was. */
  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    sink.closed(connection);
  }

  private void take(FrameHeader header, Asked asked) {
    Request request = asked.request();
    if (connection.awaitsChange(header.correlationId())) {
      release(request);
      // Its answer could be taken for that of the change, here and there.
      connection.refuseAndEnd(
          header,
          Refusal.of(
              ErrorCode.MALFORMED, "the correlation id is of a request that is not answered"));
    } else if (request instanceof Ping) {
      connection.send(header.correlationId(), new Pong());
    } else {
      connection.asked();
      takeNow(header, asked);
    }
  }

  private void takeNow(FrameHeader header, Asked asked) {
    Request request = asked.request();
    if (request instanceof Hello || request instanceof Authenticate) {
      connection.refuse(
          header,
          Refusal.of(ErrorCode.HANDSHAKE_REQUIRED, "HELLO and AUTHENTICATE only come first"));
    } else if (state.isStopping()) {
      release(request);
      connection.refuse(header, FrontState.STOPPING);
    } else if (request instanceof Publish publish && unpackedBytes(publish) > maxBatchBytes) {
      release(request);
      connection.refuse(header, tooLargeUnpacked(publish));
    } else {
      judge(header, asked);
    }
  }

  private void judge(FrameHeader header, Asked asked) {
    Admission own = connection.rights().now();
    if (own == null) {
      release(asked.request());
      connection.refuseAndEnd(
          header,
          Refusal.of(ErrorCode.NOT_AUTHENTICATED, "the user or the token is no longer good"));
    } else if (asked.user().isEmpty()) {
      judge(header, own, asked.request());
    } else {
      judgeFor(header, own, asked);
    }
  }

  private void judgeFor(FrameHeader header, Admission proxy, Asked asked) {
    Admission user = proxy.grants().permit(Right.PROXY) ? users.find(proxy, asked.user()) : null;
    if (user != null) {
      judge(header, user, waitingLittle(asked.request()));
      return;
    }
    release(asked.request());
    if (proxy.grants().permit(Right.PROXY)) {
      String sentence = "no user '" + asked.user() + "' is let in here";
      connection.refuse(header, Refusal.of(ErrorCode.NOT_AUTHORIZED, sentence));
    } else {
      String right = Right.PROXY.text();
      access.denied(proxy, connection.peer(), asked.request(), right);
      connection.refuse(header, RequestRights.refusal(proxy.identity(), right));
    }
  }

  /** Nobody looks whether a user that is asked for has lost a right while its request waits. */
  private static Request waitingLittle(Request request) {
    return switch (request) {
      case Pull pull -> pull.waitingAtMost(ACTING_WAIT_MILLIS);
      case Read read -> read.waitingAtMost(ACTING_WAIT_MILLIS);
      case ReadMailbox read -> read.waitingAtMost(ACTING_WAIT_MILLIS);
      case TakeWork take -> take.waitingAtMost(ACTING_WAIT_MILLIS);
      default -> request;
    };
  }

  private void judge(FrameHeader header, Admission admission, Request request) {
    if (!RequestRights.permit(admission.grants(), request)) {
      release(request);
      access.denied(admission, connection.peer(), request);
      connection.refuse(header, RequestRights.refusal(admission.identity(), request));
    } else {
      if (RequestRights.isChange(request)) {
        connection.asksFor(header.correlationId(), admission.identity(), request);
      }
      Request narrowed = RequestRights.narrowed(admission.grants(), request);
      carryOut(header, admission.identity().user(), narrowed);
    }
  }

  /** Unless its user, or its topic, has had so much that it has to wait. */
  private void carryOut(FrameHeader header, String user, Request request) {
    Refusal wait = access.quotas().ask(user, request);
    if (wait != null) {
      release(request);
      connection.refuse(header, wait);
      return;
    }
    LongConsumer payer = access.quotas().payer(user, request);
    if (payer != null) {
      connection.pulls().asked(header.correlationId(), payer);
    }
    carryOut(header, request);
  }

  /** What concerns no pair is answered here, so that it is also where none is served. */
  private void carryOut(FrameHeader header, Request request) {
    switch (request) {
      case ListClients list -> connection.send(header.correlationId(), state.clients(list));
      case ListNodes _ ->
          connection.send(
              header.correlationId(),
              new NodeList(List.of(NodePlace.here(state.setup().nodeId()))));
      case ReportProxy _ ->
          connection.refuse(
              header,
              Refusal.of(
                  ErrorCode.NOT_LEADER, "this is a node; proxies tell an Admin how they are"));
      case GetSettings _ -> connection.send(header.correlationId(), state.facts().settings());
      case ListSalvage list -> answer(header, state.facts().salvage(list.limit()));
      case GetVitals _ -> answer(header, state.facts().vitals());
      default -> submit(header, request);
    }
  }

  private void answer(FrameHeader header, CompletableFuture<Answer> asked) {
    var _ =
        asked
            .thenAccept(answer -> answer(header, answer))
            .whenComplete((sent, cause) -> {
              if (cause != null) {
                LOG.warn("an answer to command {} could not be sent", header.command(), cause);
                connection.close("its answer could not be sent: " + cause.getMessage());
              }
            });
  }

  private void answer(FrameHeader header, Answer answer) {
    switch (answer) {
      case Result result -> connection.send(header.correlationId(), result);
      case Refusal refusal -> connection.refuse(header, refusal);
    }
  }

  /** What the batch says of itself; who reads it gives it no more memory. */
  private static long unpackedBytes(Publish publish) {
    ByteBuf batch = publish.batch();
    int at = batch.readerIndex();
    if (batch.readableBytes() < BatchHead.HEADER_BYTES) {
      return 0;
    }
    Compression packed = Compression.ofNumber(batch.getUnsignedByte(at + BatchHead.COMPRESSION_AT));
    return packed == null || packed == Compression.NONE
        ? 0
        : batch.getUnsignedInt(at + BatchHead.PAYLOAD_LENGTH_AT);
  }

  private Refusal tooLargeUnpacked(Publish publish) {
    return Refusal.of(
        ErrorCode.BATCH_TOO_LARGE,
        "the batch unpacks to "
            + unpackedBytes(publish)
            + " bytes, "
            + maxBatchBytes
            + " are taken (limits.maxBatchBytes)");
  }

  private void submit(FrameHeader header, Request request) {
    try {
      sink.submit(connection, header.correlationId(), request);
    } catch (RuntimeException e) {
      LOG.error("{} a request of {} met a fault", LogId.INTERNAL_FAULT, connection.peer(), e);
      connection.refuse(header, Refusal.of(ErrorCode.INTERNAL, "the node met a fault of its own"));
    }
  }

  private static void release(Request request) {
    if (request instanceof HoldsBuffers holder) {
      holder.releaseBuffers();
    }
  }
}
