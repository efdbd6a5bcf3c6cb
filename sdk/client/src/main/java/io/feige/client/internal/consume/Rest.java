package io.feige.client.internal.consume;

import io.feige.protocol.model.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was taken out of a buffer and was not handed out.
 *
 * @param slices it, all of them
 */
record Rest(List<Slice> slices) {
  boolean isEmpty() {
    return slices.isEmpty();
  }

  /** It is to be delivered again at once, to anyone. */
  void giveBack() {
    Map<Claim, List<Verdict>> releases = new LinkedHashMap<>();
    for (Slice slice : slices) {
      releases
          .computeIfAbsent(slice.chunk().claim(), unused -> new ArrayList<>())
          .add(slice.release());
    }
    releases.forEach((claim, all) -> claim.settling().release(claim, all));
  }
}
