package io.feige.broker.server.ops;

import io.feige.access.Verdict;
import java.net.SocketAddress;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who is let in over HTTP. Any thread. */
@FunctionalInterface
public interface Gate {
  /**
   * Judges a caller. May take milliseconds.
   *
   * @param authorization the header; null: there was none
   * @param certificate the names in the certificate that it has shown; empty: none
   */
  Verdict judge(@Nullable String authorization, Set<String> certificate, SocketAddress from);
}
