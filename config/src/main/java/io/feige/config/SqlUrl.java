package io.feige.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What the URL of a database says about the way there, as far as it matters who can listen. In the
 * driver's other notation, with brackets, each host may say something else; of that nothing is
 * known, so the worst is assumed.
 */
record SqlUrl(String text) {
  private static final String MODE = "sslmode";
  private static final String VERIFY_IDENTITY = "VERIFY_IDENTITY";
  private static final List<String> VERIFYING = List.of(VERIFY_IDENTITY, "VERIFY_CA");

  /** They name authorities, or say how to speak TLS in the driver's older way. */
  private static final List<String> OTHER_WORDS =
      List.of(
          "usessl",
          "requiressl",
          "verifyservercertificate",
          "trustcertificatekeystoreurl",
          "trustcertificatekeystoretype",
          "keystoreprovider");

  /** Whether everything is on this machine. */
  boolean isOnLoopback() {
    String hosts = text.replaceFirst("^[^/]*//", "").replaceFirst("[/?].*", "");
    if (isBracketed()) {
      return false;
    }
    return Stream.of(hosts.split(",", -1))
        .map(host -> host.replaceFirst(":\\d*$", "").replaceAll("^\\[|]$", ""))
        .allMatch(host -> host.isEmpty() || Loopback.contains(host));
  }

  /** The driver's sslMode, in capitals; several, should it stand there several times. */
  private List<String> modes() {
    return options().stream()
        .filter(each -> name(each).equals(MODE))
        .map(each -> each.substring(each.indexOf('=') + 1).toUpperCase(Locale.ROOT))
        .toList();
  }

  /** Whether the server must show a certificate that the Java platform trusts, for its host. */
  boolean verifiesIdentity() {
    return !isBracketed() && modes().equals(List.of(VERIFY_IDENTITY));
  }

  /** Whether nothing in it stands against being verified by authorities of ours. */
  boolean canBeVerified() {
    return !isBracketed()
        && VERIFYING.containsAll(modes())
        && options().stream().noneMatch(each -> OTHER_WORDS.contains(name(each)));
  }

  private boolean isBracketed() {
    return text.contains("(");
  }

  private List<String> options() {
    int query = text.indexOf('?');
    List<String> options = new ArrayList<>();
    if (query >= 0) {
      options.addAll(List.of(text.substring(query + 1).split("&", -1)));
    }
    return options;
  }

  private static String name(String option) {
    return option.replaceFirst("=.*", "").strip().toLowerCase(Locale.ROOT);
  }
}
