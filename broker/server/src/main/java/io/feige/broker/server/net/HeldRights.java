package io.feige.broker.server.net;

import io.feige.access.Admission;
import io.feige.broker.server.access.NodeAccess;
import org.jspecify.annotations.Nullable;

/**
 * What the client of a connection may do, as of the newest table. Only on the connection's loop.
 */
final class HeldRights {
  private final NodeAccess access;
  private @Nullable Admission admission;
  private boolean hasLostSome;

  HeldRights(NodeAccess access) {
    this.access = access;
  }

  /** It has shown who it is. */
  void begin(Admission as) {
    admission = as;
  }

  /** As it was known last; null: it has shown nothing, or is to go. */
  @Nullable Admission known() {
    return admission;
  }

  /** The user who asks over the connection for itself alone; empty: it is none, or a proxy. */
  String onlyUser() {
    Admission shown = admission;
    return shown == null ? "" : shown.onlyUser();
  }

  /** As it is now; null: it is to go. Only behind the handshake. */
  @Nullable Admission now() {
    Admission former = admission;
    if (former == null) {
      return null;
    }
    Admission renewed = access.renewed(former).orElse(null);
    admission = renewed;
    if (renewed == null) {
      hasLostSome = true;
    } else if (renewed.table() != former.table()) {
      hasLostSome |= !renewed.grants().include(former.grants());
    }
    return renewed;
  }

  /** Whether something of it may wait for what it may not have any more. */
  boolean hasLostSome() {
    var _ = now();
    return hasLostSome;
  }
}
