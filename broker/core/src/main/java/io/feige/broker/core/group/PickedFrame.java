package io.feige.broker.core.group;

import io.feige.broker.core.port.Handout;
import io.feige.protocol.model.Selection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A frame of which one pull gets records. */
final class PickedFrame {
  private final long position;
  private final int bytes;
  private final List<Selection> selections = new ArrayList<>(1);
  private boolean isAscending = true;

  PickedFrame(long position, int bytes) {
    this.position = position;
    this.bytes = bytes;
  }

  long position() {
    return position;
  }

  void add(int index, int count, int attempt) {
    if (selections.isEmpty()) {
      selections.add(new Selection(index, count, attempt));
      return;
    }
    Selection last = selections.getLast();
    int end = last.first() + last.count();
    if (end == index && last.attempt() == attempt) {
      selections.set(
          selections.size() - 1, new Selection(last.first(), last.count() + count, attempt));
    } else {
      isAscending &= index >= end;
      selections.add(new Selection(index, count, attempt));
    }
  }

  Handout handout() {
    if (!isAscending) {
      selections.sort(Comparator.comparingInt(Selection::first));
    }
    return new Handout(position, bytes, selections);
  }
}
