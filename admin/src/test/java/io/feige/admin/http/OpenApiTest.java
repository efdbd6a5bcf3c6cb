package io.feige.admin.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The description and the code name the same requests and the same errors. */
final class OpenApiTest {
  private static final Path SOURCES =
      Path.of("src", "main", "java", "io", "feige", "admin", "http");

  private static final Path PAGE = Path.of("..", "docs", "admin.md");

  @Test
  void everyRequestIsDescribedAndEveryDescribedOneIsThere() throws IOException {
    assertThat(described()).isEqualTo(served());
  }

  @Test
  void everyErrorCodeIsDescribed() throws IOException {
    String list = first(Pattern.compile("anyOf:\\s+- enum: \\[([A-Z_, ]+)\\]"), yaml());
    Set<String> described = new TreeSet<>(Arrays.asList(list.split(", ", -1)));

    assertThat(described).isEqualTo(codes());
  }

  @Test
  void everyRuleOfAlertsIsDescribed() throws IOException {
    String list = first(Pattern.compile("rule: \\{enum: \\[([a-z, -]+)]"), yaml());
    Set<String> documented =
        Pattern.compile("(?m)^\\| `([a-z-]+)` \\| (?:warning|critical)")
            .matcher(Files.readString(PAGE))
            .results()
            .map(match -> match.group(1))
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(new TreeSet<>(Arrays.asList(list.split(", ", -1)))).isEqualTo(documented);
  }

  @Test
  void everyParameterOfAQueryIsKnown() throws IOException {
    Map<String, String> shared = new HashMap<>();
    Map<String, Set<String>> described = new HashMap<>();
    for (String line : yaml().lines().toList()) {
      Matcher component = Pattern.compile("    (\\w+): \\{name: (\\w+), in: query.*").matcher(line);
      if (component.matches()) {
        shared.put(component.group(1), component.group(2));
      }
    }
    String path = "";
    String method = "";
    for (String line : yaml().lines().takeWhile(each -> !each.equals("components:")).toList()) {
      if (line.matches("  /.*:")) {
        path = line.strip().replaceAll(":$", "");
        method = "any";
      } else if (line.matches("    (get|post|put|patch|delete):")) {
        method = line.strip();
      }
      if (line.contains("in: query")) {
        assertThat(method).as(path).isEqualTo("get:");
      }
      Set<String> names = described.computeIfAbsent(path, _ -> new TreeSet<>());
      Pattern.compile("name: (\\w+), in: query")
          .matcher(line)
          .results()
          .forEach(match -> names.add(match.group(1)));
      Pattern.compile("#/components/parameters/(\\w+)")
          .matcher(line)
          .results()
          .map(match -> shared.getOrDefault(match.group(1), ""))
          .filter(name -> !name.isEmpty())
          .forEach(names::add);
    }
    described.values().removeIf(Set::isEmpty);

    assertThat(KnownQueries.OF).isEqualTo(described);
  }

  private static Set<String> described() throws IOException {
    Set<String> requests = new TreeSet<>();
    String path = "";
    for (String line : yaml().lines().toList()) {
      if (line.matches("  /.*:")) {
        path = line.strip().replaceAll(":$", "");
      } else if (line.matches("    (get|post|patch|delete):")) {
        requests.add(line.strip().replace(":", "") + " " + path);
      }
    }
    return requests;
  }

  private static Set<String> served() throws IOException {
    return Pattern.compile("\\.(get|post|patch|delete)\\(\"(/[^\"]*)\"")
        .matcher(Files.readString(SOURCES.resolve("AdminHttp.java")))
        .results()
        .map(match -> match.group(1) + " " + match.group(2))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> codes() throws IOException {
    Set<String> codes = new TreeSet<>();
    try (Stream<Path> files = Files.list(SOURCES)) {
      for (Path file : files.toList()) {
        Pattern.compile("\"([A-Z]+_[A-Z_]+|INTERNAL)\"")
            .matcher(Files.readString(file))
            .results()
            .map((MatchResult match) -> match.group(1))
            .forEach(codes::add);
      }
    }
    return codes;
  }

  private static String first(Pattern pattern, String text) {
    return pattern.matcher(text).results().findFirst().orElseThrow().group(1);
  }

  private static String yaml() throws IOException {
    try (InputStream in = OpenApiTest.class.getResourceAsStream("/io/feige/admin/openapi.yaml")) {
      assertThat(in).isNotNull();
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
