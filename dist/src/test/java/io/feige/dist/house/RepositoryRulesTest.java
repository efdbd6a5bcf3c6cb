package io.feige.dist.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What CONTRIBUTING.md promises about every source file. */
class RepositoryRulesTest {
  private static final int MAX_FILE_LINES = 500;
  private static final int MAX_METHOD_LINES = 60;
  private static final int MAX_PARAMETERS = 6;

  /** The Java platform looks for a bean's panel by the name that ends with BeanInfo. */
  private static final Pattern VAGUE_NAME =
      Pattern.compile(".*(Manager|Helper|Utils?|Impl|Processor|(?<!Bean)Info|Data)(?![a-z]).*");

  private static final Pattern UNFINISHED =
      Pattern.compile("\\b(TO" + "DO|FIX" + "ME|X" + "XX)\\b");
  private static final Pattern SWITCHED_OFF = Pattern.compile("@Dis" + "abled\\b");
  private static final Pattern OWN_PATIENCE =
      Pattern.compile("\\.atMost\\((?!Waits\\.)|@Time" + "out\\b(?!.*HOURS)");
  private static final Pattern SLEEP = Pattern.compile("\\bsle" + "ep\\(");

  private static final List<SourceFile> SOURCES = SourceFile.all();

  @Test
  void findsTheSourcesOfEveryModule() {
    assertThat(SOURCES.stream().map(s -> moduleOf(s.slashed())).collect(Collectors.toSet()))
        .contains(
            "testkit",
            "sdk/protocol",
            "sdk/client",
            "broker/core",
            "certificates",
            "access",
            "config",
            "broker/server",
            "broker/sim",
            "proxy",
            "admin",
            "dist",
            "perf/harness",
            "perf/jmeter",
            "perf/jmh",
            "perf/peers");
  }

  @Test
  void filesStayShort() {
    assertThat(SOURCES.stream().filter(s -> s.lines().size() > MAX_FILE_LINES))
        .extracting(s -> s.slashed() + " has " + s.lines().size() + " lines")
        .isEmpty();
  }

  @Test
  void methodsFitAScreen() {
    assertThat(
            methods(
                m -> m.lines() > MAX_METHOD_LINES, m -> m.name() + " has " + m.lines() + " lines"))
        .isEmpty();
  }

  @Test
  void manyParametersBecomeARecord() {
    assertThat(
            methods(
                m -> m.parameters() > MAX_PARAMETERS,
                m -> m.name() + " takes " + m.parameters() + " parameters"))
        .isEmpty();
  }

  @Test
  void typesSayWhatTheyAre() {
    assertThat(
            SOURCES.stream()
                .flatMap(s -> s.types().stream().map(type -> s.slashed() + ": " + type))
                .filter(
                    found -> VAGUE_NAME.matcher(found.substring(found.indexOf(": "))).matches()))
        .isEmpty();
  }

  @Test
  void nothingIsLeftUnfinished() {
    assertThat(lines(UNFINISHED, source -> true)).isEmpty();
  }

  @Test
  void noTestIsSwitchedOff() {
    assertThat(lines(SWITCHED_OFF, SourceFile::isTest)).isEmpty();
  }

  @Test
  void fastTestsAndSimulationsDoNotSleep() {
    assertThat(
            lines(
                SLEEP, s -> s.slashed().endsWith("Test.java") || s.slashed().endsWith("Sim.java")))
        .isEmpty();
  }

  /** How long a test waits is the business of io.feige.testkit.Waits. */
  @Test
  void testsHaveOnePatience() {
    assertThat(lines(OWN_PATIENCE, SourceFile::isTest)).isEmpty();
  }

  @Test
  void everyPackageIsNullMarked() {
    Set<String> marked =
        SOURCES.stream()
            .filter(s -> s.slashed().endsWith("/package-info.java"))
            .filter(s -> s.lines().contains("@NullMarked"))
            .map(s -> packageOf(s))
            .collect(Collectors.toSet());
    assertThat(SOURCES.stream().map(s -> packageOf(s)).distinct())
        .as("packages without a package-info.java that says @NullMarked")
        .allMatch(marked::contains);
  }

  private static Stream<String> methods(
      Predicate<SourceFile.Method> wrong, Function<SourceFile.Method, String> words) {
    return SOURCES.stream()
        .flatMap(
            s -> s.methods().stream().filter(wrong).map(m -> s.slashed() + ": " + words.apply(m)));
  }

  private static Stream<String> lines(Pattern pattern, Predicate<SourceFile> where) {
    return SOURCES.stream()
        .filter(where)
        .flatMap(s ->
            s.lines().stream()
                .filter(line -> pattern.matcher(line).find())
                .map(line -> s.slashed() + ": " + line.strip()));
  }

  private static String moduleOf(String slashed) {
    return slashed.substring(0, slashed.indexOf("/src/"));
  }

  /** The package as a folder: a test may stand in a package that its main sources have marked. */
  private static String packageOf(SourceFile source) {
    String slashed = source.slashed();
    return slashed.substring(slashed.indexOf("/java/") + 6, slashed.lastIndexOf('/'));
  }
}
