package io.feige.admin.client;

import io.feige.access.Identity;
import io.feige.client.FeigeClient;
import io.feige.client.FeigeClientBuilder;
import io.feige.config.SecurityConfig;
import java.time.Duration;

/**
 * How an Admin is a client of its cluster.
 *
 * @param address where it can be asked itself, which knows the way to all nodes
 */
public record ClientSetup(String address, SecurityConfig security, String clusterSecret) {
  private static final Duration CONNECT = Duration.ofSeconds(2);
  private static final Duration REQUEST = Duration.ofSeconds(5);
  private static final Duration CLOSE = Duration.ofSeconds(1);
  private static final long MEMORY_BYTES = 16L << 20;

  /** A client that asks for somebody, with that one's rights. */
  FeigeClient clientFor(Identity who) {
    try {
      return build(who);
    } catch (IllegalArgumentException e) {
      // Nothing of the caller's: perhaps certificates are being replaced.
      throw new IllegalStateException("this Admin cannot be a client of its cluster", e);
    }
  }

  private FeigeClient build(Identity who) {
    FeigeClientBuilder builder =
        FeigeClient.builder()
            .servers(address)
            .software("feige-admin")
            .connectTimeout(CONNECT)
            .requestTimeout(REQUEST)
            .closeTimeout(CLOSE)
            .memoryLimitBytes(MEMORY_BYTES);
    security
        .tls()
        .ifPresent(files -> {
          files.ca().ifPresent(builder::ca);
          files.identity().ifPresent(own -> builder.certificate(own.chain(), own.key()));
        });
    return switch (who.kind()) {
      case ANYBODY -> builder.build();
      case SETTINGS_TOKEN -> builder.token(security.token()).build();
      case ADMIN -> builder.cluster(clusterSecret).build();
      default -> builder.cluster(clusterSecret).actingFor(who.user()).build();
    };
  }

  /** Without secrets. */
  @Override
  public String toString() {
    return "ClientSetup[" + address + "]";
  }
}
