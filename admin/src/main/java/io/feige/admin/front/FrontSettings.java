package io.feige.admin.front;

import io.feige.admin.access.AdminAccess;
import io.feige.admin.address.HostPort;
import io.feige.admin.event.EventSink;
import io.feige.config.SecurityConfig;
import io.feige.tls.Encryption;
import java.nio.file.Path;

/**
 * How the front is set up.
 *
 * @param listen where; port 0: any free one
 * @param security whether clients must show a certificate
 * @param access who may come in, and what nodes are told of users
 * @param clusterSecret what nodes must show
 * @param dir whose disk's free space the status shows
 * @param events is told of nodes that come and go
 */
public record FrontSettings(
    String adminId,
    HostPort listen,
    SecurityConfig security,
    AdminAccess access,
    String clusterSecret,
    Path dir,
    Encryption encryption,
    FrontLimits limits,
    EventSink events) {
  @Override
  public String toString() {
    return "FrontSettings[" + adminId + " at " + listen + "]";
  }
}
