package io.feige.proxy.caller;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.access.HttpCredentials;
import org.junit.jupiter.api.Test;

final class TriesTest {
  private final Tries tries = new Tries(2);
  private final HttpCredentials ann = HttpCredentials.ofUser("ann", "a");

  @Test
  void manyWhoShowTheSameAreOneTry() {
    for (int i = 0; i < 1_000; i++) {
      assertThat(tries.begin(HttpCredentials.ofUser("ann", "a"))).isTrue();
    }
    assertThat(tries.begin(HttpCredentials.ofUser("ann", "b"))).isTrue();
    assertThat(tries.begin(HttpCredentials.ofUser("ann", "c"))).isFalse();
    assertThat(tries.begin(ann)).isTrue();
  }

  @Test
  void whoeverHasTheAnswerMakesRoomWhenAllOfThemHaveIt() {
    HttpCredentials ben = HttpCredentials.ofToken("ben");
    assertThat(tries.begin(ann)).isTrue();
    assertThat(tries.begin(ann)).isTrue();
    assertThat(tries.begin(HttpCredentials.ofToken("other"))).isTrue();
    tries.end(ann);
    assertThat(tries.begin(ben)).isFalse();
    tries.end(ann);
    assertThat(tries.begin(ben)).isTrue();
  }
}
