package io.feige.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.access.Quota.Kind;
import io.feige.protocol.cluster.AccessMark;
import io.feige.protocol.cluster.AccessNews;
import io.feige.protocol.model.NameRule;
import io.feige.protocol.model.Secret;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuotaTest {
  private static final long SOME = 1 << 20;

  private static Quota published(String of, long bytes) {
    return Quota.of(of, bytes, 0, 0);
  }

  @Test
  void whoseItIsIsReadAsItIsWritten() {
    for (String of : List.of("user:ann", "user:*", "topic:orders", "topic:logs.*", "topic:*")) {
      assertThat(published(of, SOME).of()).isEqualTo(of);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "user",
        "user:",
        "ann",
        ":ann",
        "User:ann",
        "users:ann",
        "user:a b",
        "topic:.x",
        "topic:*x",
        "topic:a/b",
        "topic:x**"
      })
  void nobodyElseHasAQuota(String of) {
    invalid(() -> published(of, SOME));
  }

  @Test
  void numbersOutOfRangeAreRefused() {
    for (long bytes : new long[] {-1, 1, Quota.LEAST_BYTES - 1, Quota.MOST_BYTES + 1}) {
      invalid(() -> Quota.of("user:ann", bytes, 0, 0));
      invalid(() -> Quota.of("user:ann", 0, bytes, 0));
    }
    invalid(() -> Quota.of("topic:orders", 0, 0, Quota.LEAST_BYTES - 1));
    invalid(() -> Quota.of("topic:orders", 0, 0, (Quota.MOST_BYTES << 10) + 1));
    assertThat(Quota.of("topic:orders", Quota.LEAST_BYTES, Quota.MOST_BYTES, SOME)).isNotNull();
  }

  @Test
  void quotaLimitsSomething() {
    invalid(() -> Quota.of("topic:orders", 0, 0, 0));
  }

  @Test
  void storedBytesAreThoseOfTopics() {
    invalid(() -> Quota.of("user:ann", 0, 0, SOME));
  }

  @Test
  void whatNamesMostOfTheNameCounts() {
    AccessTable table =
        AccessTable.NONE
            .limit(published("topic:*", 2_000))
            .limit(published("topic:logs.*", 3_000))
            .limit(published("topic:logs.web.*", 4_000))
            .limit(published("topic:logs.web", 5_000))
            .limit(published("user:logs", 6_000));

    assertThat(limitOf(table, "orders")).isEqualTo(2_000);
    assertThat(limitOf(table, "logs")).isEqualTo(2_000);
    assertThat(limitOf(table, "logs.")).isEqualTo(3_000);
    assertThat(limitOf(table, "logs.mail")).isEqualTo(3_000);
    assertThat(limitOf(table, "logs.web")).isEqualTo(5_000);
    assertThat(limitOf(table, "logs.web.eu")).isEqualTo(4_000);
    assertThat(table.quota(Kind.USER, "ann")).isEmpty();
  }

  private static long limitOf(AccessTable table, String topic) {
    return table.quota(Kind.TOPIC, topic).orElseThrow().publishBytes();
  }

  @Test
  void anotherOneOfTheSameTakesItsPlace() {
    AccessTable one = AccessTable.NONE.limit(published("user:ann", 2_000));
    AccessTable two = one.limit(published("user:ann", 3_000));

    assertThat(two.quotas()).extracting(Quota::publishBytes).containsExactly(3_000L);
    assertThat(two.mark().replaces(one.mark())).isTrue();
    AccessTable none = two.unlimit("user:ann");
    assertThat(none.hasQuotas()).isFalse();
    assertThatThrownBy(() -> none.unlimit("user:ann"))
        .isInstanceOf(AccessException.class)
        .hasMessageContaining("no quota of 'user:ann'");
  }

  @Test
  void asManyAsMayBeFitBesideUsersAndOneMoreIsRefused() {
    List<Quota> quotas = new ArrayList<>();
    String longest = "q".repeat(NameRule.MAX_LENGTH - 4);
    for (int i = 0; i < AccessTable.MAX_QUOTAS; i++) {
      quotas.add(Quota.of("topic:" + longest + i + "*", 1L << 40, 1L << 40, 1L << 50));
    }
    AccessTable full = AccessTable.of(new AccessMark("one", 1), List.of(), List.of(), quotas);

    Secret bytes = AccessJson.write(full);
    assertThat(bytes.length()).isLessThan(AccessNews.MAX_TABLE_BYTES / 3);
    assertThat(AccessJson.read(bytes).quotas()).isEqualTo(full.quotas());
    assertThatThrownBy(() -> full.limit(published("user:ann", SOME)))
        .isInstanceOf(AccessException.class)
        .hasMessageContaining("which is the most");
    assertThat(full.limit(quotas.getFirst()).quotas()).hasSize(AccessTable.MAX_QUOTAS);
  }

  @Test
  void tableOfBeforeThereWereAnyIsRead() {
    String text = "{\"lineage\":\"one\",\"version\":3,\"users\":[],\"tokens\":[]}";

    AccessTable table = AccessJson.read(Secret.of(text.getBytes(StandardCharsets.UTF_8)));

    assertThat(table.mark()).isEqualTo(new AccessMark("one", 3));
    assertThat(table.quotas()).isEmpty();
  }

  @Test
  void whatIsStoredKeepsItsForm() {
    String stored =
        """
        {"lineage":"one","version":3,"users":[],"tokens":[],"quotas":[\
        {"of":"topic:logs.*","publish":0,"pull":2048,"stored":4096},\
        {"of":"user:ann","publish":1024,"pull":0,"stored":0}]}\
        """;

    assertThat(AccessJson.write(AccessJson.read(Secret.of(stored)))).isEqualTo(Secret.of(stored));
  }

  private static void invalid(Runnable making) {
    assertThatThrownBy(making::run)
        .isInstanceOfSatisfying(
            AccessException.class,
            e -> assertThat(e.kind()).isEqualTo(AccessException.Kind.INVALID));
  }
}
