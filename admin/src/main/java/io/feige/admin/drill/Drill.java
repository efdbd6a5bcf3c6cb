package io.feige.admin.drill;

import io.feige.admin.drill.Check.State;
import java.util.List;

/**
 * A drill, and what is known of it so far.
 *
 * @param node served the pair, and was ended
 * @param to is to take over
 * @param epoch under which {@code node} served
 * @param atMillis when it began, in milliseconds since 1970
 * @param boundMillis how long the pair may be without service; -1: there is no bound
 * @param confirmed position up to which {@code node} had said that the journal was confirmed; -1:
 *     not known
 * @param checks in the order of {@link Check.Kind}
 */
public record Drill(
    String pair,
    String node,
    String to,
    long epoch,
    long atMillis,
    long boundMillis,
    long confirmed,
    List<Check> checks) {
  /** What a drill came to. */
  public enum Verdict {
    RUNNING,
    PASSED,
    FAILED
  }

  public Drill {
    checks = List.copyOf(checks);
  }

  Drill with(List<Check> newer) {
    return new Drill(pair, node, to, epoch, atMillis, boundMillis, confirmed, newer);
  }

  /** Nothing is decided before all is: whether the node returns matters whatever went before. */
  public Verdict verdict() {
    if (checks.stream().anyMatch(check -> check.state() == State.WAITING)) {
      return Verdict.RUNNING;
    }
    return checks.stream().anyMatch(check -> check.state() == State.FAILED)
        ? Verdict.FAILED
        : Verdict.PASSED;
  }
}
