package io.feige.admin.front;

import io.feige.access.Admission;
import io.feige.admin.log.AdminLogId;
import io.feige.admin.log.RateLimitedLog;
import io.feige.protocol.ProtocolVersion;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;

/**
 * Ends connections that take too long: for the handshake, for a frame that has begun, between
 * frames, or for taking what they are sent. One sweep over all of them instead of a timer for each.
 * Only on the loop.
 */
final class Deadlines implements Runnable {
  private static final RateLimitedLog SLOW =
      RateLimitedLog.of(LoggerFactory.getLogger(Deadlines.class), AdminLogId.SLOW_PEER);
  private static final FrameHeader NO_REQUEST =
      FrameHeader.request(0, ProtocolVersion.MIN, CommandType.HELLO, 0);

  private final FrontState state;
  private final long handshakeNanos;
  private final long frameNanos;
  private final long idleNanos;

  Deadlines(FrontState state) {
    this.state = state;
    this.handshakeNanos = TimeUnit.MILLISECONDS.toNanos(state.limits().handshakeMillis());
    this.frameNanos = TimeUnit.MILLISECONDS.toNanos(state.limits().frameMillis());
    this.idleNanos = TimeUnit.MILLISECONDS.toNanos(state.limits().idleMillis());
  }

  /** How often to look. */
  long periodMillis() {
    FrontLimits limits = state.limits();
    int shortest =
        Math.min(limits.handshakeMillis(), Math.min(limits.frameMillis(), limits.idleMillis()));
    return Math.clamp(shortest / 8, 5, 1_000);
  }

  @Override
  public void run() {
    long now = System.nanoTime();
    for (Peer peer : List.copyOf(state.peers())) {
      peer.pace().look(now, peer.isWritable());
      if (!peer.isEnding()) {
        judge(peer, now);
      }
    }
  }

  private void judge(Peer peer, long now) {
    Pace pace = peer.pace();
    if (pace.isGreetingLongerThan(handshakeNanos, now)) {
      refuse(peer, ErrorCode.HANDSHAKE_TIMEOUT, "no complete handshake in time");
    } else if (pace.isStalledLongerThan(idleNanos, now)) {
      SLOW.warn(peer.name(), "took nothing of what it was sent");
      peer.abort();
    } else if (pace.isInFrameLongerThan(frameNanos, now)) {
      refuse(peer, ErrorCode.MALFORMED, "a frame was begun and not completed in time");
    } else if (pace.isQuietLongerThan(idleNanos, now)) {
      peer.close("nothing came for " + state.limits().idleMillis() + " ms");
    } else {
      renew(peer);
    }
  }

  private void renew(Peer peer) {
    Admission former = peer.admission();
    if (former != null) {
      Admission now = state.access().renewed(former).orElse(null);
      peer.admitted(now);
      if (now == null) {
        peer.refuseAndEnd(
            NO_REQUEST,
            Refusal.of(ErrorCode.NOT_AUTHENTICATED, "the user or the token is no longer good"));
      }
    }
  }

  private static void refuse(Peer peer, ErrorCode code, String sentence) {
    SLOW.warn(peer.name(), sentence);
    peer.refuseAndEnd(NO_REQUEST, Refusal.of(code, sentence));
  }
}
