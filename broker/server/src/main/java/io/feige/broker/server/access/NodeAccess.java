package io.feige.broker.server.access;

import io.feige.access.AccessControl;
import io.feige.access.AccessControl.Exchange;
import io.feige.access.AccessRules;
import io.feige.access.AccessTable;
import io.feige.access.Admission;
import io.feige.access.AuditEntry;
import io.feige.access.AuditLog;
import io.feige.access.HeldTable;
import io.feige.access.RequestRights;
import io.feige.access.Verdict;
import io.feige.access.Verdict.Admitted;
import io.feige.access.Verdict.Refused;
import io.feige.access.Verdict.TooOften;
import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.ops.Gate;
import io.feige.broker.server.ops.LogId;
import io.feige.broker.server.ops.NodeMetrics;
import io.feige.broker.server.ops.RateLimitedLog;
import io.feige.config.SecurityConfig;
import io.feige.protocol.cluster.AccessMark;
import io.feige.protocol.cluster.AccessNews;
import io.feige.protocol.command.Authenticate;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.Request;
import io.feige.protocol.model.Secret;
import io.feige.tls.CertificateNames;
import io.feige.tls.Encryption;
import io.netty.channel.Channel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who comes in at this node, and what it may do. Refused tries are counted and logged. Any thread.
 */
public final class NodeAccess implements Gate, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NodeAccess.class);

  private final AccessControl control;
  private final HeldTable held;
  private final AuditLog audit;
  private final NodeMetrics metrics;
  private final Quotas quotas;
  private final RateLimitedLog badCredentials = RateLimitedLog.of(LOG, LogId.BAD_CREDENTIALS);
  private final RateLimitedLog notPermitted = RateLimitedLog.of(LOG, LogId.NOT_PERMITTED);

  private NodeAccess(AccessControl control, HeldTable held, AuditLog audit, NodeMetrics metrics) {
    this.control = control;
    this.held = held;
    this.audit = audit;
    this.metrics = metrics;
    this.quotas = new Quotas(control::table, System::nanoTime);
  }

  /**
   * Begins with what the directory has of an earlier start.
   *
   * @throws IOException if the audit log cannot be written
   */
  public static NodeAccess open(NodeConfig config, Path dir, NodeMetrics metrics)
      throws IOException {
    SecurityConfig security = config.security();
    AccessControl control =
        new AccessControl(
            new AccessRules(
                security.token(),
                security.users(),
                Secret.of(config.cluster().secret()),
                security.tls().isPresent()));
    HeldTable held = new HeldTable(dir, control, config.cluster().usersMaxAge());
    AuditLog audit = AuditLog.open(dir, config.node().id());
    if (security.users()) {
      metrics.users(() -> held.mark().version(), held::ageSeconds);
    }
    return new NodeAccess(control, held, audit, metrics);
  }

  /** Which table of users the node holds. */
  public AccessMark mark() {
    return held.mark();
  }

  /** The leading Admin says which is the newest. On the loop of the connection to Admin. */
  public void hear(AccessNews news) {
    held.hear(news);
  }

  /** See {@link AccessControl#begin}. */
  public Exchange begin(Authenticate request) {
    return control.begin(request);
  }

  /** Judges a caller of the wire; on its loop. */
  public Verdict judge(Hello hello, @Nullable Exchange exchange, Channel channel) {
    Set<String> names = Encryption.shownBy(channel).map(CertificateNames::of).orElseGet(Set::of);
    String address = address(channel.remoteAddress());
    held.look();
    return told(control.judge(hello, exchange, names, address), address);
  }

  @Override
  public Verdict judge(
      @Nullable String authorization, Set<String> certificate, SocketAddress from) {
    String address = address(from);
    held.look();
    return told(control.http(authorization, certificate, address), address);
  }

  /** What somebody who came in may do now; empty: it is to go. */
  public Optional<Admission> renewed(Admission former) {
    return control.renewed(former);
  }

  /** Who there is. */
  public AccessTable table() {
    return control.table();
  }

  /** How much users and topics may have. */
  public Quotas quotas() {
    return quotas;
  }

  /** See {@link AccessControl#acting}. */
  public Optional<Admission> acting(Admission proxy, String user) {
    return control.acting(proxy, user);
  }

  /** To be called every second or so: without an Admin, the table of users becomes too old. */
  public void look() {
    held.look();
  }

  /** Somebody asked what it may not. */
  public void denied(Admission admission, String from, Request request) {
    denied(admission, from, request, RequestRights.missing(request));
  }

  /** Somebody asked what it may not, for want of a right. */
  public void denied(Admission admission, String from, Request request, String missing) {
    metrics.denied();
    notPermitted.warn(from, admission.identity() + " lacks the right " + missing);
    audit.write(
        AuditEntry.refused(
            admission.identity().toString(),
            from,
            request.type().toString(),
            "NOT_AUTHORIZED: " + missing));
  }

  /** Something was changed, or was tried to. */
  public void audit(AuditEntry entry) {
    audit.write(entry);
  }

  @Override
  public void close() {
    audit.close();
  }

  private Verdict told(Verdict verdict, String address) {
    switch (verdict) {
      case Admitted _ -> {}
      case Refused refused -> {
        metrics.notAuthenticated();
        badCredentials.warn(address, refused.reason());
        audit.write(
            AuditEntry.refused(
                refused.user(), address, "come in", "NOT_AUTHENTICATED: " + refused.reason()));
      }
      case TooOften often -> {
        metrics.notAuthenticated();
        badCredentials.warn(address, "tries too often, and is not looked at");
        audit.write(AuditEntry.refused(often.user(), address, "come in", "too often"));
      }
    }
    return verdict;
  }

  private static String address(SocketAddress from) {
    return from instanceof InetSocketAddress inet && inet.getAddress() != null
        ? inet.getAddress().getHostAddress()
        : String.valueOf(from);
  }
}
