package io.feige.jmeter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PanelTextsTest {
  private static final Pattern PROPERTY = Pattern.compile("(?:value|choice|text)\\(\"(\\w+)\"");

  /** By name: the classes themselves need all of JMeter. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "FeigeConnection",
        "PublishSampler",
        "PullSampler",
        "ReceiveSampler",
        "ConnectSampler",
        "AccountSampler"
      })
  void everyPropertyHasANameAndHelpInBothLanguages(String element) throws IOException {
    Set<String> english = keys(element + "Resources.properties");
    Set<String> chinese = keys(element + "Resources_zh_CN.properties");
    assertThat(chinese).isEqualTo(english);
    Set<String> helped =
        english.stream()
            .filter(key -> key.endsWith(".shortDescription"))
            .map(key -> key.substring(0, key.indexOf('.')))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(helped).isEqualTo(shown(element));
    assertThat(helped).allMatch(property -> english.contains(property + ".displayName"));
  }

  /** What the panel of an element shows, as its source says. */
  private static Set<String> shown(String element) throws IOException {
    Path root = Path.of(System.getProperty("feige.root", ""));
    Path panel =
        root.resolve("perf/jmeter/src/main/java/io/feige/jmeter/" + element + "BeanInfo.java");
    return PROPERTY
        .matcher(Files.readString(panel))
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> keys(String file) throws IOException {
    Properties texts = new Properties();
    try (InputStream from = PanelTextsTest.class.getResourceAsStream(file)) {
      texts.load(from);
    }
    assertThat(texts.values()).as(file).noneMatch(text -> text.toString().isBlank());
    return new TreeSet<>(texts.stringPropertyNames());
  }
}
