package io.feige.config;

import io.feige.tls.TlsFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Who may come in, and how connections are encrypted; the same for nodes and Admins. A record that
 * exists is usable, as far as can be told without reading the files.
 *
 * @param token what clients must show; empty: nothing
 * @param users whether users come in with what Admin knows of them
 * @param tls the certificates; empty: connections are not encrypted
 * @param mustShow whether clients are turned away that show no certificate
 * @param allowInsecure whether other machines may reach ports that lack encryption or a token
 */
public record SecurityConfig(
    String token, boolean users, Optional<TlsFiles> tls, boolean mustShow, boolean allowInsecure) {
  /** Tokens of the settings are not slowed down, so they have to be too long to guess. */
  private static final int MIN_TOKEN = 24;

  private static final int LEAST_TOKEN = 8;
  private static final int MOST_TOKEN = 1000;

  /**
   * Checks the token.
   *
   * @throws ConfigException if it can be guessed, or is too long
   */
  public SecurityConfig {
    Ranges.of("security")
        .rule(
            token.isEmpty() || token.length() >= LEAST_TOKEN,
            "token",
            "must have " + LEAST_TOKEN + " characters or more, so that it cannot be guessed")
        .rule(
            token.length() <= MOST_TOKEN,
            "token",
            "must have " + MOST_TOKEN + " characters or fewer")
        .check();
  }

  /** Without users and encryption, for loopback. */
  public static SecurityConfig ofToken(String token) {
    return new SecurityConfig(token, false, Optional.empty(), false, false);
  }

  /**
   * Adds the settings to a table.
   *
   * @param callers who must show the token
   */
  public static void addTo(ConfigSchema.Table table, String callers) {
    table.add(
        "security.token",
        ValueKind.SECRET,
        Tier.ESSENTIAL,
        "",
        "secret that "
            + callers
            + " must show, as file:PATH or env:NAME; empty: none, loopback only");
    table.add(
        "security.users",
        ValueKind.SWITCH,
        Tier.FREQUENT,
        "false",
        "lets users in, with the rights that 'feige user' gives them; the same for nodes and Admins");
    table.add(
        "security.allowInsecure",
        ValueKind.SWITCH,
        Tier.RARE,
        "false",
        "lets other machines reach ports that lack encryption or a token");
    table.add(
        "tls.certificate",
        ValueKind.TEXT,
        Tier.ESSENTIAL,
        "",
        "PEM file of the certificate, followed by those up to its authority; empty: no TLS, loopback only");
    table.add(
        "tls.key",
        ValueKind.TEXT,
        Tier.ESSENTIAL,
        "",
        "PEM file of the certificate's private key, in PKCS #8");
    table.add(
        "tls.ca",
        ValueKind.TEXT,
        Tier.ESSENTIAL,
        "",
        "PEM file of the authorities whose nodes, Admins and clients are trusted");
    table.add(
        "tls.clientsMustShow",
        ValueKind.SWITCH,
        Tier.FREQUENT,
        "false",
        "turn clients away that show no certificate of tls.ca; nodes always must");
  }

  /**
   * Reads the settings that {@link #addTo} has added.
   *
   * @throws ConfigException if anything is wrong
   */
  public static SecurityConfig read(ConfigReader in) {
    boolean hasTls = !in.text("tls.certificate").isEmpty();
    for (String other : List.of("tls.key", "tls.ca")) {
      if (in.text(other).isEmpty() == hasTls) {
        in.add(
            new ConfigProblem(
                other,
                hasTls
                    ? "must be set, because tls.certificate is"
                    : "is set, but tls.certificate is not: there is TLS with all three, or none"));
      }
    }
    Path certificate = in.path("tls.certificate");
    TlsFiles files = TlsFiles.trusting(in.path("tls.ca")).showing(certificate, in.path("tls.key"));
    return new SecurityConfig(
        in.text("security.token"),
        in.isOn("security.users"),
        hasTls ? Optional.of(files) : Optional.empty(),
        in.isOn("tls.clientsMustShow"),
        in.isOn("security.allowInsecure"));
  }

  /**
   * What is wrong with listening there: whoever can reach an open port may use it, so that must be
   * a decision.
   *
   * @param key the setting that says where
   */
  public List<ConfigProblem> exposure(String key, String host) {
    List<String> missing = missing(host);
    if (allowInsecure || missing.isEmpty()) {
      return List.of();
    }
    String them = missing.size() == 1 ? "it" : "both";
    return List.of(
        new ConfigProblem(
            key,
            host
                + " can be reached from other machines, but there is no "
                + String.join(" and no ", missing)
                + "; set "
                + them
                + ", or use 127.0.0.1. security.allowInsecure: true does without"));
  }

  /** What other machines would not need in order to use a port there; empty: all is well. */
  public List<String> missing(String host) {
    if (Loopback.contains(host)) {
      return List.of();
    }
    List<String> missing = new ArrayList<>();
    if (tls.isEmpty()) {
      missing.add("tls.certificate");
    }
    if (token.isEmpty() && !users) {
      missing.add("security.token");
    }
    if (!token.isEmpty() && token.length() < MIN_TOKEN) {
      missing.add("security.token of " + MIN_TOKEN + " characters or more");
    }
    return missing;
  }

  /** Without the token. */
  @Override
  public String toString() {
    return "SecurityConfig["
        + (token.isEmpty() ? "no token" : "a token")
        + (users ? ", users" : "")
        + (tls.isEmpty() ? ", no TLS]" : ", TLS]");
  }
}
