package io.feige.dist.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** What {@code monitoring} gives to Prometheus and Grafana fits what Feige exports. */
class MonitoringFilesTest {
  private static final Path ROOT = Path.of(System.getProperty("feige.root", ""));
  private static final Path FOLDER = ROOT.resolve("monitoring");
  private static final Pattern METRIC = Pattern.compile("\\b((?:feige|jvm|process)_[a-z_]+)");
  private static final Pattern SAME_AS_ADMINS = Pattern.compile("# \\(Admin: ([a-z-]+)\\)");
  private static final Pattern ALERT_OF_ADMIN =
      Pattern.compile("(?m)^\\| `([a-z-]+)` \\| (?:warning|critical)");

  @Test
  void everyMetricThatIsUsedIsOnThePage() throws IOException {
    Set<String> known = MetricsPage.all().keySet();
    for (Path file : files()) {
      Set<String> used = matches(METRIC, Files.readString(file));
      assertThat(used.stream().map(name -> known.contains(name) ? name : MetricsPage.whole(name)))
          .as(file.toString())
          .isSubsetOf(known);
    }
    assertThat(matches(METRIC, Files.readString(FOLDER.resolve("alerts.rules.yml")))).isNotEmpty();
  }

  @Test
  void everyRuleSaysWhatIsSoAndWhatToDo() throws IOException {
    List<JsonNode> rules =
        yaml("alerts.rules.yml")
            .get("groups")
            .valueStream()
            .flatMap(group -> group.get("rules").valueStream())
            .toList();
    assertThat(rules).hasSizeGreaterThan(15);
    assertThat(rules).extracting(rule -> rule.get("alert").asString()).doesNotHaveDuplicates();
    for (JsonNode rule : rules) {
      String name = rule.get("alert").asString();
      assertThat(rule.get("expr").asString()).as(name).isNotBlank();
      assertThat(rule.get("labels").get("severity").asString())
          .as(name)
          .isIn("warning", "critical");
      assertThat(rule.get("annotations").get("summary").asString()).as(name).endsWith(".");
      assertThat(rule.get("annotations").get("whatToDo").asString()).as(name).endsWith(".");
    }
  }

  @Test
  void whatAdminAlertsOfPrometheusAlertsOfToo() throws IOException {
    Set<String> ofAdmin =
        matches(ALERT_OF_ADMIN, Files.readString(ROOT.resolve("docs").resolve("admin.md")));
    assertThat(ofAdmin).contains("pair-not-served", "certificate-expires");
    assertThat(matches(SAME_AS_ADMINS, Files.readString(FOLDER.resolve("alerts.rules.yml"))))
        .isEqualTo(ofAdmin);
  }

  @Test
  void theExampleCollectsFromNodesAndAdminsWithATokenOverTls() throws IOException {
    JsonNode jobs = yaml("prometheus.yml").get("scrape_configs");
    assertThat(jobs.valueStream().map(job -> job.get("job_name").asString()))
        .containsExactly("feige-node", "feige-admin");
    for (JsonNode job : jobs) {
      assertThat(job.get("scheme").asString()).isEqualTo("https");
      assertThat(job.get("authorization").get("credentials_file").asString()).isNotBlank();
      assertThat(job.get("tls_config").get("ca_file").asString()).isNotBlank();
    }
  }

  @Test
  void everyPanelHasAUnitAndEachDashboardShowsFailovers() throws IOException {
    for (String name : List.of("feige-overview.json", "feige-node.json")) {
      JsonNode board =
          JsonMapper.builder()
              .build()
              .readTree(Files.readAllBytes(FOLDER.resolve("grafana").resolve(name)));
      assertThat(board.get("uid").asString() + ".json").isEqualTo(name);
      assertThat(board.get("annotations").get("list").get(0).get("expr").asString())
          .contains("changes(")
          .contains("feige_pair_epoch");
      List<JsonNode> panels =
          board
              .get("panels")
              .valueStream()
              .filter(panel -> !panel.get("type").asString().equals("row"))
              .toList();
      assertThat(panels).hasSizeGreaterThan(15);
      assertThat(panels).extracting(panel -> panel.get("id").asInt()).doesNotHaveDuplicates();
      for (JsonNode panel : panels) {
        String title = panel.get("title").asString();
        assertThat(panel.get("fieldConfig").get("defaults").get("unit").asString())
            .as(title)
            .isNotBlank();
        assertThat(panel.get("targets")).as(title).isNotEmpty();
      }
    }
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  private static JsonNode yaml(String name) throws IOException {
    return YAMLMapper.builder().build().readTree(Files.readAllBytes(FOLDER.resolve(name)));
  }

  private static Set<String> matches(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map(MonitoringFilesTest::first)
        .collect(Collectors.toSet());
  }

  private static String first(MatchResult match) {
    return match.group(1);
  }
}
