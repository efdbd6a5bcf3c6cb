package io.feige.admin.event;

import io.feige.admin.event.Event.Kind;
import io.feige.config.ConfigProblem;
import io.feige.config.ConfigReader;
import io.feige.config.ConfigSchema;
import io.feige.config.Loopback;
import io.feige.config.SecurityConfig;
import io.feige.config.Tier;
import io.feige.config.ValueKind;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Who else is told of events.
 *
 * @param url where they are posted; empty: nobody is told
 * @param token shown there; empty: nothing is
 * @param kinds of which events
 */
public record WebhookSettings(Optional<URI> url, String token, Set<Kind> kinds) {
  /** Nobody is told. */
  public static final WebhookSettings OFF =
      new WebhookSettings(Optional.empty(), "", Set.copyOf(EnumSet.allOf(Kind.class)));

  private static final String URL = "alerts.webhook.url";
  private static final String TOKEN = "alerts.webhook.token";
  private static final String KINDS = "alerts.webhook.kinds";

  public WebhookSettings {
    kinds = Set.copyOf(kinds);
  }

  /** Adds the settings to a table. */
  public static void addTo(ConfigSchema.Table table) {
    table.add(
        URL,
        ValueKind.URL,
        Tier.FREQUENT,
        "",
        "http or https address that the leading Admin posts events to; empty: none");
    table.add(
        TOKEN,
        ValueKind.SECRET,
        Tier.FREQUENT,
        "",
        "bearer token that is shown there, as file:PATH or env:NAME; empty: none");
    table.add(
        KINDS,
        ValueKind.TEXT,
        Tier.RARE,
        "ALERT,ALERT_OVER,DECISION,REPORT,DRILL",
        "kinds of events that are posted; there are NODE_CAME, NODE_GONE and LEADER, too");
  }

  /** Reads the settings that {@link #addTo} has added; what is wrong is noted in the reader. */
  public static WebhookSettings read(ConfigReader in, SecurityConfig security) {
    String text = in.text(URL);
    String token = in.text(TOKEN);
    List<ConfigProblem> problems = new ArrayList<>();
    Optional<URI> url = text.isEmpty() ? Optional.empty() : url(text, problems);
    if (url.isPresent() && !token.isEmpty() && !security.allowInsecure() && isOpen(url.get())) {
      problems.add(
          new ConfigProblem(
              URL,
              "goes to another machine without TLS, which would give away alerts.webhook.token;"
                  + " use https. security.allowInsecure: true does without"));
    }
    if (text.isEmpty() && !token.isEmpty()) {
      problems.add(new ConfigProblem(TOKEN, "is set, but alerts.webhook.url is not"));
    }
    if (!token.matches("[\\x21-\\x7E]*")) {
      problems.add(new ConfigProblem(TOKEN, "must have no blanks, and characters of ASCII only"));
    }
    Set<Kind> kinds = kinds(in.texts(KINDS), problems);
    problems.forEach(in::add);
    return new WebhookSettings(url, token, kinds);
  }

  /** Scheme, host and port; what follows may be a secret. */
  String place() {
    return url.map(to -> to.getScheme() + "://" + to.getRawAuthority()).orElse("nowhere");
  }

  /** Shows no secret. */
  @Override
  public String toString() {
    return "WebhookSettings[" + place() + ", " + kinds + "]";
  }

  private static Optional<URI> url(String text, List<ConfigProblem> problems) {
    try {
      URI url = URI.create(text);
      boolean isHttp = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
      if (isHttp && url.getHost() != null && url.getUserInfo() == null) {
        return Optional.of(url);
      }
    } catch (IllegalArgumentException e) {
      // The message would repeat all of it.
      problems.add(new ConfigProblem(URL, "is no URL"));
      return Optional.empty();
    }
    problems.add(
        new ConfigProblem(
            URL, "must begin with http:// or https:// and a host, without a user's name"));
    return Optional.empty();
  }

  private static boolean isOpen(URI url) {
    return "http".equals(url.getScheme()) && !Loopback.contains(url.getHost());
  }

  private static Set<Kind> kinds(List<String> names, List<ConfigProblem> problems) {
    Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    for (String name : names) {
      try {
        kinds.add(Kind.valueOf(name.toUpperCase(Locale.ROOT)));
      } catch (IllegalArgumentException e) {
        problems.add(
            new ConfigProblem(
                KINDS, "'" + name + "' is none of " + Arrays.toString(Kind.values())));
      }
    }
    return kinds;
  }
}
