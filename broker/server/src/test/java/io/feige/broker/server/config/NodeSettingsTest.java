package io.feige.broker.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.feige.config.ConfigException;
import io.feige.config.ConfigKey;
import io.feige.config.ConfigProblem;
import io.feige.config.LoadedConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NodeSettingsTest {
  @TempDir private Path dir = Path.of("");

  @Test
  void defaultsAloneAreUsableAndInDevelopmentMode() {
    NodeConfig config = NodeConfig.defaults();

    assertThat(config.dev()).isTrue();
    assertThat(config.topics().autoCreate()).isTrue();
    assertThat(config.listen().host()).isEqualTo("127.0.0.1");
    assertThat(config.listen().port()).isEqualTo(7700);
    assertThat(config.journal().segmentBytes()).isEqualTo(256 << 20);
    assertThat(config.topics().defaults().lease()).isEqualTo(Duration.ofSeconds(30));
    assertThat(config.limits().maxConnections()).isEqualTo(20_000);
  }

  @Test
  void aFileEndsDevelopmentModeAndWithItAutoCreate() {
    NodeConfig config = load("node:\n  id: alpha\n").config();

    assertThat(config.dev()).isFalse();
    assertThat(config.topics().autoCreate()).isFalse();
  }

  @Test
  void autoCreateFollowsDevUnlessItIsGiven() {
    assertThat(load("dev: true\n").config().topics().autoCreate()).isTrue();
    assertThat(load("dev: true\ntopics: {autoCreate: false}\n").config().topics().autoCreate())
        .isFalse();
  }

  @Test
  void laterSourcesWinAndTheOriginIsShown() {
    Path file =
        file(
            "listen:\n  host: 127.0.0.1\n  port: 1\nhttp:\n  port: 2\njournal.segmentBytes: 16MiB\n");

    LoadedConfig<NodeConfig> loaded =
        NodeSettings.load(
            Optional.of(file),
            Map.of("FEIGE_LISTEN_PORT", "3", "FEIGE_HTTP_PORT", "off", "PATH", "x"),
            Map.of("listen.port", "4"));

    assertThat(loaded.config().listen().port()).isEqualTo(4);
    assertThat(loaded.config().http().isOn()).isFalse();
    assertThat(loaded.config().journal().segmentBytes()).isEqualTo(16 << 20);
    assertThat(loaded.print().lines())
        .anyMatch(line -> line.matches("listen.port: +4 +# flag"))
        .anyMatch(line -> line.matches("http.port: +off +# env FEIGE_HTTP_PORT"))
        .anyMatch(line -> line.matches("journal.segmentBytes: +16MiB +# feige.yaml:6"))
        .anyMatch(line -> line.matches("listen.host: +127.0.0.1 +# feige.yaml:2"))
        .anyMatch(line -> line.matches("limits.maxTopics: +10000 +# default"));
  }

  @Test
  void environmentTakesCamelCaseWithAndWithoutUnderscores() {
    assertThat(withEnvironment("FEIGE_LIMITS_MAX_TOPICS", "7").limits().maxTopics()).isEqualTo(7);
    assertThat(withEnvironment("FEIGE_LIMITS_MAXTOPICS", "7").limits().maxTopics()).isEqualTo(7);
  }

  @Test
  void everythingThatIsWrongIsToldAtOnce() {
    String yaml =
        """
        listen:
          port: 70000
          prot: 7700
        limits:
          maxFrameBytes: 1KiB
          idleTimeout: 60
          maxTopics: many
        topics:
          defaults:
            retryDelay: 10m
            retryDelayMax: 1m
            lease: [1, 2]
        journal: 5
        """;

    assertThat(problems(yaml))
        .extracting(ConfigProblem::toString)
        .containsExactlyInAnyOrder(
            "listen.port (feige.yaml:2): must be 0 to 65535, not 70000",
            "listen.prot (feige.yaml:3): is not a setting; did you mean listen.port?",
            "limits.maxFrameBytes (feige.yaml:5): must be 64KiB to 256MiB, not 1KiB",
            "limits.maxBatchBytes (default): must leave 4KiB of limits.maxFrameBytes for what stands"
                + " around a batch",
            "limits.idleTimeout (feige.yaml:6): '60' needs a unit of time: ms, s, m, h or d, as in"
                + " 30s",
            "limits.maxTopics (feige.yaml:7): 'many' is not a whole number",
            "topics.defaults.retryDelayMax (feige.yaml:11): must not be shorter than"
                + " topics.defaults.retryDelay",
            "topics.defaults.lease (feige.yaml:12): must be one value",
            "journal (feige.yaml:13): is a section and needs settings below it");
  }

  @Test
  void unknownVariableIsToldWithTheNearest() {
    ConfigException refused = refused(Map.of("FEIGE_LISTEN_PROT", "1"));

    assertThat(refused).hasMessageContaining("FEIGE_LISTEN_PROT (env): is not a setting");
    assertThat(refused).hasMessageContaining("did you mean FEIGE_LISTEN_PORT?");
  }

  @Test
  void aKeyGivenTwiceIsRefused() {
    assertThat(problems("node.id: a\nnode:\n  id: b\n"))
        .extracting(ConfigProblem::toString)
        .containsExactly("node.id (feige.yaml:3): is given twice, first at feige.yaml:1");
  }

  @Test
  void whatIsNoYamlIsToldWithItsLine() {
    assertThat(problems("node:\n  id: [unclosed\n"))
        .singleElement()
        .satisfies(problem -> assertThat(problem.toString()).startsWith("(feige.yaml:"))
        .satisfies(problem -> assertThat(problem.sentence()).startsWith("not YAML: "));
    assertThat(problems("just words\n"))
        .extracting(ConfigProblem::sentence)
        .containsExactly("must be keys with values, such as node:");
  }

  @Test
  void listeningBeyondLoopbackNeedsTlsAndAToken() {
    String everywhere = "listen: {host: 0.0.0.0}\nhttp: {host: 0.0.0.0}\n";
    String token = "security.token: 'file:" + secret("correct-horse-battery-staple") + "'\n";
    String guessable = "security.token: 'file:" + secret("correct-horse") + "'\n";
    String tls = "tls: {certificate: node.pem, key: node.key, ca: ca.pem}\n";

    assertThat(problems(everywhere))
        .extracting(ConfigProblem::key)
        .containsExactly("listen.host", "http.host");
    assertThat(problems("listen: {host: 0.0.0.0}\n").getFirst().toString())
        .isEqualTo(
            "listen.host (feige.yaml:1): 0.0.0.0 can be reached from other machines, but there is"
                + " no tls.certificate and no security.token; set both, or use 127.0.0.1."
                + " security.allowInsecure: true does without");
    assertThat(problems(everywhere + token).getFirst().sentence())
        .contains("there is no tls.certificate; set it");
    assertThat(problems(everywhere + tls).getFirst().sentence())
        .contains("there is no security.token; set it");
    assertThat(problems(everywhere + guessable + tls).getFirst().sentence())
        .contains("there is no security.token of 24 characters or more; set it");
    assertThat(load(everywhere + token + tls).config().missingSecurity()).isEmpty();
    assertThat(load("http: {host: 0.0.0.0, port: off}\n").config().http().isOn()).isFalse();
  }

  @Test
  void linksBeyondLoopbackNeedTlsToo() {
    assertThat(
            problems(
                "cluster: {admins: 'a:1', link: '0.0.0.0:1', secret: 'file:"
                    + secret("sixteen-letters-of")
                    + "'}\n"))
        .extracting(ConfigProblem::key)
        .containsExactly("cluster.link");
  }

  @Test
  void insecureIsADecisionThatIsSaid() {
    NodeConfig insecure = load("listen: {host: 0.0.0.0}\nsecurity.allowInsecure: true\n").config();

    assertThat(insecure.missingSecurity()).containsExactly("tls.certificate", "security.token");
    assertThat(NodeConfig.defaults().missingSecurity()).isEmpty();
  }

  @Test
  void thereIsTlsWithAllThreeFilesOrNone() {
    assertThat(problems("tls: {certificate: node.pem}\n"))
        .extracting(ConfigProblem::toString)
        .containsExactlyInAnyOrder(
            "tls.key (default): must be set, because tls.certificate is",
            "tls.ca (default): must be set, because tls.certificate is");
    assertThat(problems("tls: {ca: ca.pem}\n"))
        .extracting(ConfigProblem::key)
        .containsExactly("tls.ca");
  }

  @Test
  void aSegmentMustHoldTheLargestBatch() {
    assertThat(problems("journal.segmentBytes: 8MiB\n"))
        .extracting(ConfigProblem::toString)
        .containsExactly(
            "journal.segmentBytes (feige.yaml:1): must be at least 1MiB more than"
                + " limits.maxBatchBytes, which is 8MiB");
  }

  @Test
  void secretsAreNeverShown() {
    LoadedConfig<NodeConfig> loaded =
        NodeSettings.load(
            Optional.empty(), Map.of("FEIGE_SECURITY_TOKEN", "correct-horse"), Map.of());

    assertThat(loaded.config().security().token()).isEqualTo("correct-horse");
    assertThat(loaded.print()).doesNotContain("correct-horse").contains("********");
    assertThat(loaded.config().toString()).doesNotContain("correct-horse");
    assertThat(problemsText("security:\n  token: shorty\n")).doesNotContain("shorty");
  }

  @Test
  void aSecretDoesNotStandInTheSettingsFile() {
    assertThat(problems("sql: {password: open-sesame}\n"))
        .extracting(ConfigProblem::toString)
        .containsExactly(
            "sql.password (feige.yaml:1): must be file:PATH or env:NAME, and not the secret itself:"
                + " settings files are read, copied and shown");
  }

  @Test
  void aSecretMayStandInAFileOfItsOwn() throws IOException {
    Path secret = Files.writeString(dir.resolve("secret"), "correct-horse\n");

    assertThat(load("security: {token: \"file:" + secret + "\"}\n").config().security().token())
        .isEqualTo("correct-horse");
    assertThat(problems("security: {token: \"file:/does/not/exist\"}\n")).hasSize(1);
  }

  @Test
  void aSecretMayStandInAVariableOfAnyName() {
    Path file = file("security: {token: 'env:BROKER_TOKEN'}\n");
    Map<String, String> environment = Map.of("BROKER_TOKEN", "correct-horse");

    LoadedConfig<NodeConfig> loaded = NodeSettings.load(Optional.of(file), environment, Map.of());
    assertThat(loaded.config().security().token()).isEqualTo("correct-horse");
    assertThat(loaded.print()).contains("env:BROKER_TOKEN").doesNotContain("correct-horse");
    assertThat(problems("security: {token: 'env:BROKER_TOKEN'}\n"))
        .extracting(ConfigProblem::sentence)
        .containsExactly("the environment variable BROKER_TOKEN is not set or empty");
  }

  @Test
  void aMissingFileIsToldByItsName() {
    ConfigException refused =
        catchThrowableOfType(
            ConfigException.class,
            () -> NodeSettings.load(Optional.of(dir.resolve("no.yaml")), Map.of(), Map.of()));

    assertThat(refused).hasMessageContaining("no.yaml").hasMessageContaining("cannot be read");
  }

  @Test
  void aPairMayHaveAStoreOfItsOwn() {
    String both = "jdbc:mysql://localhost/feige pair-2=jdbc:mysql://127.0.0.1/b?useSSL=true";

    NodeConfig config = withEnvironment("FEIGE_SQL_URL", both);

    assertThat(config.sql().urlOf("pair-1")).isEqualTo("jdbc:mysql://localhost/feige");
    assertThat(config.sql().urlOf("pair-2")).isEqualTo("jdbc:mysql://127.0.0.1/b?useSSL=true");
    assertThat(NodeConfig.defaults().sql().urlOf("pair-1")).isEmpty();
  }

  @Test
  void aStoresUrlThatHoldsAPasswordIsRefused() {
    String url = "jdbc:mysql://a/feige?user=x&password=y";

    assertThat(refused(Map.of("FEIGE_SQL_URL", url)))
        .hasMessageContaining("sql.url")
        .hasMessageContaining("sql.password");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mysql://db.invalid/feige",
        "jdbc:mysql://127.0.0.1:3306,db.invalid:3306/feige",
        "jdbc:mysql://db.invalid/feige?sslMode=REQUIRED",
        "jdbc:mysql://db.invalid/feige?sslMode=VERIFY_CA",
        "jdbc:mysql://db.invalid/feige?sslMode=VERIFY_IDENTITY&sslmode=disabled",
        "jdbc:mysql://(host=db.invalid,sslMode=DISABLED)/feige?sslMode=VERIFY_IDENTITY",
        "jdbc:mysql://[2001:db8::1]:3306/feige",
        "jdbc:mysql://localhost/feige pair-2=jdbc:mysql://db.invalid/feige",
      })
  void aStoreThatOthersMayListenToIsRefusedUnlessSomebodyDecidedOtherwise(String url) {
    assertThat(refused(Map.of("FEIGE_SQL_URL", url)))
        .hasMessageContaining("sql.url (env FEIGE_SQL_URL): jdbc:mysql://")
        .hasMessageContaining("is on another machine, and the connection is not verified TLS");

    NodeConfig config =
        NodeSettings.load(
                Optional.empty(),
                Map.of("FEIGE_SQL_URL", url, "FEIGE_SECURITY_ALLOW_INSECURE", "true"),
                Map.of())
            .config();
    assertThat(config.sql().insecure()).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mysql://db.invalid/feige",
        "jdbc:mysql://db.invalid/feige?sslMode=VERIFY_CA&useCompression=true",
        "jdbc:mysql://db.invalid/feige?sslMode=verify_identity",
      })
  void aStoreIsVerifiedByItsAuthorities(String url) {
    NodeConfig config =
        NodeSettings.load(
                Optional.empty(), Map.of("FEIGE_SQL_URL", url, "FEIGE_SQL_CA", "ca.pem"), Map.of())
            .config();

    assertThat(config.sql().insecure()).isEmpty();
    assertThat(config.sql().storeAt(url).address().ca()).contains(Path.of("ca.pem"));
  }

  @Test
  void aStoreIsVerifiedByTheAuthoritiesOfTheJavaPlatform() {
    String url = "jdbc:mysql://db.invalid/feige?sslMode=VERIFY_IDENTITY";

    assertThat(withEnvironment("FEIGE_SQL_URL", url).sql().storeAt(url).address().ca()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mysql://localhost/feige?sslMode=DISABLED",
        "jdbc:mysql://localhost/feige?useSSL=true",
        "jdbc:mysql://localhost/feige?trustCertificateKeyStoreUrl=file:other",
        "jdbc:mysql://(host=localhost)/feige",
      })
  void aUrlThatSaysOtherwiseThanTheAuthoritiesIsRefused(String url) {
    assertThat(refused(Map.of("FEIGE_SQL_URL", url, "FEIGE_SQL_CA", "ca.pem")))
        .hasMessageContaining("sql.ca (env FEIGE_SQL_CA): cannot be together with a sql.url");
  }

  @Test
  void whatIsDoneWhenTheDiskIsFullIsOneOfTwo() {
    assertThat(refused(Map.of("FEIGE_SQL_WHEN_FULL", "maybe")))
        .hasMessageContaining("refuse or drop");
    assertThat(withEnvironment("FEIGE_SQL_WHEN_FULL", "DROP").sql().whenFull())
        .isEqualTo(SqlConfig.WhenFull.DROP);
  }

  @Test
  void anEmptyFileMeansDefaults() {
    assertThat(load("").config().listen().port()).isEqualTo(7700);
    assertThat(load("# nothing yet\n").config().listen().port()).isEqualTo(7700);
  }

  @Test
  void thereAreFewerThanSeventyKeysEachWithAMeaningAndAVariableOfItsOwn() {
    assertThat(NodeSettings.SCHEMA.keys()).hasSizeLessThan(70);
    assertThat(NodeSettings.SCHEMA.keys()).extracting(ConfigKey::name).doesNotHaveDuplicates();
    assertThat(NodeSettings.SCHEMA.keys())
        .extracting(ConfigKey::meaning)
        .noneMatch(String::isBlank);
    for (ConfigKey key : NodeSettings.SCHEMA.keys()) {
      assertThat(NodeSettings.SCHEMA.keys().stream().filter(k -> k.isSetBy(key.environmentName())))
          .containsExactly(key);
    }
    assertThat(NodeSettings.SCHEMA.named("limits.maxTopics").orElseThrow().environmentName())
        .isEqualTo("FEIGE_LIMITS_MAX_TOPICS");
  }

  private LoadedConfig<NodeConfig> load(String yaml) {
    return NodeSettings.load(Optional.of(file(yaml)), Map.of(), Map.of());
  }

  private static NodeConfig withEnvironment(String name, String value) {
    return NodeSettings.load(Optional.empty(), Map.of(name, value), Map.of()).config();
  }

  private static ConfigException refused(Map<String, String> environment) {
    return catchThrowableOfType(
        ConfigException.class, () -> NodeSettings.load(Optional.empty(), environment, Map.of()));
  }

  private String problemsText(String yaml) {
    return catchThrowableOfType(ConfigException.class, () -> load(yaml)).toString();
  }

  private List<ConfigProblem> problems(String yaml) {
    return catchThrowableOfType(ConfigException.class, () -> load(yaml)).problems();
  }

  private Path secret(String text) {
    try {
      return Files.writeString(dir.resolve("secret-" + text.length()), text);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private Path file(String yaml) {
    try {
      return Files.writeString(dir.resolve("feige.yaml"), yaml);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
