package io.feige.protocol.codec;

import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.BatchReader;
import io.feige.protocol.batch.BatchSlice;
import io.feige.protocol.batch.Compression;
import io.feige.protocol.batch.Decompressor;
import io.feige.protocol.error.MalformedFrameException;
import io.feige.protocol.frame.FrameSlice;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.Selection;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of a stored frame with what is delivered of it. Where little of a frame is delivered, as
 * when a few of its messages come again, only the neighbourhoods of those messages travel.
 *
 * @param frame with the records that travel
 * @param selections which of them are delivered, by their index in this part
 */
public record SlicedDelivery(FrameSlice frame, List<Selection> selections) {
  /** A frame that is no longer than this is not worth the work. */
  private static final int SHORT_FRAME_BYTES = 1_024;

  public SlicedDelivery {
    selections = List.copyOf(selections);
  }

  /**
   * Cuts what is delivered out of a frame, if that makes it at most half as long. The batch's
   * checksum is checked first. A compressed batch is not cut: it would have to be unpacked.
   *
   * @param frame a stored one of kind MESSAGES
   * @param selections ascending, of records that have offsets
   * @param atMost parts
   * @return in the order of the selections; empty if the frame is better sent as it is stored
   */
  public static List<SlicedDelivery> of(StoredFrame frame, List<Selection> selections, int atMost) {
    if (frame.length() <= SHORT_FRAME_BYTES || isWhole(frame, selections)) {
      return List.of();
    }
    BatchHead batch = frame.batch();
    if (batch.headProblem() != null || batch.compression() != Compression.NONE) {
      return List.of();
    }
    return isWorthIt(frame, batch, selections, atMost) ? cut(frame, batch, selections) : List.of();
  }

  /**
   * Cuts what is delivered out of a frame, each selection by itself and nothing else: what stands
   * between is not for whoever gets it.
   *
   * @param frame a stored one of kind MESSAGES whose batch is sound and not compressed
   * @param selections ascending, of records that have offsets
   * @return in the order of the selections; empty if all of the frame is delivered
   */
  public static List<SlicedDelivery> exactly(StoredFrame frame, List<Selection> selections) {
    if (isWhole(frame, selections)) {
      return List.of();
    }
    BatchReader opened = BatchReader.openSound(frame.batch());
    List<SlicedDelivery> parts = new ArrayList<>(selections.size());
    for (Selection of : selections) {
      BatchSlice slice = BatchSlice.of(opened, of.first(), of.count());
      Selection whole = new Selection(0, of.count(), of.attempt());
      parts.add(new SlicedDelivery(new FrameSlice(frame, slice), List.of(whole)));
    }
    return parts;
  }

  private static boolean isWorthIt(
      StoredFrame frame, BatchHead batch, List<Selection> selections, int atMost) {
    int around = bytesAroundRecords(frame);
    long bytes = 0;
    int parts = 0;
    for (int from = 0; from < selections.size(); ) {
      int to = endOfPart(batch, selections, from, around);
      int first = selections.get(from).first();
      bytes += around + bytesOfRecords(batch, first, endOf(selections.get(to - 1)));
      parts++;
      if (parts > atMost || bytes > frame.length() / 2) {
        return false;
      }
      from = to;
    }
    return true;
  }

  private static boolean isWhole(StoredFrame frame, List<Selection> selections) {
    int selected = 0;
    for (int i = 0; i < selections.size(); i++) {
      selected += selections.get(i).count();
    }
    return selected >= frame.recordCount();
  }

  /** What a part takes besides its records. */
  private static int bytesAroundRecords(StoredFrame frame) {
    int frameBytes = FrameSlice.bytesAroundBatch(frame) + BatchHead.HEADER_BYTES;
    return PulledEncoder.deliveryBytes(0, frameBytes);
  }

  private static long bytesOfRecords(BatchHead batch, int first, int end) {
    return BatchSlice.bytes(batch, first, end - first) - BatchHead.HEADER_BYTES;
  }

  private static int endOf(Selection selection) {
    return selection.first() + selection.count();
  }

  /**
   * The first selection that does not travel in one part with those from an index on: records
   * between two of them go along where they take less than another part would.
   */
  private static int endOfPart(BatchHead batch, List<Selection> selections, int from, int around) {
    int to = from + 1;
    while (to < selections.size()) {
      int end = endOf(selections.get(to - 1));
      int next = selections.get(to).first();
      if (next > end && bytesOfRecords(batch, end, next) > around) {
        return to;
      }
      to++;
    }
    return to;
  }

  private static List<SlicedDelivery> cut(
      StoredFrame frame, BatchHead batch, List<Selection> selections) {
    BatchReader opened;
    try {
      opened = BatchReader.open(batch, Decompressor.NONE, 0);
    } catch (MalformedFrameException damaged) {
      // Whoever gets it finds that too.
      return List.of();
    }
    int around = bytesAroundRecords(frame);
    List<SlicedDelivery> parts = new ArrayList<>();
    for (int from = 0; from < selections.size(); ) {
      int to = endOfPart(batch, selections, from, around);
      int first = selections.get(from).first();
      BatchSlice slice = BatchSlice.of(opened, first, endOf(selections.get(to - 1)) - first);
      parts.add(
          new SlicedDelivery(
              new FrameSlice(frame, slice), movedBy(first, selections.subList(from, to))));
      from = to;
    }
    return parts;
  }

  private static List<Selection> movedBy(int first, List<Selection> selections) {
    List<Selection> moved = new ArrayList<>(selections.size());
    for (Selection of : selections) {
      moved.add(new Selection(of.first() - first, of.count(), of.attempt()));
    }
    return moved;
  }
}
