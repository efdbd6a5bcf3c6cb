package io.feige.admin.alert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Alerts as tests compare them; each of them has to be one that the console can say in Chinese. */
final class AlertIds {
  private static final Path WORDS = Path.of("ui", "src", "i18n", "told.json");
  private static final List<Pattern> KNOWN = known();

  private AlertIds() {}

  static List<String> of(List<Alert> alerts) {
    for (Alert alert : alerts) {
      requireKnown(alert.sentence());
      requireKnown(alert.whatToDo());
    }
    return alerts.stream().map(alert -> alert.severity() + " " + alert.id()).toList();
  }

  private static void requireKnown(String sentence) {
    assertThat(KNOWN)
        .as("%s has no words for: %s", WORDS, sentence)
        .anyMatch(pattern -> pattern.matcher(sentence).find());
  }

  private static List<Pattern> known() {
    try {
      List<Pattern> known = new ArrayList<>();
      for (JsonNode each : new JsonMapper().readTree(Files.readString(WORDS))) {
        known.add(Pattern.compile(each.get(0).stringValue()));
      }
      return known;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
