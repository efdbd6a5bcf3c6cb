package io.feige.config;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where the message store is, and who goes there; the same for nodes, which write it, and Admins,
 * which read it.
 *
 * @param urls by the name of a pair; {@link #ANY_PAIR} for all that have none of their own
 * @param password kept out of logs
 * @param ca PEM file of the authorities by which databases are verified; empty: as the URL says
 */
public record DatabaseConfig(
    Map<String, String> urls, String user, String password, Optional<Path> ca) {
  /** The name of no pair. */
  public static final String ANY_PAIR = "";

  /** There is none. */
  public static final DatabaseConfig NONE = new DatabaseConfig(Map.of(), "", "", Optional.empty());

  private static final String SCHEME = "jdbc:mysql://";

  /**
   * Checks the addresses.
   *
   * @throws ConfigException if one of them cannot be used
   */
  public DatabaseConfig {
    urls = Map.copyOf(urls);
    Ranges.of("sql")
        .rule(
            urls.values().stream().allMatch(url -> url.startsWith(SCHEME)),
            "url",
            "must begin with " + SCHEME)
        .rule(
            urls.values().stream().noneMatch(url -> url.contains("@") || url.contains("password=")),
            "url",
            "must not hold a password, since it is shown; sql.user and sql.password are for that")
        .rule(
            ca.isEmpty() || urls.values().stream().allMatch(url -> new SqlUrl(url).canBeVerified()),
            "ca",
            "cannot be together with a sql.url that says otherwise how TLS is spoken; of the"
                + " driver's options sslMode=VERIFY_CA may stand there, for a server whose"
                + " certificate names no host")
        .check();
  }

  /**
   * Adds the settings to a table.
   *
   * @param doing what the user does there
   */
  public static void addTo(ConfigSchema.Table table, Tier tier, String doing) {
    table.add(
        "sql.url",
        ValueKind.TEXT,
        tier,
        "",
        "jdbc:mysql://host:port/database of the message store; PAIR=jdbc:... for a pair that has another, separated by blanks; empty: none");
    table.add("sql.user", ValueKind.TEXT, tier, "feige", "who " + doing + " there");
    table.add(
        "sql.password",
        ValueKind.SECRET,
        tier,
        "",
        "the user's password, as file:PATH or env:NAME");
    table.add(
        "sql.ca",
        ValueKind.TEXT,
        tier,
        "",
        "PEM file of the authorities that the database's certificate must be from, and for its host; beyond loopback there must be one");
  }

  /**
   * Reads the settings that {@link #addTo} has added.
   *
   * @throws ConfigException if anything is wrong
   */
  public static DatabaseConfig read(ConfigReader in) {
    return new DatabaseConfig(
        urls(in.text("sql.url")),
        in.text("sql.user"),
        in.text("sql.password"),
        in.text("sql.ca").isEmpty() ? Optional.empty() : Optional.of(in.path("sql.ca")));
  }

  /** Where a pair's history is stored; empty: nowhere. */
  public String urlOf(String pair) {
    return urls.getOrDefault(pair, urls.getOrDefault(ANY_PAIR, ""));
  }

  /** Each database once, that of the pair first. */
  public Set<String> urlsFrom(String pair) {
    Set<String> all = new LinkedHashSet<>();
    if (!urlOf(pair).isEmpty()) {
      all.add(urlOf(pair));
    }
    urls.values().stream().sorted().forEach(all::add);
    return all;
  }

  /** The first database on another machine to which others may listen; empty: there is none. */
  public Optional<String> insecure() {
    return urls.values().stream().filter(this::isInsecure).sorted().findFirst();
  }

  private boolean isInsecure(String url) {
    SqlUrl parsed = new SqlUrl(url);
    boolean isVerified = ca.isPresent() || parsed.verifiesIdentity();
    return !url.isEmpty() && !isVerified && !parsed.isOnLoopback();
  }

  /** What is wrong with going there: everybody on the way could read and change messages. */
  public List<ConfigProblem> exposure(SecurityConfig security) {
    if (security.allowInsecure()) {
      return List.of();
    }
    return insecure().stream()
        .map(url ->
            new ConfigProblem(
                "sql.url",
                url
                    + " is on another machine, and the connection is not verified TLS; set sql.ca,"
                    + " or put sslMode=VERIFY_IDENTITY into sql.url if the Java platform trusts"
                    + " its authority. security.allowInsecure: true does without"))
        .toList();
  }

  private static Map<String, String> urls(String text) {
    Map<String, String> urls = new HashMap<>();
    for (String part : text.split("\\s+", -1)) {
      int equals = part.indexOf('=');
      boolean isOfPair = equals > 0 && part.startsWith("jdbc:", equals + 1);
      if (!part.isEmpty()) {
        urls.put(
            isOfPair ? part.substring(0, equals) : ANY_PAIR,
            isOfPair ? part.substring(equals + 1) : part);
      }
    }
    return urls;
  }

  @Override
  public String toString() {
    return "DatabaseConfig[urls=" + urls + ", user=" + user + "]";
  }
}
