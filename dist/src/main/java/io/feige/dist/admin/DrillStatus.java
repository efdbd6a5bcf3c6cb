package io.feige.dist.admin;

import java.util.List;

/**
 * A drill, as the leading Admin tells it.
 *
 * @param node served the pair, and was ended
 * @param to is to take over
 * @param boundMillis how long the pair may be without service; -1: there is no bound
 * @param verdict RUNNING, PASSED or FAILED
 */
public record DrillStatus(
    String pair,
    String node,
    String to,
    long atMillis,
    long boundMillis,
    String verdict,
    List<Check> checks) {
  public DrillStatus {
    checks = List.copyOf(checks);
  }

  /**
   * One thing that it is judged by.
   *
   * @param check SERVED, KEPT or RETURNED
   * @param state WAITING, PASSED, FAILED or SKIPPED
   */
  public record Check(String check, String state, String sentence) {
    /** Whether it is still waited for. */
    public boolean isWaiting() {
      return state.equals("WAITING");
    }
  }

  /** Whether something is still waited for. */
  public boolean isRunning() {
    return verdict.equals("RUNNING");
  }

  /** Whether all went as it should. */
  public boolean hasPassed() {
    return verdict.equals("PASSED");
  }
}
