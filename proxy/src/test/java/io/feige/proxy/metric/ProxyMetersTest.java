package io.feige.proxy.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.tls.Encryption;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProxyMetersTest {
  @Test
  void whatIsCountedIsShownAfterTheMemoryWasTidied() {
    AtomicLong doves = new AtomicLong();
    try (ProxyMeters meters = new ProxyMeters(Encryption.NONE)) {
      meters.counter("feige.proxy.doves", "Doves", () -> doves.get());
      meters.gauge("feige.proxy.cage", "Doves in it", () -> doves.get());
      WeakReference<Object> unused = new WeakReference<>(new Object());
      await()
          .until(() -> {
            System.gc();
            return unused.refersTo(null);
          });
      doves.set(7);
      assertThat(new String(meters.scrape(), StandardCharsets.UTF_8))
          .contains("feige_proxy_doves_total 7", "feige_proxy_cage 7");
    }
  }
}
