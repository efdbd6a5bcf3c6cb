package io.feige.admin.alert;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A certificate that expires soon, an Admin's or a node's. */
final class CertificateRule {
  static final Duration SOON = Duration.ofDays(14);
  static final Duration NOW = Duration.ofDays(1);

  private CertificateRule() {}

  static Optional<Alert> of(String whose, Instant end, Instant now) {
    if (!now.plus(SOON).isAfter(end)) {
      return Optional.empty();
    }
    String sentence = "the certificate of " + whose + " expires at " + end;
    String whatToDo = "Replace it: 'feige cert issue NAME --renew', or your own tool.";
    return Optional.of(
        now.plus(NOW).isAfter(end)
            ? Alert.critical("certificate-expires", whose, sentence, whatToDo)
            : Alert.warning("certificate-expires", whose, sentence, whatToDo));
  }
}
