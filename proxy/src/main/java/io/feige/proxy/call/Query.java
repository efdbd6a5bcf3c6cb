package io.feige.proxy.call;

import io.feige.proxy.answer.Problem;
import io.feige.proxy.verb.Values;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What stands behind the question mark. What cannot be read is refused with its name, and so is a
 * name that is not known: it may be misspelt.
 */
public record Query(Map<String, List<String>> values) {
  /** The most messages of an answer. */
  static final int MOST = 1_000;

  /** As many where nothing is said. */
  static final int USUAL = 10;

  /** This, if all its names are among the known ones. */
  Query among(String... known) {
    Set<String> names = new TreeSet<>(Arrays.asList(known));
    for (String name : values.keySet()) {
      if (!names.contains(name)) {
        throw Problem.badRequest(
            "the parameter " + Values.shown(name) + " is not known; there are " + names);
      }
    }
    return this;
  }

  boolean has(String name) {
    return values.containsKey(name);
  }

  /** All values of a name. */
  List<String> all(String name) {
    return values.getOrDefault(name, List.of());
  }

  /** The name of something, such as a pair, if there is one. */
  Optional<String> nameIfAny(String name) {
    return has(name) ? Optional.of(Values.name(name, text(name, ""))) : Optional.empty();
  }

  String text(String name, String otherwise) {
    List<String> all = all(name);
    if (all.size() > 1) {
      throw Problem.badRequest("the parameter " + name + " is there more than once");
    }
    return all.isEmpty() ? otherwise : all.getFirst();
  }

  /** A text; null: there is none. */
  @Nullable String textIfAny(String name) {
    return has(name) ? text(name, "") : null;
  }

  /** A whole number; null: there is none. */
  @Nullable Long numberIfAny(String name) {
    return has(name) ? Values.whole(name, text(name, "")) : null;
  }

  /** How many messages are wanted. */
  int max() {
    return max(USUAL, MOST);
  }

  /** How many messages are wanted, where there are other bounds. */
  int max(int usual, int most) {
    Long max = numberIfAny("max");
    return max == null ? usual : Values.count("max", max, most);
  }

  /** How long the first message is waited for. */
  Duration patience(Duration otherwise) {
    Long waitMillis = numberIfAny("waitMillis");
    return waitMillis == null ? otherwise : Values.patience(waitMillis);
  }

  <E extends Enum<E>> E constant(String name, E otherwise) {
    return has(name)
        ? Values.constant(name, text(name, ""), otherwise.getDeclaringClass())
        : otherwise;
  }
}
