package io.feige.admin.http;

import io.feige.access.TrustedProxies;
import io.feige.admin.access.AdminAccess;
import io.feige.admin.address.HostPort;
import io.feige.admin.client.UserClients;
import io.feige.admin.history.History;
import io.feige.admin.stored.StoredMessages;
import io.feige.config.ConfigEntry;
import io.feige.config.SecurityConfig;
import io.feige.tls.Encryption;
import java.util.List;

/**
 * How the REST interface is set up.
 *
 * @param listen where; port 0: any free one
 * @param trusted the reverse proxies before it
 * @param security whether callers must show a certificate
 * @param access who may do what
 * @param clients ask nodes for callers
 * @param history what was before
 * @param stored the message store
 * @param entries this Admin's own settings, as they may be shown
 */
public record HttpSettings(
    HostPort listen,
    TrustedProxies trusted,
    SecurityConfig security,
    Encryption encryption,
    AdminAccess access,
    UserClients clients,
    History history,
    StoredMessages stored,
    List<ConfigEntry> entries) {
  @Override
  public String toString() {
    return "HttpSettings[" + listen + "]";
  }
}
