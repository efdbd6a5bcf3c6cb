package io.feige.broker.server.control;

import io.feige.broker.server.access.NodeAccess;
import io.feige.broker.server.net.HostPort;
import io.feige.protocol.model.Secret;
import io.feige.tls.Encryption;
import io.netty.channel.EventLoop;
import java.util.List;

/**
 * What a node needs in order to be led by Admin.
 *
 * @param admins where Admins listen; any of them tells who leads
 * @param secret of the cluster
 * @param software name and version of the node's program, for Admin's logs
 * @param loop everything runs on it that is not a pair's
 * @param access hears of users
 */
public record AdminLinkSetup(
    List<HostPort> admins,
    Secret secret,
    String software,
    EventLoop loop,
    Encryption encryption,
    NodeAccess access) {
  /**
   * Takes a copy of the list.
   *
   * @throws IllegalArgumentException if there is no Admin, or no secret
   */
  public AdminLinkSetup {
    admins = List.copyOf(admins);
    if (admins.isEmpty() || secret.length() == 0) {
      throw new IllegalArgumentException("a node is led by at least one Admin, with a secret");
    }
  }
}
