package io.feige.broker.core.group;

import io.feige.broker.core.port.Handout;
import io.feige.protocol.model.OffsetRange;
import java.util.List;

/**
 * What a pull gets, and what was passed over for good on the way: expired messages, and offsets
 * whose messages retention has removed. The caller settles the latter with a record.
 */
public record Picked(List<Handout> handouts, List<OffsetRange> gone, long messages) {}
