package io.feige.admin.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.protocol.model.Secret;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class VoucherTest {
  private static final Secret SECRET = Secret.of("a cluster's secret");
  private static final byte[] BODY = {1, 2, 3};

  private final AtomicLong now = new AtomicLong(1_000_000);
  private final Voucher one = new Voucher(SECRET, now::get);
  private final Voucher other = new Voucher(SECRET, now::get);

  @Test
  void anotherAdminLearnsForWhomItAsks() {
    Voucher.Vouched vouched =
        other.check(one.make("änn", "POST", "/a?b=c", BODY), "POST", "/a?b=c").orElseThrow();
    assertThat(vouched.user()).isEqualTo("änn");
    assertThat(vouched.bodyHash()).isEqualTo(Voucher.hash(BODY));
    assertThat(vouched.bodyHash()).isNotEqualTo(Voucher.hash(new byte[0]));
  }

  @Test
  void itIsGoodOnceForOneRequestAndForAShortTime() {
    String header = one.make("ann", "POST", "/a", BODY);
    assertThat(other.check(header, "DELETE", "/a")).isEmpty();
    assertThat(other.check(header, "POST", "/b")).isEmpty();
    assertThat(other.check(header, "POST", "/a")).isPresent();
    assertThat(other.check(header, "POST", "/a")).as("a second time").isEmpty();

    String late = one.make("ann", "POST", "/a", BODY);
    pass(Voucher.GOOD_MILLIS + 1);
    assertThat(other.check(late, "POST", "/a")).isEmpty();
    String early = one.make("ann", "POST", "/a", BODY);
    pass(-Voucher.GOOD_MILLIS - 1);
    assertThat(other.check(early, "POST", "/a")).isEmpty();
  }

  @Test
  void nobodyElseMakesOne() {
    String header = one.make("ann", "GET", "/a", BODY);
    Voucher stranger = new Voucher(Secret.of("another secret"), now::get);
    assertThat(other.check(stranger.make("ann", "GET", "/a", BODY), "GET", "/a")).isEmpty();
    String[] parts = header.substring(Voucher.SCHEME.length()).split("\\.", -1);
    for (int i = 0; i < parts.length; i++) {
      for (String changed : List.of("", parts[i] + "A", "99999999999999999999")) {
        String[] forged = parts.clone();
        forged[i] = changed;
        assertThat(other.check(Voucher.SCHEME + String.join(".", forged), "GET", "/a")).isEmpty();
      }
    }
    for (String garbage : List.of("", ".", "....", "a.b.c.d.e", ".".repeat(2_000))) {
      assertThat(other.check(Voucher.SCHEME + garbage, "GET", "/a")).isEmpty();
    }
    assertThat(other.check(header, "GET", "/a")).as("itself").isPresent();
  }

  @Test
  void withoutASecretNobodyIsBelieved() {
    Voucher open = new Voucher(Secret.NONE, now::get);
    assertThat(open.make("ann", "GET", "/a", BODY)).isEmpty();
    assertThat(open.check(one.make("ann", "GET", "/a", BODY), "GET", "/a")).isEmpty();
    assertThat(one + " " + open).isEqualTo("voucher no voucher");
  }

  private void pass(long millis) {
    var _ = now.addAndGet(millis);
  }
}
