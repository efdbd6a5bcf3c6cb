package io.feige.dist.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What docs/security.md promises: nobody but us writes a regular expression that is run. */
class RegularExpressionsTest {
  private static final Path ROOT = Path.of(System.getProperty("feige.root", ""));
  private static final Pattern CALL =
      Pattern.compile(
          "(?:Pattern\\.compile|\\.(?:matches|replaceAll|replaceFirst|split))\\(\\s*([^\\s)])");

  /** A group that repeats and is repeated itself can take time without bound. */
  private static final Pattern NESTED = Pattern.compile("[*+]\\)[*+{]");

  @Test
  void everyExpressionIsWrittenInTheSource() throws IOException {
    List<String> others = new ArrayList<>();
    int found = 0;
    for (Path source : sources()) {
      String text = Files.readString(source);
      Matcher call = CALL.matcher(text);
      while (call.find()) {
        found++;
        String first = call.group(1);
        if (!first.equals("\"") && !text.startsWith("File.pathSeparator", call.start(1))) {
          others.add(ROOT.relativize(source) + ": " + lineAt(text, call.start()));
        }
      }
    }
    assertThat(others).isEmpty();
    assertThat(found).isGreaterThan(30);
  }

  @Test
  void noExpressionRepeatsWhatRepeats() throws IOException {
    List<String> nested = new ArrayList<>();
    for (Path source : sources()) {
      String text = Files.readString(source);
      Matcher call = CALL.matcher(text);
      while (call.find()) {
        String line = lineAt(text, call.start(1));
        if (NESTED.matcher(line).find() && !line.contains("(,[^")) {
          nested.add(ROOT.relativize(source) + ": " + line);
        }
      }
    }
    assertThat(nested).isEmpty();
  }

  private static String lineAt(String text, int at) {
    int end = text.indexOf('\n', at);
    return text.substring(text.lastIndexOf('\n', at) + 1, end < 0 ? text.length() : end).strip();
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> file.toString().contains("/src/main/"))
          .filter(file -> !ROOT.relativize(file).toString().contains("target"))
          .toList();
    }
  }
}
