package io.feige.dist.chaos;

import io.feige.dist.chaos.Fault.Way;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.DurationConverter;
import io.feige.dist.cli.ExitCode;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.TypeConversionException;

/** Reads a round of faults as {@link Fault#words} writes them, separated by semicolons. */
final class FaultText {
  private static final int WITHOUT_TIME = 2;
  private static final int WITH_TIME = 3;

  private final Set<String> processes;
  private final Set<String> pairs;

  FaultText(Set<String> processes, Set<String> pairs) {
    this.processes = Set.copyOf(processes);
    this.pairs = Set.copyOf(pairs);
  }

  /** A duration as the option values of the command line are written. */
  static String words(Duration duration) {
    long millis = duration.toMillis();
    return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
  }

  /** All faults of a round. */
  List<Fault> round(String text) {
    return Arrays.stream(text.split(";", -1)).map(this::fault).toList();
  }

  private Fault fault(String text) {
    String[] words = text.strip().split(" +", -1);
    return switch (words[0]) {
      case "kill" -> {
        requireWords(words, WITH_TIME, text);
        yield new Fault.Kill(names(words[1]), duration(words[2]));
      }
      case "pause" -> {
        requireWords(words, WITH_TIME, text);
        yield new Fault.Pause(process(words[1]), duration(words[2]));
      }
      case "cut" -> {
        requireWords(words, WITH_TIME, text);
        yield new Fault.Cut(
            Arrays.stream(words[1].split(",", -1)).map(this::way).toList(), duration(words[2]));
      }
      case "restart" -> {
        requireWords(words, WITHOUT_TIME, text);
        yield new Fault.Restart(process(words[1]));
      }
      case "switch" -> {
        requireWords(words, WITHOUT_TIME, text);
        yield new Fault.Switch(known(words[1], pairs, "pair"));
      }
      case "disk" -> {
        requireWords(words, WITHOUT_TIME, text);
        yield new Fault.BusyDisk(duration(words[1]));
      }
      default -> throw bad("'" + text.strip() + "' is no fault");
    };
  }

  private static void requireWords(String[] words, int wanted, String text) {
    if (words.length != wanted) {
      throw bad("'" + text.strip() + "' has " + words.length + " words, not " + wanted);
    }
  }

  private List<String> names(String text) {
    return Arrays.stream(text.split(",", -1)).map(this::process).toList();
  }

  private String process(String name) {
    return known(name, processes, "process");
  }

  private Way way(String text) {
    int arrow = text.indexOf('>');
    if (arrow < 0) {
      throw bad("'" + text + "' is no direction, as node-1>node-2 is");
    }
    return new Way(process(text.substring(0, arrow)), process(text.substring(arrow + 1)));
  }

  private static String known(String name, Set<String> all, String kind) {
    if (!all.contains(name)) {
      throw bad(
          "there is no %s '%s', only %s"
              .formatted(kind, name, String.join(", ", all.stream().sorted().toList())));
    }
    return name;
  }

  private static Duration duration(String text) {
    try {
      return new DurationConverter().convert(text);
    } catch (TypeConversionException wrong) {
      throw bad(String.valueOf(wrong.getMessage()));
    }
  }

  private static CliException bad(String what) {
    return new CliException(ExitCode.USAGE, "--round: " + what + "; see 'feige chaos --help'.");
  }
}
