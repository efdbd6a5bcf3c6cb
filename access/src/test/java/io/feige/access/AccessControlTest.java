package io.feige.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.access.AccessControl.Exchange;
import io.feige.access.Verdict.Admitted;
import io.feige.access.Verdict.Refused;
import io.feige.access.Verdict.TooOften;
import io.feige.protocol.command.Authenticate;
import io.feige.protocol.command.Hello;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.Secret;
import io.feige.protocol.scram.Scram;
import io.feige.protocol.scram.ScramClient;
import io.feige.protocol.scram.ScramException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AccessControlTest {
  private static final String HERE = "10.0.0.1";
  private static final String ELSEWHERE = "10.0.0.2";
  private static final String PASSWORD = "correct horse battery";
  private static final String SETTINGS = "the token of the settings";
  private static final User ANN =
      Passwords.give(
          User.of("ann")
              .withGrants(List.of(Grant.parse("publish:orders")))
              .withCertificates(List.of("ann.example")),
          PASSWORD,
          false);

  private final AtomicLong millis = new AtomicLong(1_000_000);
  private final AtomicLong nanos = new AtomicLong();
  private final AccessControl control = control(SETTINGS);
  private final ApiToken.Fresh token =
      ApiToken.make("ann", millis.get(), millis.get() + 60_000, "");
  private final AccessTable table =
      AccessTable.NONE.create(ANN).create(token.token(), millis.get());

  private AccessControl control(String settingsToken) {
    return new AccessControl(AccessRules.of(settingsToken, true), millis::get, nanos::get);
  }

  @Test
  void withoutATokenAndUsersEverybodyMayEverything() {
    AccessControl open = new AccessControl(AccessRules.of("", false));

    assertThat(open.isOpen()).isTrue();
    assertThat(admitted(open.judge(hello("", ""), null, Set.of(), HERE)).grants())
        .isSameAs(Grants.ALL);
    assertThat(admitted(open.http(null, Set.of(), HERE)).grants()).isSameAs(Grants.ALL);
  }

  @Test
  void usersStayOutsideUntilTheyAreLetIn() {
    AccessControl closed = new AccessControl(AccessRules.of(SETTINGS, false));
    closed.take(table);

    assertThat(sentence(closed.judge(hello("token", token.text()), null, Set.of(), HERE)))
        .contains("security.users is off");
    assertThat(sentence(closed.judge(hello("certificate", ""), null, Set.of("ann.example"), HERE)))
        .contains("security.users is off");
    assertThat(sentence(closed.http("Basic YW5uOmE=", Set.of(), HERE)))
        .contains("security.users is off");
    assertThatThrownBy(
            () -> closed.begin(new Authenticate(Scram.SCHEME, new ScramClient("ann").first())))
        .hasMessageContaining("security.users is off");
    assertThat(closed.judge(hello("token", SETTINGS), null, Set.of(), HERE))
        .isInstanceOf(Admitted.class);
  }

  @Test
  void theTokenOfTheSettingsGivesEverything() {
    assertThat(admitted(token(SETTINGS)).grants()).isSameAs(Grants.ALL);
    assertThat(token(SETTINGS + "x")).isInstanceOf(Refused.class);
    assertThat(token("")).isInstanceOf(Refused.class);
  }

  @Test
  void aTokenIsGoodUntilItExpiresIsRevokedOrItsUserIsDisabled() {
    assertThat(token(token.text())).isInstanceOf(Refused.class);
    control.take(table);
    Admission admission = admitted(token(token.text()));
    assertThat(admission.identity()).hasToString("ann with token " + token.token().id());
    assertThat(admission.grants().permit(Right.PUBLISH, "orders", "")).isTrue();
    assertThat(control.renewed(admission)).contains(admission);

    control.take(table.change(ANN.enabled(false)));
    assertThat(sentence(token(token.text()))).isEqualTo("user 'ann' is disabled");
    assertThat(control.renewed(admission)).isEmpty();

    control.take(table.revoke(token.token().id()));
    assertThat(sentence(token(token.text()))).startsWith("these credentials are not accepted");
    assertThat(control.renewed(admission)).isEmpty();

    control.take(table);
    assertThat(control.renewed(admission)).isPresent();
    millis.addAndGet(60_000);
    assertThat(sentence(token(token.text()))).isEqualTo("the token has expired");
    assertThat(control.renewed(admission)).isEmpty();
  }

  @Test
  void aTokensIdIsNotEnough() {
    control.take(table);
    String forged = token.text().substring(0, token.text().indexOf('.')) + ".AAAA";

    assertThat(token(forged)).isInstanceOf(Refused.class);
    assertThat(token("fgt_." + "a")).isInstanceOf(Refused.class);
    assertThat(token("fgt_" + "a".repeat(10_000) + ".b")).isInstanceOf(Refused.class);
  }

  @Test
  void aPasswordIsShownOverTheWireWithoutBeingSent() {
    control.take(table);

    assertThat(admitted(password("ann", PASSWORD, HERE)).identity()).hasToString("ann");
    assertThat(password("ann", "another password", HERE)).isInstanceOf(Refused.class);
    assertThat(password("eve", PASSWORD, HERE)).isInstanceOf(Refused.class);
  }

  @Test
  void duringARotationBothPasswordsAreGood() {
    User rotating = Passwords.give(ANN, "the next password", true);
    control.take(table.change(rotating));
    assertThat(password("ann", PASSWORD, HERE)).isInstanceOf(Admitted.class);
    assertThat(password("ann", "the next password", HERE)).isInstanceOf(Admitted.class);
    assertThat(basic("ann", PASSWORD)).isInstanceOf(Admitted.class);
    assertThat(basic("ann", "the next password")).isInstanceOf(Admitted.class);

    control.take(table.change(Passwords.give(rotating, "the next password", false)));
    assertThat(password("ann", PASSWORD, HERE)).isInstanceOf(Refused.class);
    assertThat(basic("ann", PASSWORD)).isInstanceOf(Refused.class);
    assertThat(basic("ann", "the next password")).isInstanceOf(Admitted.class);
  }

  @Test
  void whetherThereIsAUserShowsInNothing() {
    control.take(table);
    Secret known = begin("ann").challenge();
    Secret unknown = begin("eve").challenge();

    assertThat(salt(unknown)).hasSameSizeAs(salt(known)).isEqualTo(salt(begin("eve").challenge()));
    assertThat(salt(begin("eva").challenge())).isNotEqualTo(salt(unknown));
    assertThat(sentence(password("eve", "some other secret", HERE)))
        .isEqualTo(sentence(password("ann", "some other secret", HERE)));
  }

  @Test
  void aPasswordIsShownBehindAChallengeOnly() {
    control.take(table);

    assertThat(control.judge(hello(Scram.SCHEME, "c=biws,r=a,p=b"), null, Set.of(), HERE))
        .isInstanceOf(Refused.class);
    assertThat(control.judge(hello(Scram.SCHEME, "anything"), begin("ann"), Set.of(), HERE))
        .isInstanceOf(Refused.class);
    assertThatThrownBy(() -> control.begin(new Authenticate("plain", Secret.of("n,,n=a,r=b"))))
        .isInstanceOf(ScramException.class);
  }

  @Test
  void aCertificatesNameStandsForAUser() {
    control.take(table);

    Verdict verdict =
        control.judge(hello("certificate", ""), null, Set.of("x", "ann.example"), HERE);
    assertThat(admitted(verdict).identity()).hasToString("ann with a certificate");
    assertThat(control.judge(hello("certificate", ""), null, Set.of("eve.example"), HERE))
        .isInstanceOf(Refused.class);
    assertThat(control.judge(hello("certificate", ""), null, Set.of(), HERE))
        .isInstanceOf(Refused.class);
    assertThat(control.http(null, Set.of("ann.example"), HERE)).isInstanceOf(Admitted.class);
    // A token that is shown is meant, whatever certificate there is.
    assertThat(control.http("Bearer nothing", Set.of("ann.example"), HERE))
        .isInstanceOf(Refused.class);
  }

  @Test
  void schemesThatThereAreNotAreRefused() {
    for (String scheme : List.of("", "cluster", "plain", "Token")) {
      assertThat(control.judge(hello(scheme, SETTINGS), null, Set.of(), HERE))
          .as(scheme)
          .isInstanceOf(Refused.class);
    }
    for (String header : List.of("", "Bearer", "Basic !", "Basic YW5u", "Digest x", SETTINGS)) {
      assertThat(control.http(header, Set.of(), HERE)).as(header).isInstanceOf(Refused.class);
    }
  }

  @Test
  void rightsThatWereGivenOrTakenHoldForWhoIsThere() {
    control.take(table);
    Admission before = admitted(password("ann", PASSWORD, HERE));
    User changed = ANN.withGrants(List.of(Grant.parse("read:orders")));

    control.take(table.change(changed));

    Admission after = control.renewed(before).orElseThrow();
    assertThat(after.grants().permit(Right.PUBLISH, "orders", "")).isFalse();
    assertThat(after.grants().permit(Right.READ, "orders", "")).isTrue();
    assertThat(after.grants().include(before.grants())).isFalse();
    control.take(table.remove("ann"));
    assertThat(control.renewed(after)).isEmpty();
  }

  @Test
  void whileTheTableIsTooOldNoUserComesInOrStays() {
    control.take(table);
    Admission user = admitted(password("ann", PASSWORD, HERE));
    Admission settings = admitted(token(SETTINGS));

    control.tooOld(true);

    assertThat(sentence(password("ann", PASSWORD, HERE))).contains("usersMaxAge");
    assertThat(control.renewed(user)).isEmpty();
    assertThat(control.renewed(settings)).isPresent();
    control.tooOld(false);
    assertThat(password("ann", PASSWORD, HERE)).isInstanceOf(Admitted.class);
  }

  @Test
  void theSetUpSecretMakesUsersUntilSomebodyElseMay() {
    AccessControl fresh = control("");
    fresh.setUpWith(Secret.of("set-up"));
    Admission setup = admitted(fresh.judge(hello("token", "set-up"), null, Set.of(), HERE));
    assertThat(setup.grants().permit(Right.ADMINISTRATOR)).isTrue();
    assertThat(setup.grants().permit(Right.PUBLISH, "a", "")).isFalse();
    assertThat(setup.grants().permit(Right.OPERATOR)).isFalse();

    User root = User.of("root").withGrants(List.of(Grant.parse("administrator")));
    fresh.take(table.create(root));
    // Nobody can come in as root, so the secret is still wanted.
    assertThat(fresh.renewed(setup)).isPresent();

    fresh.take(table.create(Passwords.give(root, PASSWORD, false)));

    assertThat(fresh.judge(hello("token", "set-up"), null, Set.of(), HERE))
        .isInstanceOf(Refused.class);
    assertThat(fresh.renewed(setup)).isEmpty();
  }

  @Test
  void whoGuessesIsSlowedDownAndOthersAreNot() {
    control.take(table);
    for (int i = 0; i < 5; i++) {
      assertThat(password("ann", "a wrong password", HERE)).isInstanceOf(Refused.class);
    }
    assertThat(password("ann", PASSWORD, HERE)).isInstanceOf(TooOften.class);
    assertThat(password("ann", PASSWORD, ELSEWHERE)).isInstanceOf(Admitted.class);
    assertThat(token(SETTINGS)).isInstanceOf(Admitted.class);

    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(password("ann", PASSWORD, HERE)).isInstanceOf(Admitted.class);
    assertThat(password("ann", "a wrong password", HERE)).isInstanceOf(Refused.class);
  }

  @Test
  void aTokenIsGoodWhoeverGuessesBesideIt() {
    control.take(table);
    for (int i = 0; i < 1_000; i++) {
      control.judge(hello("token", token.text() + i), null, Set.of(), HERE);
      control.http("Basic " + base64("ann:guess " + i), Set.of(), HERE);
    }
    assertThat(control.judge(hello("token", "another"), null, Set.of(), HERE))
        .isInstanceOf(TooOften.class);
    assertThat(control.judge(hello("token", token.text()), null, Set.of(), HERE))
        .isInstanceOf(Admitted.class);
  }

  @Test
  void anAdminOfTheClusterAsksForUsersAndLooks() {
    Secret secret = Secret.of("the secret of the whole cluster");
    AccessControl clear = new AccessControl(new AccessRules("", true, secret, false));
    AccessControl encrypted = new AccessControl(new AccessRules("", true, secret, true));
    Hello admin = hello(ClientKind.ADMIN, "cluster", secret);
    Set<String> certificate = Set.of("admin-1");

    Grants grants = admitted(clear.judge(admin, null, Set.of(), HERE)).grants();
    assertThat(grants.permit(Right.PROXY)).isTrue();
    assertThat(grants.permit(Right.VIEWER)).isTrue();
    assertThat(grants.permit(Right.ADMINISTRATOR)).isFalse();
    assertThat(grants.permit(Right.READ, "a", "")).isFalse();
    assertThat(encrypted.judge(admin, null, certificate, HERE)).isInstanceOf(Admitted.class);

    for (Verdict refused :
        List.of(
            encrypted.judge(admin, null, Set.of(), HERE),
            clear.judge(hello(ClientKind.SDK, "cluster", secret), null, Set.of(), HERE),
            clear.judge(
                hello(ClientKind.ADMIN, "cluster", Secret.of("another's")), null, Set.of(), HERE),
            control("")
                .judge(hello(ClientKind.ADMIN, "cluster", Secret.NONE), null, Set.of(), HERE))) {
      assertThat(refused).isInstanceOf(Refused.class);
    }
  }

  @Test
  void whoAsksForAUserHasThatUsersRightsWhileItMayComeIn() {
    control.take(table);
    Admission proxy = Admission.all(Identity.Kind.SETTINGS_TOKEN);
    Admission ann = control.acting(proxy, "ann").orElseThrow();
    assertThat(ann.identity()).hasToString("ann through security.token");
    assertThat(ann.grants().permit(Right.PUBLISH, "orders", "")).isTrue();
    assertThat(ann.grants().permit(Right.PUBLISH, "invoices", "")).isFalse();
    assertThat(control.acting(proxy, "eve")).isEmpty();

    control.tooOld(true);
    assertThat(control.acting(proxy, "ann")).isEmpty();
    assertThat(control.renewed(ann)).isEmpty();
    control.tooOld(false);
    control.take(table.change(ANN.enabled(false)));
    assertThat(control.acting(proxy, "ann")).isEmpty();
    assertThat(control.renewed(ann)).isEmpty();
  }

  @Test
  void whoLosesACertificatesNameIsToGo() {
    control.take(table);
    Admission ann =
        admitted(control.judge(hello("certificate", ""), null, Set.of("ann.example"), HERE));
    assertThat(control.renewed(ann)).isPresent();

    control.take(table.change(ANN.withCertificates(List.of("ann.other"))));

    assertThat(control.renewed(ann)).isEmpty();
  }

  @Test
  void theSaltOfNobodyIsTheSameEverywhere() {
    AccessControl other = control("");
    control.take(table);
    other.take(table);
    ScramClient eve = new ScramClient("eve");

    String here = salt(control.begin(new Authenticate(Scram.SCHEME, eve.first())));
    assertThat(salt(other.begin(new Authenticate(Scram.SCHEME, eve.first())))).isEqualTo(here);
    control.take(table.create(User.of("bob")));
    assertThat(salt(control.begin(new Authenticate(Scram.SCHEME, eve.first())))).isEqualTo(here);
  }

  @Test
  void passwordsAreCheckedFewAtATime() throws Exception {
    control.take(table);
    int callers = 16;
    CountDownLatch begin = new CountDownLatch(1);
    List<Future<Verdict>> verdicts = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(callers)) {
      for (int i = 0; i < callers; i++) {
        String address = "10.1.1." + i;
        verdicts.add(
            threads.submit(() -> {
              begin.await();
              return control.http("Basic " + base64("ann:guess"), Set.of(), address);
            }));
      }
      begin.countDown();
    }
    int busy = 0;
    for (Future<Verdict> verdict : verdicts) {
      busy += verdict.get() instanceof TooOften ? 1 : 0;
    }
    assertThat(busy).isPositive();
    assertThat(control.http("Basic " + base64("ann:" + PASSWORD), Set.of(), HERE))
        .isInstanceOf(Admitted.class);
  }

  @Test
  void whatNobodyCanBeCalledIsNotWrittenDown() {
    control.take(table);
    String huge = "x\u0001".repeat(3_000);

    Verdict verdict = control.http("Basic " + base64(huge + ":guess"), Set.of(), HERE);

    assertThat(verdict).isInstanceOfSatisfying(Refused.class, e -> assertThat(e.user()).isEmpty());
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String salt(Exchange exchange) {
    String challenge = new String(exchange.challenge().bytes(), StandardCharsets.UTF_8);
    return challenge.replaceAll(".*,s=([^,]*),.*", "$1");
  }

  @Test
  void passwordsFollowARule() {
    for (String bad : List.of("", "short", "a".repeat(257))) {
      assertThatThrownBy(() -> Passwords.give(User.of("ann"), bad, false))
          .isInstanceOf(AccessException.class);
    }
    assertThatThrownBy(() -> Passwords.give(User.of("billing-service"), "Billing-Service", false))
        .isInstanceOf(AccessException.class);
  }

  @Test
  void nothingThatIsPrintedHasASecret() {
    control.take(table);
    Admission admission = admitted(token(token.text()));

    for (Object printed :
        List.of(admission, ANN, token, token.token(), AccessRules.of(SETTINGS, true), table)) {
      assertThat(printed.toString())
          .doesNotContain(token.text())
          .doesNotContain(PASSWORD)
          .doesNotContain(SETTINGS);
    }
  }

  private Verdict token(String text) {
    return control.judge(hello("token", text), null, Set.of(), HERE);
  }

  private Verdict basic(String user, String password) {
    String both = user + ":" + password;
    String encoded = Base64.getEncoder().encodeToString(both.getBytes(StandardCharsets.UTF_8));
    return control.http("Basic " + encoded, Set.of(), HERE);
  }

  private Exchange begin(String user) {
    return control.begin(new Authenticate(Scram.SCHEME, new ScramClient(user).first()));
  }

  private Verdict password(String user, String password, String from) {
    ScramClient client = new ScramClient(user);
    Exchange exchange = control.begin(new Authenticate(Scram.SCHEME, client.first()));
    client.challenged(exchange.challenge());
    Secret answer = client.answer(client.salted(password));
    Hello hello = new Hello(1, 1, ClientKind.SDK, "a test", "", Scram.SCHEME, answer);
    Verdict verdict = control.judge(hello, exchange, Set.of(), from);
    if (verdict instanceof Admitted admitted) {
      client.checkServer(admitted.proof());
    }
    return verdict;
  }

  private static Hello hello(String scheme, String secret) {
    return hello(ClientKind.SDK, scheme, Secret.of(secret));
  }

  private static Hello hello(ClientKind kind, String scheme, Secret secret) {
    return new Hello(1, 1, kind, "a test", "", scheme, secret);
  }

  private static Admission admitted(@Nullable Verdict verdict) {
    assertThat(verdict).isInstanceOf(Admitted.class);
    return ((Admitted) Objects.requireNonNull(verdict)).admission();
  }

  private static String sentence(Verdict verdict) {
    assertThat(verdict).isInstanceOf(Refused.class);
    return ((Refused) verdict).sentence();
  }

  private static String salt(Secret challenge) {
    return new String(challenge.bytes(), StandardCharsets.UTF_8).split(",", -1)[1];
  }
}
