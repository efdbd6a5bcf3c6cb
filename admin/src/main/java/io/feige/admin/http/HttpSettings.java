package io.feige.admin.http;

import io.feige.admin.address.HostPort;
import io.feige.config.SecurityConfig;
import io.feige.tls.Encryption;

/**
 * How the REST interface is set up.
 *
 * @param listen where; port 0: any free one
 * @param security what callers must show: its token as a bearer token
 */
public record HttpSettings(HostPort listen, SecurityConfig security, Encryption encryption) {
  /** What callers must show as a bearer token; empty: nothing. */
  String token() {
    return security.token();
  }

  @Override
  public String toString() {
    return "HttpSettings[" + listen + "]";
  }
}
