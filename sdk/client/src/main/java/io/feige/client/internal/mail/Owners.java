package io.feige.client.internal.mail;

import io.feige.client.FeigeException;
import io.feige.client.internal.route.PairLink;
import io.feige.client.internal.route.Pairs;
import io.feige.client.internal.route.Ring;
import io.feige.protocol.Utf8;
import io.feige.protocol.batch.KeyHash;
import io.feige.protocol.error.ErrorCode;
import java.util.List;

/** Which pair has the mailboxes of whom: the one that the owner's place on the ring says. */
public final class Owners {
  private final Pairs pairs;
  private final long timeoutMillis;
  private volatile Known known = new Known(List.of());

  /** The pairs, and their ring. */
  private record Known(List<PairLink> links, Ring ring) {
    Known(List<PairLink> links) {
      this(links, Ring.of(links.stream().map(PairLink::pair).toList()));
    }
  }

  /** Of these pairs, for which is waited so long. */
  public Owners(Pairs pairs, long timeoutMillis) {
    this.pairs = pairs;
    this.timeoutMillis = timeoutMillis;
  }

  /** All pairs. Waits until they are known. */
  List<PairLink> all() {
    return pairs.await(timeoutMillis);
  }

  /** The pair of an owner. Waits until the pairs are known. */
  PairLink of(String identity) {
    List<PairLink> links = all();
    Known now = known;
    if (!now.links().equals(links)) {
      now = new Known(links);
      known = now;
    }
    return links.get(now.ring().owner(KeyHash.of(Utf8.encode(identity))));
  }

  /** The only pair: what is published to a channel stays in one, and so do its subscribers. */
  PairLink only() {
    List<PairLink> links = all();
    if (links.size() > 1) {
      throw FeigeException.of(
          ErrorCode.INVALID_ARGUMENT,
          "Channels need a cluster of one pair, and this one has " + links.size() + ".");
    }
    return links.get(0);
  }
}
