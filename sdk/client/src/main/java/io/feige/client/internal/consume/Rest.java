package io.feige.client.internal.consume;

import java.util.List;

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
    for (Slice slice : slices) {
      Claim claim = slice.chunk().claim();
      claim.settling().release(claim, List.of(slice.release()));
    }
  }
}
