package io.feige.broker.server.net;

import io.feige.broker.server.access.NodeAccess;
import io.feige.broker.server.config.NodeConfig.Limits;
import io.feige.broker.server.ops.LogId;
import io.feige.broker.server.ops.RateLimitedLog;
import io.feige.protocol.ProtocolVersion;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;

/**
 * Ends connections of one event loop that take too long: for the handshake, for a frame that has
 * begun, between frames, or for taking their answers; and those that may do less than when they
 * came. One sweep over all of them instead of a timer for each. Only on the loop.
 */
final class Deadlines implements Runnable {
  private static final RateLimitedLog SLOW =
      RateLimitedLog.of(LoggerFactory.getLogger(Deadlines.class), LogId.SLOW_PEER);
  private static final long LONGEST_PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long SHORTEST_PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final FrameHeader NO_REQUEST =
      FrameHeader.request(0, ProtocolVersion.MIN, CommandType.HELLO, 0);

  /** So long a connection may take nothing of its answers while memory for them is short. */
  private static final long STALL_WHILE_SHORT_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final EventLoop loop;
  private final NodeAccess access;
  private final AnswerMemory answers;
  private final Set<ClientConnection> connections = new LinkedHashSet<>();
  private final long handshakeNanos;
  private final long frameNanos;
  private final long idleNanos;
  private final long periodNanos;
  private long stallNanos;
  private boolean isSweeping;

  /** Deadlines of a loop's connections. */
  Deadlines(EventLoop loop, FrontState state) {
    Limits limits = state.setup().limits();
    this.loop = loop;
    this.access = state.access();
    this.answers = state.answers();
    this.handshakeNanos = limits.handshakeTimeout().toNanos();
    this.frameNanos = limits.frameTimeout().toNanos();
    this.idleNanos = limits.idleTimeout().toNanos();
    long shortest = Math.min(handshakeNanos, Math.min(frameNanos, idleNanos));
    this.periodNanos =
        Math.max(SHORTEST_PERIOD_NANOS, Math.min(LONGEST_PERIOD_NANOS, shortest / 8));
  }

  void watch(ClientConnection connection) {
    connection.pace().opened(System.nanoTime());
    connections.add(connection);
    if (!isSweeping) {
      isSweeping = true;
      again();
    }
  }

  void forget(ClientConnection connection) {
    connections.remove(connection);
  }

  @Override
  public void run() {
    long now = System.nanoTime();
    access.look();
    stallNanos = answers.isShort() ? Math.min(idleNanos, STALL_WHILE_SHORT_NANOS) : idleNanos;
    List<ClientConnection> late = new ArrayList<>();
    List<ClientConnection> out = new ArrayList<>();
    for (ClientConnection connection : connections) {
      connection.look(now);
      if (!connection.isEnding() && isLate(connection.pace(), now)) {
        late.add(connection);
      } else if (!connection.isEnding() && connection.hasLostRights()) {
        out.add(connection);
      }
    }
    late.forEach(connection -> end(connection, now));
    out.forEach(Deadlines::sendAway);
    isSweeping = !connections.isEmpty();
    if (isSweeping) {
      again();
    }
  }

  private void again() {
    var _ = loop.schedule(this, periodNanos, TimeUnit.NANOSECONDS);
  }

  private boolean isLate(Pace pace, long now) {
    return pace.isShakingLongerThan(handshakeNanos, now)
        || pace.isInFrameLongerThan(frameNanos, now)
        || pace.isQuietLongerThan(idleNanos, now)
        || pace.isStalledLongerThan(stallNanos, now);
  }

  private void end(ClientConnection connection, long now) {
    Pace pace = connection.pace();
    if (pace.isShakingLongerThan(handshakeNanos, now)) {
      String sentence = "no complete handshake within " + shown(handshakeNanos);
      refuse(connection, ErrorCode.HANDSHAKE_TIMEOUT, sentence);
    } else if (pace.isStalledLongerThan(stallNanos, now)) {
      SLOW.warn(connection.peer(), "took none of its answers for " + shown(stallNanos));
      connection.abort();
    } else if (pace.isInFrameLongerThan(frameNanos, now)) {
      String sentence = "a frame was begun and not completed within " + shown(frameNanos);
      refuse(connection, ErrorCode.MALFORMED, sentence);
    } else {
      connection.close("nothing came for " + shown(idleNanos));
    }
  }

  // Pulls of it may wait for what it may not have any more. It may come again with what is left.
  private static void sendAway(ClientConnection connection) {
    connection.refuseAndEnd(
        NO_REQUEST,
        Refusal.of(
            ErrorCode.NOT_AUTHENTICATED, "the user, the token or a right of it is no longer good"));
  }

  private static void refuse(ClientConnection connection, ErrorCode code, String sentence) {
    SLOW.warn(connection.peer(), sentence);
    connection.refuseAndEnd(NO_REQUEST, Refusal.of(code, sentence));
  }

  private static String shown(long nanos) {
    return Duration.ofNanos(nanos).toMillis() + " ms";
  }
}
