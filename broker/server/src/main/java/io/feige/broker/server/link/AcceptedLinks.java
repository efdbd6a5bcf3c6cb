package io.feige.broker.server.link;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The open links that peers have dialled: at most one for each pair and peer, so that there are no
 * more than there are peers. A peer that comes again has given the earlier one up, or has lost it
 * without this side being told. What concerns a pair only on the loop of that pair.
 */
final class AcceptedLinks {
  private record Name(String pair, String peerNode) {}

  private final Map<Name, OpenLink> links = new ConcurrentHashMap<>();

  void add(OpenLink link) {
    Name name = new Name(link.pair(), link.peerNode());
    OpenLink earlier = links.put(name, link);
    if (earlier != null) {
      earlier.replaced("the peer has opened another one");
    }
    var _ = link.socket().channel().closeFuture().addListener(f -> links.remove(name, link));
  }

  int count() {
    return links.size();
  }
}
