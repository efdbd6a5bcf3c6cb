package io.feige.tls;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** What a connection meets when the other side, or the network, has ended it. */
public final class PeerGone {
  private PeerGone() {}

  /**
   * Whether that is what went wrong. Netty's epoll says it unchecked where a socket was reset just
   * before reading from it is switched on or off (4.2).
   */
  public static boolean is(@Nullable Throwable failure) {
    return failure instanceof IOException || failure instanceof UncheckedIOException;
  }
}
