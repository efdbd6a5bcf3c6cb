package io.feige.perf.guard;

import io.feige.perf.machine.ModestMachine;
import io.feige.perf.process.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A source tree of Feige whose launcher builds and runs it.
 *
 * @param name for a person
 * @param root its directory
 * @param environment more for its launcher
 * @param machine what its processes run in; null: the machine as it is
 */
record Tree(
    String name, Path root, Map<String, String> environment, @Nullable ModestMachine machine) {
  /**
   * The tree of a commit, checked out below a directory, or a directory as it is.
   *
   * @throws GuardException if it is neither
   */
  static Tree of(String given, Path repository, Path below) throws IOException {
    if (Files.isExecutable(Path.of(given).resolve("bin/feige"))) {
      Path root = Path.of(given).toRealPath();
      return new Tree(root.getFileName() + "*", root, Map.of(), null);
    }
    String sha = git(repository, "rev-parse", "--verify", "--quiet", given + "^{commit}");
    if (sha.isEmpty()) {
      throw new GuardException(
          given + " is neither a commit of " + repository + " nor a directory with bin/feige");
    }
    String name = sha.substring(0, 12);
    Path root = below.resolve(name);
    if (!Files.exists(root)) {
      Path half = Folders.emptied(below.resolve(name + ".new"));
      git(below, "clone", "--quiet", "--shared", repository.toString(), half.toString());
      git(half, "checkout", "--quiet", sha);
      Files.move(half, root);
    }
    return new Tree(name, root, Map.of(), null);
  }

  /** The same in there. */
  Tree in(@Nullable ModestMachine there) {
    return new Tree(name, root, environment, there);
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
    ProcessBuilder builder =
        new ProcessBuilder(machine == null ? command : machine.running(command));
    builder
        .environment()
        .keySet()
        .removeIf(name -> name.startsWith("FEIGE_") && !name.equals("FEIGE_JAVA_HOME"));
    builder.environment().putAll(environment);
    return builder;
  }

  /** What it says of itself; builds it first, if it is not built. */
  String version() throws IOException {
    return Commands.output(feige("--version").redirectError(ProcessBuilder.Redirect.INHERIT));
  }

  /** The same as it was built last: what is edited meanwhile is not what is measured. */
  Tree asBuilt() throws IOException {
    Path built = root.resolve("dist/target-quick/built");
    return isChangeable() && Files.exists(built)
        ? new Tree(name, root, Map.of("FEIGE_LIB", Files.readString(built).strip()), machine)
        : this;
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
