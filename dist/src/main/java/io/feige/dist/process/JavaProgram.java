package io.feige.dist.process;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** This program, run again from the same Java and the same jars. */
public final class JavaProgram {
  /** Set by the launcher where the jars may be replaced when nobody runs from them. */
  private static final String MARKS = "feige.lib.marks";

  /** Jars that are run in the place of what this process runs from; for tests. */
  private static final String LIB = "feige.lib";

  /** One more option of each JVM that is started; for tests. */
  private static final String OPTION = "feige.jvm";

  private static final int SHOWN_LOG_LINES = 12;

  // As the launcher sets them.
  private static final List<String> OPTIONS =
      List.of(
          "-XX:+ExitOnOutOfMemoryError",
          "-XX:MaxInlineLevel=8",
          "-XX:InlineSmallCode=1000",
          "-XX:FreqInlineSize=150",
          "-Dstdin.encoding=UTF-8",
          "-Dstdout.encoding=UTF-8",
          "-Dstderr.encoding=UTF-8",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow");

  private JavaProgram() {}

  /** The command that runs it. */
  public static List<String> command(List<String> javaOptions, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
    String classPath = classPath();
    command.addAll(javaOptions);
    command.addAll(OPTIONS);
    Optional.ofNullable(System.getProperty(OPTION)).ifPresent(command::add);
    command.addAll(startCache(classPath));
    command.addAll(List.of("-cp", classPath));
    command.add("io.feige.dist.Feige");
    command.addAll(arguments);
    return command;
  }

  private static String classPath() {
    String lib = System.getProperty(LIB, "");
    if (lib.isEmpty()) {
      return System.getProperty("java.class.path", "");
    }
    try (Stream<Path> files = Files.list(Path.of(lib))) {
      return files
          .map(Path::toString)
          .filter(file -> file.endsWith(".jar"))
          .sorted()
          .collect(Collectors.joining(File.pathSeparator));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** With what {@code bin/make-start-cache} has made of this Java, as the launcher does. */
  private static List<String> startCache(String classPath) {
    Path firstJar = Path.of(classPath.split(File.pathSeparator, 2)[0]);
    Path cache =
        firstJar.resolveSibling("start-" + System.getProperty("java.runtime.version") + ".aot");
    return Files.exists(cache)
        ? List.of("-XX:AOTCache=" + cache, "-Xlog:aot=off", "-Xlog:cds=off")
        : List.of();
  }

  /**
   * The same in a session of its own where the system can do that: Ctrl-C in the terminal and its
   * end then leave the process alone.
   */
  public static List<String> detached(List<String> command) {
    List<String> detached = new ArrayList<>();
    onPath("setsid").ifPresent(setsid -> detached.add(setsid.toString()));
    detached.addAll(command);
    return detached;
  }

  private static Optional<Path> onPath(String name) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.of(path.split(File.pathSeparator, -1))
        .filter(dir -> !dir.isBlank())
        .map(dir -> Path.of(dir, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Says that the process runs from these jars, so that a later build leaves them there. */
  public static void mark(long pid) throws IOException {
    String marks = System.getProperty(MARKS, "");
    if (!marks.isEmpty()) {
      try {
        Files.createFile(Path.of(marks, "node-" + pid));
      } catch (FileAlreadyExistsException marked) {
        // A process of that number ran from here before.
        return;
      }
    }
  }

  /** The last lines of a log. */
  public static String logEnd(Path log) {
    try {
      List<String> lines = Files.readAllLines(log, StandardCharsets.UTF_8);
      int from = Math.max(0, lines.size() - SHOWN_LOG_LINES);
      return String.join("\n", lines.subList(from, lines.size()));
    } catch (IOException unreadable) {
      return "(" + log + " cannot be read)";
    }
  }
}
