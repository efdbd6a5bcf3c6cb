package io.feige.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.dataformat.yaml.YAMLFactory;

/** A YAML text as settings by their full names, each with the line it stands on. */
final class YamlSource {
  private static final int MAX_DEPTH = 8;

  private final String name;
  private final Map<String, RawValue> values = new LinkedHashMap<>();
  private final List<ConfigProblem> problems = new ArrayList<>();

  private YamlSource(String name) {
    this.name = name;
  }

  static YamlSource read(String name, String text) {
    YamlSource source = new YamlSource(name);
    try (JsonParser parser = new YAMLFactory().createParser(ObjectReadContext.empty(), text)) {
      source.readDocument(parser);
    } catch (JacksonException e) {
      // What was read before it may be half of something else.
      source.values.clear();
      source.problems.clear();
      String origin = e.getLocation() == null ? name : name + ":" + e.getLocation().getLineNr();
      source.problems.add(new ConfigProblem("", origin, "not YAML: " + firstLine(e)));
    }
    return source;
  }

  Map<String, RawValue> values() {
    return values;
  }

  List<ConfigProblem> problems() {
    return problems;
  }

  private void readDocument(JsonParser parser) {
    JsonToken first = parser.nextToken();
    if (first == null || first == JsonToken.VALUE_NULL) {
      return;
    }
    if (first != JsonToken.START_OBJECT) {
      problems.add(new ConfigProblem("", at(parser), "must be keys with values, such as node:"));
      return;
    }
    readSection(parser, "", 1);
  }

  private void readSection(JsonParser parser, String prefix, int depth) {
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String key = prefix + parser.currentName();
      JsonToken token = parser.nextToken();
      if (token == JsonToken.START_OBJECT && depth < MAX_DEPTH) {
        readSection(parser, key + ".", depth + 1);
      } else if (token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY) {
        problems.add(new ConfigProblem(key, at(parser), "must be one value"));
        parser.skipChildren();
      } else {
        put(key, parser, token);
      }
    }
  }

  private void put(String key, JsonParser parser, JsonToken token) {
    String text = token == JsonToken.VALUE_NULL ? "" : parser.getString();
    RawValue earlier = values.put(key, new RawValue(text, at(parser), true));
    if (earlier != null) {
      String sentence = "is given twice, first at " + earlier.origin();
      problems.add(new ConfigProblem(key, at(parser), sentence));
    }
  }

  private String at(JsonParser parser) {
    return name + ":" + parser.currentTokenLocation().getLineNr();
  }

  private static String firstLine(JacksonException e) {
    return e.getOriginalMessage().lines().findFirst().orElse("unreadable");
  }
}
