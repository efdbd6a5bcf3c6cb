package io.feige.perf.guard;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A source tree of Feige whose launcher builds and runs it.
 *
 * @param name for a person
 * @param root its directory
 */
record Tree(String name, Path root) {
  /**
   * The tree of a commit, checked out below a directory, or a directory as it is.
   *
   * @throws GuardException if it is neither
   */
  static Tree of(String given, Path repository, Path below) throws IOException {
    if (Files.isExecutable(Path.of(given).resolve("bin/feige"))) {
      Path root = Path.of(given).toRealPath();
      return new Tree(root.getFileName() + "*", root);
    }
    String sha = git(repository, "rev-parse", "--verify", "--quiet", given + "^{commit}");
    if (sha.isEmpty()) {
      throw new GuardException(
          given + " is neither a commit of " + repository + " nor a directory with bin/feige");
    }
    String name = sha.substring(0, 12);
    Path root = below.resolve(name);
    if (!Files.exists(root)) {
      Path half = below.resolve(name + ".new");
      Files.createDirectories(below);
      git(below, "clone", "--quiet", "--shared", repository.toString(), half.toString());
      git(half, "checkout", "--quiet", sha);
      Files.move(half, root);
    }
    return new Tree(name, root);
  }

  /** Whether its text can change between two runs. */
  boolean isChangeable() {
    return name.endsWith("*");
  }

  /** Its launcher with arguments, and nothing of this process's settings for Feige. */
  ProcessBuilder feige(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(root.resolve("bin/feige").toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder
        .environment()
        .keySet()
        .removeIf(name -> name.startsWith("FEIGE_") && !name.equals("FEIGE_JAVA_HOME"));
    return builder;
  }

  /** Builds it, if it is not built. */
  String build() throws IOException {
    return Commands.output(feige("--version").redirectError(ProcessBuilder.Redirect.INHERIT));
  }

  private static String git(Path directory, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("git", "-C", directory.toString()));
    command.addAll(List.of(arguments));
    boolean isQuestion = arguments[0].equals("rev-parse");
    return isQuestion
        ? Commands.outputOrNothing(new ProcessBuilder(command))
        : Commands.output(new ProcessBuilder(command));
  }
}
