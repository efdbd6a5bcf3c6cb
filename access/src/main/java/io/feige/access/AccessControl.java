package io.feige.access;

import io.feige.access.Verdict.Admitted;
import io.feige.access.Verdict.Refused;
import io.feige.access.Verdict.TooOften;
import io.feige.protocol.command.Authenticate;
import io.feige.protocol.command.Hello;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.NameRule;
import io.feige.protocol.model.Secret;
import io.feige.protocol.scram.Scram;
import io.feige.protocol.scram.ScramException;
import io.feige.protocol.scram.ScramKeys;
import io.feige.protocol.scram.ScramServer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Who comes in, and what it may do. The same for the ports of nodes and Admins. Any thread; of
 * {@link #basic} only may a call take milliseconds.
 */
public final class AccessControl {
  /** How a caller shows a token. */
  public static final String TOKEN = "token";

  /** How a caller says that its certificate says who it is. */
  public static final String CERTIFICATE = "certificate";

  /** How an Admin shows that it is of this cluster. */
  public static final String CLUSTER = "cluster";

  private static final int SALT_BYTES = 16;
  private static final Admission OF_AN_ADMIN =
      new Admission(
          Identity.of(Identity.Kind.ADMIN),
          Grants.of(List.of(Grant.parse(Right.PROXY.text()), Grant.parse(Right.VIEWER.text()))),
          AccessTable.NONE,
          Admission.NEVER);
  private static final long BUSY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final String NO_USERS = "no users are let in here (security.users is off)";
  private static final String NOT_ACCEPTED =
      "these credentials are not accepted: there is no such user, or the secret is another one";

  private final AccessRules rules;
  private final Secret settingsToken;
  private final LongSupplier millis;
  private final LongSupplier nanos;
  private final Throttle throttle = new Throttle();
  private final VerifiedPasswords verified = new VerifiedPasswords();
  private final byte[] process = new byte[32];
  private volatile AccessTable table = AccessTable.NONE;
  private volatile Secret setupSecret = Secret.NONE;
  private volatile Secret httpToken = Secret.NONE;
  private volatile boolean isTooOld;

  /** Where nobody is known yet. */
  public AccessControl(AccessRules rules) {
    this(rules, System::currentTimeMillis, System::nanoTime);
  }

  AccessControl(AccessRules rules, LongSupplier millis, LongSupplier nanos) {
    this.rules = rules;
    this.settingsToken = Secret.of(rules.token());
    this.millis = millis;
    this.nanos = nanos;
    new SecureRandom().nextBytes(process);
  }

  /** Whether nobody has to show anything. */
  public boolean isOpen() {
    return rules.isOpen();
  }

  /** From now on, this is who there is. */
  public void take(AccessTable newer) {
    table = newer;
  }

  /** Whether users may log in at all ({@code security.users}). */
  public boolean letsUsersIn() {
    return rules.users();
  }

  /** Who there is. */
  public AccessTable table() {
    return table;
  }

  /** Whoever shows this secret may make users, as long as nobody else may. */
  public void setUpWith(Secret secret) {
    setupSecret = secret;
  }

  /** Callers of HTTP have to show this where the settings want nothing of anybody. */
  public void wantOverHttp(Secret token) {
    httpToken = token;
  }

  /** Whether the table is older than it may be; then no user comes in, and none stays. */
  public void tooOld(boolean tooOld) {
    isTooOld = tooOld;
  }

  /**
   * Begins an exchange of {@link Scram}.
   *
   * @throws ScramException if the scheme is another one, or the message is none
   */
  public Exchange begin(Authenticate request) {
    if (!rules.users()) {
      throw new ScramException(NO_USERS);
    }
    if (!request.scheme().equals(Scram.SCHEME)) {
      throw new ScramException("a challenge is given for " + Scram.SCHEME + " only");
    }
    ScramServer server = new ScramServer(request.message());
    User user = table.user(server.user()).orElse(null);
    List<ScramKeys> keys = user == null ? List.of() : user.passwords();
    // Whether there is such a user shows in nothing.
    Secret challenge =
        keys.isEmpty()
            ? server.challenge(saltOfNobody(server.user()), Passwords.ITERATIONS)
            : server.challenge(keys.getFirst().salt(), keys.getFirst().iterations());
    return new Exchange(server, keys, challenge);
  }

  /** An exchange that has begun. One connection's. */
  public static final class Exchange {
    private final ScramServer server;
    private final List<ScramKeys> keys;
    private final Secret challenge;

    private Exchange(ScramServer server, List<ScramKeys> keys, Secret challenge) {
      this.server = server;
      this.keys = keys;
      this.challenge = challenge;
    }

    /** What the caller has to answer. */
    public Secret challenge() {
      return challenge;
    }
  }

  /**
   * Judges a caller of the wire.
   *
   * @param exchange what it has begun; null: none
   * @param certificate the names in the certificate that it has shown; empty: none
   * @param address from where it comes
   */
  public Verdict judge(
      Hello hello, @Nullable Exchange exchange, Set<String> certificate, String address) {
    if (isOpen()) {
      return admitted(Admission.all(Identity.Kind.ANYBODY));
    }
    return switch (hello.scheme()) {
      case TOKEN -> token(text(hello.secret()), address);
      case CERTIFICATE -> certificate(certificate, address);
      case CLUSTER -> cluster(hello, certificate, address);
      case Scram.SCHEME -> scram(hello, exchange, address);
      default ->
          new Refused(
              "",
              "credentials are wanted here: a token, a user's password or a certificate",
              "none");
    };
  }

  /**
   * Judges a caller of HTTP.
   *
   * @param authorization the header; null: there was none
   */
  public Verdict http(@Nullable String authorization, Set<String> certificate, String address) {
    if (isOpen() && httpToken.length() == 0) {
      return admitted(Admission.all(Identity.Kind.ANYBODY));
    }
    HttpCredentials shown = HttpCredentials.of(authorization);
    return switch (shown.kind()) {
      case BEARER -> token(shown.secret(), address);
      case BASIC -> basic(shown.user(), shown.secret(), address);
      case NONE ->
          certificate.isEmpty()
              ? new Refused("", "credentials are wanted here, and none came", "none")
              : certificate(certificate, address);
    };
  }

  /** What somebody who came in may do now; empty: it is to go. */
  public Optional<Admission> renewed(Admission former) {
    Identity identity = former.identity();
    boolean isUser = !identity.user().isEmpty();
    if (identity.kind() == Identity.Kind.SETUP && table.hasAdministrator()) {
      return Optional.empty();
    }
    if (!isUser) {
      return Optional.of(former);
    }
    if (isTooOld) {
      return Optional.empty();
    }
    AccessTable now = table;
    if (former.table() == now) {
      return millis.getAsLong() < former.expiresAt() ? Optional.of(former) : Optional.empty();
    }
    User user = now.user(identity.user()).filter(User::isEnabled).orElse(null);
    if (user == null) {
      return Optional.empty();
    }
    return switch (identity.kind()) {
      case TOKEN ->
          now.token(identity.shown())
              .filter(token -> !token.isExpired(millis.getAsLong()))
              .map(token -> admission(identity, user, now, token.expiresAt()));
      case CERTIFICATE ->
          Optional.of(admission(identity, user, now, Admission.NEVER))
              .filter(_ -> user.certificates().contains(identity.shown()));
      default -> Optional.of(admission(identity, user, now, Admission.NEVER));
    };
  }

  /**
   * What a user may for whom somebody asks; empty: there is none that may come in.
   *
   * @param proxy has {@link Right#PROXY}
   */
  public Optional<Admission> acting(Admission proxy, String user) {
    AccessTable now = table;
    return now.user(user)
        .filter(one -> one.isEnabled() && !isTooOld)
        .map(one -> admission(Identity.through(proxy.identity(), user), one, now, Admission.NEVER));
  }

  /**
   * What a user may for whom an Admin asks; empty: there is none that may come in.
   *
   * @param user empty: the Admin asks for itself, or for whoever may come in where all may
   */
  public Optional<Admission> vouchedFor(String user) {
    if (isOpen()) {
      return Optional.of(Admission.all(Identity.Kind.ANYBODY));
    }
    return user.isEmpty() ? Optional.of(OF_AN_ADMIN) : acting(OF_AN_ADMIN, user);
  }

  private Verdict token(String shown, String address) {
    if (isOpen() && httpToken.equals(Secret.of(shown))) {
      return admitted(Admission.all(Identity.Kind.ANYBODY));
    }
    if (settingsToken.length() > 0 && settingsToken.equals(Secret.of(shown))) {
      return admitted(Admission.all(Identity.Kind.SETTINGS_TOKEN));
    }
    if (setupSecret.length() > 0
        && !table.hasAdministrator()
        && setupSecret.equals(Secret.of(shown))) {
      Grants grants = Grants.of(List.of(Grant.parse(Right.ADMINISTRATOR.text())));
      return admitted(
          new Admission(
              Identity.of(Identity.Kind.SETUP), grants, AccessTable.NONE, Admission.NEVER));
    }
    if (!rules.users()) {
      String sentence = ApiToken.idIn(shown).isPresent() ? NO_USERS : NOT_ACCEPTED;
      return guessed(address, sentence, "another token");
    }
    AccessTable now = table;
    ApiToken token =
        ApiToken.idIn(shown).flatMap(now::token).filter(one -> one.isShownBy(shown)).orElse(null);
    if (token == null) {
      return guessed(address, NOT_ACCEPTED, "a token that is not known");
    }
    if (token.isExpired(millis.getAsLong())) {
      return new Refused(token.user(), "the token has expired", "a token that has expired");
    }
    return known(Identity.of(token), now, token.expiresAt(), Secret.NONE, address);
  }

  /** An Admin asks for the users that it has let in, and looks how things are. */
  private Verdict cluster(Hello hello, Set<String> certificate, String address) {
    boolean isKnown =
        hello.kind() == ClientKind.ADMIN
            && rules.isOfCluster(hello.secret(), !certificate.isEmpty());
    return isKnown
        ? admitted(OF_AN_ADMIN)
        : guessed(address, NOT_ACCEPTED, "another cluster's secret");
  }

  private Verdict scram(Hello hello, @Nullable Exchange exchange, String address) {
    if (exchange == null) {
      return new Refused("", "a password is shown after AUTHENTICATE", "no exchange");
    }
    String user = nameOf(exchange.server.user());
    long wait = throttle.waitNanos(user, address, nanos.getAsLong());
    if (wait > 0) {
      return tooOften(user, wait);
    }
    Optional<Secret> proof;
    try {
      proof = exchange.server.proof(hello.secret(), exchange.keys);
    } catch (ScramException e) {
      return failed(user, address, NOT_ACCEPTED, String.valueOf(e.getMessage()));
    }
    return proof.isEmpty()
        ? failed(user, address, NOT_ACCEPTED, "another password, or no such user")
        : known(Identity.withPassword(user), table, Admission.NEVER, proof.get(), address);
  }

  private Verdict certificate(Set<String> names, String address) {
    if (!rules.users()) {
      return new Refused("", NO_USERS, "a certificate, and no users are let in");
    }
    AccessTable now = table;
    for (String name : names) {
      User user = now.ofCertificate(name).orElse(null);
      if (user != null) {
        Identity identity = Identity.withCertificate(user.name(), name);
        return known(identity, now, Admission.NEVER, Secret.NONE, address);
      }
    }
    return new Refused("", "no user has a name of this certificate", "a certificate of " + names);
  }

  private Verdict basic(String shown, String password, String address) {
    String user = nameOf(shown);
    if (!rules.users()) {
      return new Refused(user, NO_USERS, "a password, and no users are let in");
    }
    long wait = throttle.waitNanos(user, address, nanos.getAsLong());
    if (wait > 0) {
      return tooOften(user, wait);
    }
    AccessTable now = table;
    List<ScramKeys> keys = now.user(user).map(User::passwords).orElse(List.of());
    Boolean isOne = verified.isOneOf(keys, user, password).orElse(null);
    if (isOne == null) {
      return tooOften(user, BUSY_NANOS);
    }
    return isOne
        ? known(Identity.withPassword(user), now, Admission.NEVER, Secret.NONE, address)
        : failed(user, address, NOT_ACCEPTED, "another password, or no such user");
  }

  /** Somebody has shown to be a user; whether that user may come in is another question. */
  private Verdict known(
      Identity identity, AccessTable now, long expiresAt, Secret proof, String address) {
    String name = identity.user();
    throttle.succeeded(name, address, nanos.getAsLong());
    User user = now.user(name).orElse(null);
    if (user == null || !user.isEnabled()) {
      return new Refused(name, "user '" + name + "' is disabled", "a user that is disabled");
    }
    if (isTooOld) {
      return new Refused(
          name,
          "this node has not heard of Admin for longer than cluster.usersMaxAge, so it lets no"
              + " user in",
          "the table of users is too old");
    }
    return new Admitted(admission(identity, user, now, expiresAt), proof);
  }

  /** A secret that nobody has, shown without a name. */
  private Verdict guessed(String address, String sentence, String reason) {
    long wait = throttle.waitNanos("", address, nanos.getAsLong());
    return wait > 0 ? tooOften("", wait) : failed("", address, sentence, reason);
  }

  private Verdict failed(String user, String address, String sentence, String reason) {
    throttle.failed(user, address, nanos.getAsLong());
    return new Refused(user, sentence, reason);
  }

  private static Verdict tooOften(String user, long waitNanos) {
    return new TooOften(user, TimeUnit.NANOSECONDS.toMillis(waitNanos) + 1);
  }

  private static Verdict admitted(Admission admission) {
    return new Admitted(admission, Secret.NONE);
  }

  private static Admission admission(
      Identity identity, User user, AccessTable table, long expiresAt) {
    return new Admission(identity, Grants.of(user.grants()), table, expiresAt);
  }

  /** A name that no user can have is not remembered and not written down. */
  private static String nameOf(String shown) {
    return NameRule.permits(shown) ? shown : "";
  }

  /** The same on all nodes and Admins that have a table; nobody is told its lineage. */
  private Secret saltOfNobody(String name) {
    String lineage = table.mark().lineage();
    byte[] key = lineage.isEmpty() ? process : lineage.getBytes(StandardCharsets.UTF_8);
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return Secret.of(Arrays.copyOf(mac.doFinal(Secret.of(name).bytes()), SALT_BYTES));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has HmacSHA256", e);
    }
  }

  private static String text(Secret secret) {
    return new String(secret.bytes(), StandardCharsets.UTF_8);
  }
}
