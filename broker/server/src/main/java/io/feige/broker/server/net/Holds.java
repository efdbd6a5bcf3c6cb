package io.feige.broker.server.net;

import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

/**
 * Why a connection is not read. When no reason is left, first the rest of what was read already is
 * taken, then the socket is read again. Only on the loop.
 */
final class Holds {
  /** The peer does not take its answers. */
  static final int OUTBOUND = 1;

  /** Whoever serves it asked for it. */
  static final int SINK = 2;

  /** It is on its way to another loop. */
  static final int MOVING = 4;

  /** It had its turn, and others have theirs. */
  static final int TURN = 8;

  private final Channel channel;
  private @Nullable Runnable takeRest;
  private int reasons;
  private boolean resumes;

  Holds(Channel channel) {
    this.channel = channel;
  }

  void onResume(Runnable newTakeRest) {
    takeRest = newTakeRest;
  }

  void add(int reason) {
    reasons |= reason;
    channel.config().setAutoRead(false);
  }

  void remove(int reason) {
    boolean wasHeld = any();
    reasons &= ~reason;
    if (wasHeld && !any() && !resumes) {
      // As a task of its own: a reason may end in the middle of a flush, or of a request.
      resumes = true;
      channel.eventLoop().execute(this::resume);
    }
  }

  void clear() {
    remove(reasons);
  }

  boolean any() {
    return reasons != 0;
  }

  private void resume() {
    resumes = false;
    if (!any() && takeRest != null) {
      takeRest.run();
    }
    if (!any()) {
      channel.config().setAutoRead(true);
    }
  }
}
