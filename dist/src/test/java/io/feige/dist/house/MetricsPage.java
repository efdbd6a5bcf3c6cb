package io.feige.dist.house;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code docs/metrics.md} promises, and the same of what a process exports. */
public final class MetricsPage {
  private static final Pattern ROW =
      Pattern.compile("\\| `([a-z_]+)` \\| ([a-z]+) \\|([^|]*)\\|[^|]*\\|[^|]+\\|");
  private static final Pattern LABEL = Pattern.compile("`([a-z_]+)`");
  private static final Pattern TYPE = Pattern.compile("# TYPE ([a-z_]+) ([a-z]+)");
  private static final Pattern SAMPLE = Pattern.compile("([a-z_]+)(?:\\{(.*)\\})? [^ ]+");
  private static final Pattern SAMPLE_LABEL = Pattern.compile("([a-z_]+)=\"(?:[^\"\\\\]|\\\\.)*\"");
  private static final Pattern PART = Pattern.compile("_(?:bucket|count|sum)$");

  private MetricsPage() {}

  /** Type and labels of each metric that the sections have, by name. */
  public static Map<String, String> of(String... sections) throws IOException {
    Map<String, String> found = new TreeMap<>();
    Path page = Path.of(System.getProperty("feige.root", ""), "docs", "metrics.md");
    List<String> wanted = List.of(sections);
    String section = "";
    for (String line : Files.readAllLines(page)) {
      if (line.startsWith("#")) {
        section = line;
      }
      Matcher row = ROW.matcher(line);
      if (wanted.contains(section) && row.matches()) {
        found.put(row.group(1), described(row.group(2), names(LABEL, row.group(3))));
      }
    }
    return found;
  }

  /** The same of everything that the page has. */
  public static Map<String, String> all() throws IOException {
    return of(
        "## Nodes",
        "## Admins",
        "## Proxies",
        "## The Java platform",
        "### Threads of an Admin and of a proxy");
  }

  /** The same of what a process exports. */
  public static Map<String, String> exported(String text) {
    Map<String, String> types = new LinkedHashMap<>();
    Map<String, NavigableSet<String>> labels = new LinkedHashMap<>();
    for (String line : text.lines().toList()) {
      Matcher type = TYPE.matcher(line);
      Matcher sample = SAMPLE.matcher(line);
      if (type.matches()) {
        types.put(type.group(1), type.group(2));
      } else if (sample.matches()) {
        String name = sample.group(1);
        labels
            .computeIfAbsent(types.containsKey(name) ? name : whole(name), any -> new TreeSet<>())
            .addAll(names(SAMPLE_LABEL, sample.group(2) == null ? "" : sample.group(2)));
      }
    }
    Map<String, String> found = new TreeMap<>();
    labels.forEach((name, of) -> {
      of.remove("le");
      found.put(name, described(types.getOrDefault(name, "of no type"), of));
    });
    return found;
  }

  /** The name of a metric whose part this may be. */
  public static String whole(String name) {
    return PART.matcher(name).replaceFirst("");
  }

  private static NavigableSet<String> names(Pattern pattern, String text) {
    NavigableSet<String> names = new TreeSet<>();
    pattern.matcher(text).results().map(MetricsPage::first).forEach(names::add);
    return names;
  }

  private static String first(MatchResult match) {
    return match.group(1);
  }

  private static String described(String type, NavigableSet<String> labels) {
    return type + " " + labels;
  }
}
