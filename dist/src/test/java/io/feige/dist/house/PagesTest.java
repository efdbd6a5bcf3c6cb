package io.feige.dist.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What CONTRIBUTING.md promises about every page. */
class PagesTest {
  private static final int MAX_LINE = 160;
  private static final Path ROOT = Path.of(System.getProperty("feige.root", ""));

  /** Cannot be broken without changing what it says. */
  private static final Pattern LONG_CODE = Pattern.compile("`[^`]{80,}`");

  @Test
  void linesOfTextFitAScreen() throws IOException {
    List<String> tooLong = new ArrayList<>();
    for (Path folder : List.of(ROOT.resolve("docs"), ROOT.resolve("sql"))) {
      try (Stream<Path> pages = Files.walk(folder)) {
        pages.filter(page -> page.toString().endsWith(".md")).forEach(page -> look(page, tooLong));
      }
    }
    look(ROOT.resolve("README.md"), tooLong);
    look(ROOT.resolve("CONTRIBUTING.md"), tooLong);

    assertThat(tooLong).isEmpty();
  }

  /** Such a block is one line of text to whoever reads the page. */
  @Test
  void blocksOfCodeStandOnLinesOfTheirOwn() throws IOException {
    List<String> wrong = new ArrayList<>();
    try (Stream<Path> pages = Files.walk(ROOT.resolve("docs"))) {
      pages
          .filter(page -> page.toString().endsWith(".md"))
          .forEach(page ->
              linesOf(page).stream()
                  .filter(line -> line.strip().lastIndexOf("```") > 0)
                  .forEach(line -> wrong.add(ROOT.relativize(page) + ": " + line)));
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void bothReadmesLinkTheSamePages() {
    assertThat(pagesOf("README.zh-CN.md")).containsAll(pagesOf("README.md"));
  }

  private static Set<String> pagesOf(String readme) {
    Pattern link = Pattern.compile("]\\(((?:docs|sql)/[^)#]+)");
    return String.join("\n", linesOf(ROOT.resolve(readme)))
        .transform(text -> link.matcher(text).results())
        .map(match -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static void look(Path page, List<String> tooLong) {
    boolean isCode = false;
    for (String line : linesOf(page)) {
      boolean isFence = line.strip().startsWith("```");
      isCode ^= isFence;
      boolean isText = !isCode && !isFence && !line.startsWith("|");
      if (isText && line.length() > MAX_LINE && !LONG_CODE.matcher(line).find()) {
        tooLong.add(ROOT.relativize(page) + ": " + line);
      }
    }
  }

  private static List<String> linesOf(Path page) {
    try {
      return Files.readAllLines(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
