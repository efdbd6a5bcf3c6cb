package io.feige.broker.core.decide;

import io.feige.broker.core.port.BatchLog;
import io.feige.broker.core.port.Handout;
import io.feige.broker.core.state.Mailbox;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.codec.PulledEncoder;
import io.feige.protocol.frame.FrameSlice;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.Selection;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds messages of a mailbox that follow each other. What the topic's retention has removed is
 * passed over in front of the first; within them it ends the answer, so that the numbers of what is
 * in it have no gap. Used once.
 */
final class MailPick {
  private final BatchLog log;
  private final int partition;
  private final Mailbox mailbox;
  private final List<Handout> handouts = new ArrayList<>();
  private final List<Selection> ofFrame = new ArrayList<>();
  private long framePosition = -1;
  private int frameBytes;
  private long first;
  private long next;
  private long missing = -1;

  MailPick(BatchLog log, int partition, Mailbox mailbox) {
    this.log = log;
    this.partition = partition;
    this.mailbox = mailbox;
  }

  /**
   * Picks.
   *
   * @param from sequence to begin with
   * @param last sequence to end with
   * @param maxMessages the most messages
   * @param maxBytes the most bytes, apart from the first message's
   */
  void pick(long from, long last, int maxMessages, long maxBytes) {
    if (mailbox.oldest() > last) {
      // What made room for messages that are not committed yet may come to be there again.
      first = from;
      next = from;
      return;
    }
    first = Math.max(from, mailbox.oldest());
    next = first;
    long bytes = 0;
    while (next <= last && next - first < maxMessages) {
      long offset = mailbox.offset(next);
      StoredFrame frame = log.find(partition, offset);
      if (frame == null || frame.baseOffset() > offset) {
        long known = log.knownUntil(partition, offset);
        missing = known <= offset ? offset : -1;
        if (missing >= 0 || next > first) {
          break;
        }
        long gone = offset;
        passOver(gone, frame == null ? known : Math.min(known, frame.baseOffset()), last);
        continue;
      }
      int index = frame.recordFirst() + (int) (offset - frame.baseOffset());
      bytes += bytesOf(frame, index);
      if (next > first && bytes > maxBytes) {
        break;
      }
      add(frame, index);
      next++;
    }
    closeFrame();
  }

  /** From one that is gone on, all are up to the other. Those of a mailbox need not ascend. */
  private void passOver(long gone, long known, long last) {
    while (next <= last && mailbox.offset(next) >= gone && mailbox.offset(next) < known) {
      next++;
    }
    first = next;
  }

  private static long bytesOf(StoredFrame frame, int index) {
    int around = FrameSlice.bytesAroundBatch(frame) + BatchHead.HEADER_BYTES;
    return PulledEncoder.deliveryBytes(1, around) + (long) frame.batch().size(index);
  }

  private void add(StoredFrame frame, int index) {
    Selection before = ofFrame.isEmpty() ? null : ofFrame.getLast();
    // What was sent to the owner may have passed what was sent to a channel before it.
    boolean goesBack = before != null && before.first() + before.count() > index;
    if (frame.position() != framePosition || goesBack) {
      closeFrame();
      framePosition = frame.position();
      frameBytes = frame.length();
      before = null;
    }
    if (before != null && before.first() + before.count() == index) {
      ofFrame.set(ofFrame.size() - 1, new Selection(before.first(), before.count() + 1, 1));
    } else {
      ofFrame.add(new Selection(index, 1, 1));
    }
  }

  private void closeFrame() {
    if (!ofFrame.isEmpty()) {
      handouts.add(new Handout(framePosition, frameBytes, List.copyOf(ofFrame)));
      ofFrame.clear();
    }
  }

  List<Handout> handouts() {
    return handouts;
  }

  /** Sequence of the first message that was found. */
  long first() {
    return first;
  }

  /** Sequence to go on with. */
  long next() {
    return next;
  }

  /** Offset of the message that has to be fetched before it goes on; -1: none has. */
  long missing() {
    return missing;
  }
}
