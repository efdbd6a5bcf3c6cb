package io.feige.proxy.metric;

import io.feige.tls.Encryption;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** A proxy's meters. Any thread. */
public final class ProxyMeters implements AutoCloseable {
  /** Of requests that no route took: their paths and methods are their senders' to choose. */
  private static final String OTHER = "other";

  private static final int HUNDRED = 100;

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics gcMetrics = new JvmGcMetrics();

  /** Those of the process. */
  public ProxyMeters(Encryption encryption) {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    gcMetrics.bindTo(registry);
    if (encryption.isOn()) {
      gauge(
          "feige.tls.certificate.not.after.seconds",
          "When the certificate expires, in seconds since 1970",
          () -> encryption.certificate().orElseThrow().getNotAfter().toInstant().getEpochSecond());
    }
  }

  /** A request that no route took was answered. */
  public void answered(int status, long nanos) {
    answered(OTHER, OTHER, status, nanos);
  }

  /** A request was answered, or its stream has ended. */
  public void answered(String method, String route, int status, long nanos) {
    Timer.builder("feige.proxy.request")
        .description("Requests of HTTP")
        .tag("method", method)
        .tag("route", route)
        .tag("status", status / HUNDRED + "xx")
        .register(registry)
        .record(nanos, TimeUnit.NANOSECONDS);
  }

  /** Something that goes up and down. */
  public void gauge(String name, String meaning, LongSupplier value) {
    Gauge.builder(name, value, LongSupplier::getAsLong)
        .description(meaning)
        .strongReference(true)
        .register(registry);
  }

  /** Something that is counted elsewhere. */
  public void counter(String name, String meaning, LongSupplier value) {
    // The registry holds what it reads from weakly: it is to live as long as the registry does.
    FunctionCounter.builder(name, this, itself -> value.getAsLong())
        .description(meaning)
        .register(registry);
  }

  /** In the format of Prometheus. */
  public byte[] scrape() {
    return registry.scrape().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    gcMetrics.close();
    registry.close();
  }
}
