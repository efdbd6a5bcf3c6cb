package io.feige.broker.journal.change;

import io.feige.broker.journal.fault.NoSpaceException;
import java.io.IOException;

/** Where frames go that are cut from a journal. */
public interface SalvagePort {
  /**
   * Stores frames; they are durable when the call returns. Only then are they cut.
   *
   * @throws NoSpaceException if the disk is full; nothing is cut then
   */
  void keep(CutFrames cut) throws IOException;
}
