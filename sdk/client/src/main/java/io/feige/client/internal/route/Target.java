package io.feige.client.internal.route;

import io.feige.protocol.model.PairRoute;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Where an activation of a pair is served.
 *
 * @param nodeId the node; empty where only its address is known
 * @param epoch the activation; 0: not known
 * @param address where the node listens, unresolved
 */
record Target(String nodeId, long epoch, InetSocketAddress address) {
  private static final int MAX_PORT = 65_535;

  static Target of(PairRoute route) {
    InetSocketAddress address = InetSocketAddress.createUnresolved(route.host(), route.port());
    return new Target(route.nodeId(), route.epoch(), address);
  }

  /** What a refusal hints at, or null if that is no address. */
  static @Nullable Target ofHint(String hint) {
    int colon = hint.lastIndexOf(':');
    String port = hint.substring(colon + 1);
    boolean isNumber =
        !port.isEmpty() && port.length() <= 5 && port.chars().allMatch(c -> c >= '0' && c <= '9');
    int number = isNumber ? Integer.parseInt(port) : 0;
    return colon < 1 || number < 1 || number > MAX_PORT
        ? null
        : new Target("", 0, InetSocketAddress.createUnresolved(hint.substring(0, colon), number));
  }

  boolean isAt(Target other) {
    return address.equals(other.address);
  }

  /**
   * Whether a connection made to this one leads to the other: the same node, and no newer epoch.
   */
  boolean isSameActivation(Target other) {
    return nodeId.equals(other.nodeId) && (epoch == 0 || epoch == other.epoch);
  }

  Target at(long known) {
    return new Target(nodeId, known, address);
  }

  Target named(String node) {
    return new Target(node, epoch, address);
  }
}
