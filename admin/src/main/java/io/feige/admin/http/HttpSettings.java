package io.feige.admin.http;

import io.feige.admin.address.HostPort;

/**
 * How the REST interface is set up.
 *
 * @param listen where; port 0: any free one
 * @param token what callers must show as a bearer token; empty: nothing
 */
public record HttpSettings(HostPort listen, String token) {
  @Override
  public String toString() {
    return "HttpSettings[" + listen + "]";
  }
}
