package io.feige.admin.access;

import io.feige.access.AccessControl;
import io.feige.access.AccessControl.Exchange;
import io.feige.access.AccessJson;
import io.feige.access.AccessRules;
import io.feige.access.AccessTable;
import io.feige.access.Admission;
import io.feige.access.AuditEntry;
import io.feige.access.AuditLog;
import io.feige.access.Identity;
import io.feige.access.Verdict;
import io.feige.access.Verdict.Admitted;
import io.feige.access.Verdict.Refused;
import io.feige.access.Verdict.TooOften;
import io.feige.admin.log.AdminLogId;
import io.feige.admin.log.RateLimitedLog;
import io.feige.admin.store.UserStore;
import io.feige.config.SecurityConfig;
import io.feige.protocol.cluster.AccessMark;
import io.feige.protocol.cluster.AccessNews;
import io.feige.protocol.command.Authenticate;
import io.feige.protocol.command.Hello;
import io.feige.protocol.model.Secret;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who comes in at this Admin, what it may do, and what nodes are told of users. Refused tries are
 * counted, logged and written down. Any thread.
 */
public final class AdminAccess implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AdminAccess.class);

  private static final int LOOKS = 100;
  private static final int LOOK_MILLIS = 20;

  private final AccessControl control;
  private final UserStore store;
  private final AuditLog audit;
  private final SetupSecret setup;
  private final Sessions sessions;
  private final Voucher voucher;
  private final HttpToken httpToken;
  private final LongAdder notAuthenticated = new LongAdder();
  private final LongAdder denied = new LongAdder();
  private final RateLimitedLog badCredentials = RateLimitedLog.of(LOG, AdminLogId.BAD_CREDENTIALS);
  private final RateLimitedLog notPermitted = RateLimitedLog.of(LOG, AdminLogId.NOT_PERMITTED);
  private volatile AccessNews news = AccessNews.NONE;
  private volatile Predicate<AccessMark> nodesHold = _ -> true;
  private boolean isSetupOffered;

  private AdminAccess(
      AccessControl control,
      UserStore store,
      AuditLog audit,
      SetupSecret setup,
      Voucher voucher,
      HttpToken httpToken) {
    this.control = control;
    this.store = store;
    this.audit = audit;
    this.setup = setup;
    this.sessions = new Sessions(control::renewed, System::currentTimeMillis);
    this.voucher = voucher;
    this.httpToken = httpToken;
    control.wantOverHttp(httpToken.secret());
  }

  /**
   * Begins, with nobody known.
   *
   * @param clusterSecret by which the cluster's Admins know each other
   * @param dir holds the audit log and the set-up secret
   * @throws IOException if the audit log cannot be written
   */
  public static AdminAccess open(
      String adminId, SecurityConfig security, Secret clusterSecret, UserStore store, Path dir)
      throws IOException {
    AccessRules rules =
        new AccessRules(
            security.token(), security.users(), clusterSecret, security.tls().isPresent());
    return new AdminAccess(
        new AccessControl(rules),
        store,
        AuditLog.open(dir, adminId),
        new SetupSecret(dir, security.users() && security.token().isEmpty()),
        new Voucher(clusterSecret, System::currentTimeMillis),
        new HttpToken(dir));
  }

  /** What is stored has been read, or has changed. */
  public synchronized void stored(byte @Nullable [] bytes) {
    if (bytes != null) {
      try {
        Secret text = Secret.of(bytes);
        AccessTable table = AccessJson.read(text);
        if (table.mark().replaces(news.mark())) {
          take(table, text);
        }
      } catch (IllegalArgumentException e) {
        LOG.error("{} users stay as they were: {}", AdminLogId.STORED_UNREADABLE, e.getMessage());
      }
    }
    offerSetup();
  }

  /** Whether nobody has to show anything on the wire, and over HTTP what {@link #tokenFile} has. */
  public boolean isOpen() {
    return control.isOpen();
  }

  /**
   * HTTP is answered.
   *
   * @throws IOException if {@link #tokenFile} cannot be written
   */
  public void answersHttp(int port) throws IOException {
    if (isOpen()) {
      httpToken.leave(port);
    }
  }

  /** What callers of HTTP have to show where the settings want nothing; empty: they want it. */
  public Optional<Path> tokenFile() {
    return httpToken.file();
  }

  /** What nodes are to know. */
  public AccessNews news() {
    return news;
  }

  /** As whom this Admin asks nodes for itself. */
  public Identity itself() {
    return Identity.of(isOpen() ? Identity.Kind.ANYBODY : Identity.Kind.ADMIN);
  }

  /** Whether users may log in at all ({@code security.users}). */
  public boolean letsUsersIn() {
    return control.letsUsersIn();
  }

  /** Who there is. */
  public AccessTable table() {
    return control.table();
  }

  /** Who says whether all nodes that are connected hold a table. */
  public void nodesHold(Predicate<AccessMark> question) {
    nodesHold = question;
  }

  /**
   * Makes a change; see {@link UserStore#change}. Returns when all nodes that are connected know of
   * it, so that whoever was made can come in at once, or after two seconds.
   */
  public AccessTable change(UnaryOperator<AccessTable> change) {
    AccessTable after = store.change(change);
    spread(after);
    try {
      for (int i = 0; i < LOOKS && !nodesHold.test(after.mark()); i++) {
        Thread.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return after;
  }

  private void spread(AccessTable after) {
    synchronized (this) {
      if (after.mark().replaces(news.mark())) {
        take(after, AccessJson.write(after));
      }
      offerSetup();
    }
  }

  /** See {@link AccessControl#begin}. */
  public Exchange begin(Authenticate request) {
    return control.begin(request);
  }

  /** Judges a caller of the wire. */
  public Verdict judge(
      Hello hello, @Nullable Exchange exchange, Set<String> certificate, String address) {
    return told(control.judge(hello, exchange, certificate, address), address);
  }

  /** Judges a caller of the REST interface. May take milliseconds. */
  public Verdict judge(@Nullable String authorization, Set<String> certificate, String address) {
    return told(control.http(authorization, certificate, address), address);
  }

  /** Who has logged in with a browser. */
  public Sessions sessions() {
    return sessions;
  }

  /** By which this Admin vouches for users. */
  public Voucher voucher() {
    return voucher;
  }

  /** What a user may do for whom another Admin vouches; empty: it may not come in. */
  public Optional<Admission> vouchedFor(String user) {
    return control.vouchedFor(user);
  }

  /** What somebody who came in may do now; empty: it is to go. */
  public Optional<Admission> renewed(Admission former) {
    return control.renewed(former);
  }

  /** Somebody asked what it may not. */
  public void denied(Admission admission, String from, String what, String missing) {
    denied.increment();
    notPermitted.warn(from, admission.identity() + " lacks the right " + missing);
    audit.write(
        AuditEntry.refused(
            admission.identity().toString(), from, what, "NOT_AUTHORIZED: " + missing));
  }

  /** Somebody said that an Admin vouches, which is not so. */
  public void refusedVoucher(String address, String why) {
    refused("", address, why);
  }

  /** Something was done, or was tried to. */
  public void audit(AuditEntry entry) {
    audit.write(entry);
  }

  /**
   * The latest lines of this Admin's audit log, the newest first.
   *
   * @throws IOException if the file cannot be read
   */
  public List<String> audited(AuditEntry.Kind kind, int most) throws IOException {
    return audit.latest(kind, most);
  }

  /** How many callers' credentials were not accepted. */
  public long notAuthenticated() {
    return notAuthenticated.sum();
  }

  /** How many requests were refused for want of a right. */
  public long denied() {
    return denied.sum();
  }

  @Override
  public void close() {
    httpToken.remove();
    audit.close();
  }

  private void take(AccessTable table, Secret bytes) {
    control.take(table);
    news = new AccessNews(table.mark(), bytes);
    sessions.endThoseThatMayNot();
  }

  private void offerSetup() {
    if (table().hasAdministrator()) {
      setup.remove();
    } else if (setup.isWanted() && !isSetupOffered) {
      try {
        control.setUpWith(setup.make());
        isSetupOffered = true;
      } catch (IOException e) {
        LOG.error("the secret for the first administrator cannot be written", e);
      }
    }
  }

  private Verdict told(Verdict verdict, String address) {
    switch (verdict) {
      case Admitted _ -> {}
      case Refused refused -> refused(refused.user(), address, refused.reason());
      case TooOften often -> refused(often.user(), address, "tried too often");
    }
    return verdict;
  }

  private void refused(String user, String address, String reason) {
    notAuthenticated.increment();
    badCredentials.warn(address, reason);
    audit.write(AuditEntry.refused(user, address, "come in", "NOT_AUTHENTICATED: " + reason));
  }
}
