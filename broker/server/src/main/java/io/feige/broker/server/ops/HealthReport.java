package io.feige.broker.server.ops;

/**
 * How a node is, for probes.
 *
 * @param alive false: only a restart can help
 * @param serving whether it serves clients now
 * @param acceptsPublishes whether it takes new messages now
 * @param reason why something of this is false; else empty
 */
public record HealthReport(
    boolean alive, boolean serving, boolean acceptsPublishes, String reason) {
  /** All is well. */
  public static final HealthReport WELL = new HealthReport(true, true, true, "");
}
