package io.feige.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GrantTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "publish:orders",
        "publish:orders.*",
        "read:*",
        "manage:a",
        "consume:orders/billing",
        "consume:*/*",
        "viewer",
        "operator",
        "administrator"
      })
  void isWrittenAsItIsRead(String text) {
    assertThat(Grant.parse(text)).hasToString(text);
  }

  @Test
  void aConsumerWithoutAGroupIsOneOfEveryGroup() {
    assertThat(Grant.parse("consume:orders")).hasToString("consume:orders/*");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "publish",
        "publish:",
        "publish:a b",
        "publish:a*b",
        "publish:*a",
        "publish:.a",
        "publish:orders/g",
        "viewer:orders",
        "root",
        "PUBLISH:a",
        "consume:a/b/c",
        "consume:/b",
        "consume:a/",
        "publish:a\nviewer"
      })
  void anythingElseIsRefusedWithWhatThereIs(String text) {
    assertThatThrownBy(() -> Grant.parse(text))
        .isInstanceOfSatisfying(
            AccessException.class,
            e -> assertThat(e.kind()).isEqualTo(AccessException.Kind.INVALID));
  }

  @Test
  void aPrefixIsOfAllNamesThatBeginSo() {
    Grants grants = grants("publish:orders.*", "consume:orders.eu/bill*");

    assertThat(grants.permit(Right.PUBLISH, "orders.eu", "")).isTrue();
    assertThat(grants.permit(Right.PUBLISH, "orders.", "")).isTrue();
    assertThat(grants.permit(Right.PUBLISH, "orders", "")).isFalse();
    assertThat(grants.permit(Right.CONSUME, "orders.eu", "billing")).isTrue();
    assertThat(grants.permit(Right.CONSUME, "orders.eu", "audit")).isFalse();
    assertThat(grants.permit(Right.CONSUME, "orders.us", "billing")).isFalse();
    assertThat(grants.permit(Right.READ, "orders.eu", "")).isFalse();
    assertThat(grants.permit(Right.VIEWER)).isFalse();
  }

  @Test
  void operatorsAndAdministratorsSeeAndDoNothingOfEachOther() {
    assertThat(grants("operator").permit(Right.VIEWER)).isTrue();
    assertThat(grants("administrator").permit(Right.VIEWER)).isTrue();
    assertThat(grants("operator").permit(Right.ADMINISTRATOR)).isFalse();
    assertThat(grants("administrator").permit(Right.OPERATOR)).isFalse();
    assertThat(grants("administrator").permit(Right.PUBLISH, "a", "")).isFalse();
  }

  @Test
  void whatIsLostIsKnown() {
    assertThat(grants("viewer", "read:a").include(grants("read:a"))).isTrue();
    assertThat(grants("viewer").include(grants("viewer", "read:a"))).isFalse();
    assertThat(Grants.ALL.include(grants("read:a"))).isTrue();
    assertThat(grants("read:a").include(Grants.ALL)).isFalse();
  }

  private static Grants grants(String... texts) {
    return Grants.of(List.of(texts).stream().map(Grant::parse).toList());
  }
}
