package io.feige.certificates;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * What a certificate is to say.
 *
 * @param name whom it names (its common name), 1 to 64 printable ASCII characters
 * @param hosts the host names and addresses under which it is reached; none: it only dials
 * @param notBefore from when it is valid
 * @param validFor for how long
 */
public record CertificateRequest(
    String name, List<String> hosts, Instant notBefore, Duration validFor) {
  private static final int MOST_NAME = 64; // ub-common-name, RFC 5280 appendix A
  private static final int MOST_HOST = 253; // RFC 1035, section 2.3.4, in dotted form

  /** Clocks of a cluster's machines differ; a new certificate has to be good on all of them. */
  private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(5);

  /**
   * Takes a copy of the list.
   *
   * @throws IllegalArgumentException with a sentence, if a certificate cannot say that
   */
  public CertificateRequest {
    hosts = List.copyOf(hosts);
    if (!name.matches("[\\x20-\\x7E]{1," + MOST_NAME + "}") || name.isBlank()) {
      throw new IllegalArgumentException(
          "a certificate's name has 1 to " + MOST_NAME + " printable ASCII characters");
    }
    for (String host : hosts) {
      if (host.length() > MOST_HOST || !host.matches("[A-Za-z0-9.:_*-]+")) {
        throw new IllegalArgumentException("'" + host + "' is neither a host name nor an address");
      }
    }
    if (validFor.isZero() || validFor.isNegative()) {
      throw new IllegalArgumentException("a certificate must be valid for some time");
    }
  }

  /** The last moment at which it is wanted, to the second, as certificates have it. */
  public Instant notAfter() {
    return notBefore.plus(validFor).truncatedTo(ChronoUnit.SECONDS);
  }

  /** Valid from now on. */
  public static CertificateRequest of(String name, List<String> hosts, Duration validFor) {
    return new CertificateRequest(name, hosts, Instant.now().minus(CLOCKS_DIFFER), validFor);
  }
}
