package io.feige.client.internal.consume;

import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.Verdict;
import java.util.List;

/**
 * Messages to be claimed together.
 *
 * @param claim what all of them are settled with
 * @param slices them, in order
 */
record ToClaim(Claim claim, List<Slice> slices) {
  /** The offsets of all of them. */
  List<OffsetRange> all() {
    return slices.stream()
        .map(slice -> new OffsetRange(slice.firstOffset(), slice.lastOffset()))
        .toList();
  }

  List<Verdict> verdicts() {
    return slices.stream().map(Slice::claim).toList();
  }
}
