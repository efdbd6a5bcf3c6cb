package io.feige.admin.front;

import io.feige.admin.address.HostPort;
import java.nio.file.Path;

/**
 * How the front is set up.
 *
 * @param listen where; port 0: any free one
 * @param token what clients must show; empty: nothing
 * @param clusterSecret what nodes must show
 * @param dir whose disk's free space the status shows
 */
public record FrontSettings(
    String adminId,
    HostPort listen,
    String token,
    String clusterSecret,
    Path dir,
    FrontLimits limits) {
  @Override
  public String toString() {
    return "FrontSettings[" + adminId + " at " + listen + "]";
  }
}
