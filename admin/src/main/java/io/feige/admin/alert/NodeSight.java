package io.feige.admin.alert;

import io.feige.admin.history.Look;
import java.time.Instant;
import java.util.Map;

/**
 * What is known of nodes besides what they report.
 *
 * @param certificateEnds when the certificate expires that a node has shown last, by node
 * @param look what they said when they were asked last
 */
record NodeSight(Map<String, Instant> certificateEnds, Look look) {
  static final NodeSight NOTHING = new NodeSight(Map.of(), Look.NOTHING);
}
