package io.feige.admin.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TreeOwnerTest {
  /** A cluster that is upgraded must find its tree, so this never changes. */
  @Test
  void thePasswordOfASecretIsAlwaysTheSame() {
    // printf feige-zookeeper-1 | openssl dgst -sha256 -hmac 'the secret of a cluster'
    assertThat(TreeOwner.password("the secret of a cluster"))
        .isEqualTo("fe5b5645b371b03f7b6b0c576bd1863f3acc0bbab636b80e142b6ddfa6846c76");
    assertThat(TreeOwner.of("the secret of a cluster").getDefaultAcl())
        .isEqualTo(TreeOwner.of("the secret of a cluster").getDefaultAcl())
        .isNotEqualTo(TreeOwner.of("the secret of another").getDefaultAcl());
  }

  @Test
  void nobodySeesThePassword() {
    assertThat(TreeOwner.of("the secret of a cluster")).hasToString("feige");
  }
}
