package io.feige.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.protocol.cluster.AccessMark;
import io.feige.protocol.cluster.AccessNews;
import io.feige.protocol.model.Secret;
import io.feige.protocol.scram.ScramKeys;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class AccessTableTest {
  private static final long NOW = 1_000_000;
  private static final User ANN =
      User.of("ann")
          .withGrants(List.of(Grant.parse("administrator")))
          .withCertificates(List.of("ann of the operators"));
  private static final ScramKeys KEYS =
      new ScramKeys(
          Secret.of(new byte[16]), 4_096, Secret.of(new byte[32]), Secret.of(new byte[32]));

  @Test
  void eachChangeIsAVersionOfTheSameTable() {
    AccessTable one = AccessTable.NONE.create(ANN);
    AccessTable two = one.create(User.of("bob"));

    assertThat(one.mark().version()).isEqualTo(1);
    assertThat(two.mark()).isEqualTo(new AccessMark(one.mark().lineage(), 2));
    assertThat(two.mark().replaces(one.mark())).isTrue();
    assertThat(one.mark().replaces(two.mark())).isFalse();
    assertThat(AccessTable.NONE.create(ANN).mark().replaces(two.mark())).isTrue();
    assertThat(AccessMark.NONE.replaces(two.mark())).isFalse();
  }

  /** Lines of the audit log say who it was; none of those who are no users may be a user's name. */
  @Test
  void nobodyIsCalledLikeSomebodyWhoIsNoUser() {
    for (Identity.Kind kind :
        List.of(
            Identity.Kind.ANYBODY,
            Identity.Kind.SETTINGS_TOKEN,
            Identity.Kind.SETUP,
            Identity.Kind.ADMIN)) {
      String shown = Identity.of(kind).toString();
      assertThatThrownBy(() -> AccessTable.NONE.create(User.of(shown)))
          .as("%s", kind)
          .isInstanceOfAny(AccessException.class, IllegalArgumentException.class);
    }
    assertThat(AccessTable.NONE.create(User.of("Admin")).require("Admin")).isNotNull();
  }

  @Test
  void anAdministratorStays() {
    AccessTable table = AccessTable.NONE.create(ANN).create(User.of("bob"));

    for (Runnable change :
        List.<Runnable>of(
            () -> table.remove("ann"),
            () -> table.change(ANN.enabled(false)),
            () -> table.change(ANN.withGrants(List.of())),
            () -> table.change(ANN.withCertificates(List.of())))) {
      refused(change, AccessException.Kind.NOT_POSSIBLE);
    }
    assertThat(table.remove("bob").user("bob")).isEmpty();
  }

  @Test
  void namesOfUsersAndCertificatesAreOfOne() {
    AccessTable table =
        AccessTable.NONE.create(User.of("ann").withCertificates(List.of("ann.example")));

    refused(() -> table.create(User.of("ann")), AccessException.Kind.EXISTS);
    refused(
        () -> table.create(User.of("bob").withCertificates(List.of("ann.example"))),
        AccessException.Kind.EXISTS);
    refused(() -> table.change(User.of("bob")), AccessException.Kind.NOT_FOUND);
    refused(() -> table.remove("bob"), AccessException.Kind.NOT_FOUND);
    refused(() -> table.revoke("nothing"), AccessException.Kind.NOT_FOUND);
    refused(() -> User.of("no name"), AccessException.Kind.INVALID);
    refused(() -> table.create(User.of("anybody")), AccessException.Kind.INVALID);
    refused(() -> table.create(User.of("security.token")), AccessException.Kind.INVALID);
  }

  @Test
  void lengthsAreCountedInCharactersAlsoWhereJavaHasTwoForOne() {
    refused(
        () -> Passwords.give(User.of("ann"), "𠀀".repeat(11), false), AccessException.Kind.INVALID);
    assertThat(Passwords.give(User.of("ann"), "𠀀".repeat(256), false).passwords()).hasSize(1);
    refused(
        () -> Passwords.give(User.of("ann"), "𠀀".repeat(257), false),
        AccessException.Kind.INVALID);

    assertThat(ApiToken.make("ann", NOW, NOW + 1, "𠀀".repeat(200)).token().note()).isNotEmpty();
    refused(
        () -> ApiToken.make("ann", NOW, NOW + 1, "𠀀".repeat(201)), AccessException.Kind.INVALID);
  }

  @Test
  void whatIsNamedTwiceCountsTwiceAndIsKeptOnce() {
    List<Grant> twice = Collections.nCopies(2, Grant.parse("viewer"));
    assertThat(User.of("ann").withGrants(twice).grants()).hasSize(1);

    List<Grant> tooMany = Collections.nCopies(User.MAX_GRANTS + 1, Grant.parse("viewer"));
    refused(() -> User.of("ann").withGrants(tooMany), AccessException.Kind.INVALID);
    List<String> names = Collections.nCopies(User.MAX_CERTIFICATES + 1, "ann.example");
    refused(() -> User.of("ann").withCertificates(names), AccessException.Kind.INVALID);
  }

  @Test
  void aCertificatesNameHasNoControlCharactersAndNoSpaceAtItsEnds() {
    for (String name : List.of("ops of Zürich", "飞鸽 1", "a", "𠀀".repeat(200))) {
      assertThat(User.of("ann").withCertificates(List.of(name)).certificates())
          .containsExactly(name);
    }
    for (String name :
        List.of("", " ", "ann ", "\u00a0ann", "a\nb", "a\u009bb", "\u0000", "a".repeat(201))) {
      refused(() -> User.of("ann").withCertificates(List.of(name)), AccessException.Kind.INVALID);
    }
  }

  @Test
  void tokensGoWithTheirUserAndAMonthAfterTheirEnd() {
    ApiToken old = ApiToken.make("bob", NOW, NOW + 1, "").token();
    ApiToken fresh = ApiToken.make("bob", NOW, Long.MAX_VALUE, "").token();
    AccessTable table = AccessTable.NONE.create(User.of("bob")).create(old, NOW);

    assertThat(table.create(fresh, NOW + 1_000).tokens()).containsExactlyInAnyOrder(old, fresh);
    long later = NOW + 32L * 24 * 3_600 * 1_000;
    assertThat(table.create(fresh, later).tokens()).containsExactly(fresh);
    assertThat(table.remove("bob").tokens()).isEmpty();
    refused(
        () -> table.create(ApiToken.make("eve", NOW, NOW + 1, "").token(), NOW),
        AccessException.Kind.NOT_FOUND);
  }

  @Test
  void aTableIsReadAsItWasWritten() {
    User bob =
        new User(
            "bob",
            false,
            List.of(KEYS, KEYS),
            List.of("bob.example"),
            List.of(Grant.parse("consume:orders/*"), Grant.parse("viewer")));
    ApiToken token = ApiToken.make("bob", NOW, NOW + 5, "for a test").token();
    AccessTable table = AccessTable.NONE.create(ANN).create(bob).create(token, NOW);

    AccessTable read = AccessJson.read(AccessJson.write(table));

    assertThat(read.mark()).isEqualTo(table.mark());
    assertThat(read.users()).isEqualTo(table.users());
    assertThat(read.tokens()).isEqualTo(table.tokens());
  }

  @Test
  void whatIsStoredKeepsItsForm() {
    String stored =
        """
        {"lineage":"one","version":7,"users":[{"name":"bob","enabled":true,\
        "salt":"AAAAAAAAAAAAAAAAAAAAAA==","iterations":4096,"passwords":[{\
        "stored":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",\
        "server":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}],\
        "certificates":["bob.example"],"grants":["publish:a"]}],"tokens":[{"id":"t","user":"bob",\
        "hash":"AAAA","created":1,"expires":2,"note":"n"}]}\
        """;

    AccessTable table = AccessJson.read(Secret.of(stored));

    assertThat(AccessJson.write(table)).isEqualTo(Secret.of(stored));
    assertThat(table.user("bob").orElseThrow().passwords()).containsExactly(KEYS);
  }

  @Test
  void bytesThatAreNoTableAreRefused() {
    for (String bytes :
        List.of("", "[]", "{}", "{\"lineage\":\"a\",\"version\":1,\"users\":[{}],\"tokens\":[]}")) {
      assertThatThrownBy(() -> AccessJson.read(Secret.of(bytes)))
          .as(bytes)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void asManyAsThereMayBeFitWhatIsSentAndMoreAreRefused() {
    List<User> users = new ArrayList<>();
    for (int i = 0; i < AccessTable.MAX_USERS; i++) {
      users.add(
          new User(
              "service-" + i,
              true,
              List.of(KEYS),
              List.of("service-" + i + ".example.com"),
              List.of(
                  Grant.parse("publish:orders.eu.*"), Grant.parse("consume:orders.eu/s-" + i))));
    }
    List<ApiToken> tokens = new ArrayList<>();
    for (int i = 0; i < AccessTable.MAX_TOKENS; i++) {
      tokens.add(ApiToken.make("service-1", NOW, NOW + 1_000, "").token());
    }
    AccessTable full = AccessTable.of(new AccessMark("one", 1), users, tokens, List.of());

    assertThat(AccessJson.write(full).length()).isLessThan(AccessNews.MAX_TABLE_BYTES);
    refused(() -> full.create(User.of("more")), AccessException.Kind.NOT_POSSIBLE);
    refused(
        () -> full.create(ApiToken.make("service-1", NOW, NOW + 1, "").token(), NOW),
        AccessException.Kind.NOT_POSSIBLE);
  }

  @Test
  void tenTimesTheRightsOfAUserAreMoreThanIsSent() {
    List<Grant> many = new ArrayList<>();
    for (int i = 0; i < User.MAX_GRANTS; i++) {
      many.add(Grant.parse("publish:a-topic-with-a-long-name." + i + ".*"));
    }
    List<User> users = new ArrayList<>();
    for (int i = 0; i < AccessTable.MAX_USERS; i++) {
      users.add(User.of("service-" + i).withGrants(many));
    }
    AccessTable table = AccessTable.of(new AccessMark("one", 1), users, List.of(), List.of());

    refused(() -> AccessJson.write(table), AccessException.Kind.NOT_POSSIBLE);
  }

  private static void refused(Runnable change, AccessException.Kind kind) {
    assertThatThrownBy(change::run)
        .isInstanceOfSatisfying(AccessException.class, e -> assertThat(e.kind()).isEqualTo(kind));
  }
}
