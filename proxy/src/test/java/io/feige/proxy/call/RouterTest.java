package io.feige.proxy.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.feige.proxy.answer.Answer;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.answer.Tunnel;
import io.feige.proxy.broadcast.Broadcasts;
import io.feige.proxy.broadcast.Subscribers;
import io.feige.proxy.call.Router.Match;
import io.feige.proxy.call.Router.Route;
import io.feige.proxy.caller.Callers;
import io.feige.proxy.config.ProxyConfig;
import io.feige.proxy.verb.Following;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class RouterTest {
  private static final Router ROUTER =
      new Router(
          List.of(
              new Route("GET", "/v1/topics/{topic}", _ -> Answer.json(1)),
              new Route("POST", "/v1/topics/{topic}", _ -> Answer.json(2)),
              new Route("POST", "/v1/topics/{topic}/{part}", _ -> Answer.json(3))));

  private static Match match(String method, String path) {
    return ROUTER.match(method, List.of(path.split("/", -1)));
  }

  @Test
  void thePartsInBracesAreGivenByName() {
    Match match = match("POST", "/v1/topics/orders/x");

    assertThat(match.parts()).isEqualTo(Map.of("topic", "orders", "part", "x"));
    assertThat(match.route().pattern()).endsWith("{part}");
  }

  @Test
  void whatIsNotThereIsNotFound() {
    for (String path : List.of("", "/", "/v1/topics", "/v1/topics/a/b/c", "/v2/topics/a")) {
      assertThatExceptionOfType(Problem.class)
          .isThrownBy(() -> match("GET", path))
          .returns(404, Problem::status);
    }
  }

  @Test
  void anotherMethodIsToldWhichThereAre() {
    assertThatExceptionOfType(Problem.class)
        .isThrownBy(() -> match("PUT", "/v1/topics/orders"))
        .returns(405, Problem::status)
        .returns("GET, POST", Problem::allowed);
  }

  @Test
  void theDescriptionHasAllWaysAndNoOther() throws IOException {
    TreeSet<String> described = new TreeSet<>();
    String path = "";
    for (String line : description().lines().toList()) {
      Optional<MatchResult> place =
          Pattern.compile("^  (/\\S*):$").matcher(line).results().findFirst();
      Optional<MatchResult> method =
          Pattern.compile("^    (get|post|put|delete|patch):$").matcher(line).results().findFirst();
      path = place.map(found -> found.group(1)).orElse(path);
      String at = path;
      method.ifPresent(found -> described.add(found.group(1).toUpperCase(Locale.ROOT) + " " + at));
    }
    var settings = ProxyConfig.load(Optional.empty(), Map.of(), Map.of()).config();
    try (Callers callers = new Callers(settings)) {
      Subscribers subscribers = new Subscribers(callers, new Following(), new Broadcasts(callers));
      Router routes =
          ProxyRoutes.forClients(
              subscribers,
              _ -> Answer.nothing(),
              Optional.of(new Tunnel("mqtt", (_, _, _, _) -> {})),
              true,
              () -> false);
      assertThat(new TreeSet<>(routes.ways())).isEqualTo(described);
    }
  }

  private static String description() throws IOException {
    try (var yaml = RouterTest.class.getResourceAsStream("/io/feige/proxy/openapi.yaml")) {
      assertThat(yaml).isNotNull();
      return new String(yaml.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
