package io.feige.broker.core.replica;

import io.feige.protocol.link.EpochStart;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A journal in memory whose frames are numbers of eight bytes: the epoch, then a serial number,
 * then zero for an EPOCH record. It is written and made durable when a test says so.
 */
final class FakeJournal {
  static final int FRAME = Long.BYTES;
  private static final long EPOCHS = 1_000_000_000;

  private final List<Long> frames = new ArrayList<>();
  private List<EpochStart> older = List.of();
  private long start;
  private long written;
  private long durable;
  private long wholeFrom;

  /** One with so many messages of an epoch behind its record, all durable. */
  static FakeJournal of(long epoch, int messages) {
    return new FakeJournal().with(epoch, messages);
  }

  /** Adds an epoch and messages of it, all durable. */
  FakeJournal with(long epoch, int messages) {
    activate(epoch);
    append(epoch, messages);
    save();
    return this;
  }

  FakeJournal copy() {
    FakeJournal copy = new FakeJournal();
    copy.frames.addAll(frames);
    copy.older = older;
    copy.start = start;
    copy.written = written;
    copy.durable = durable;
    copy.wholeFrom = wholeFrom;
    return copy;
  }

  /** What the process leaves behind when it ends. */
  FakeJournal afterProcessEnd() {
    FakeJournal left = copy();
    left.cut(written);
    return left.isWhole() ? left : new FakeJournal();
  }

  /** What the machine leaves behind when it loses its power. */
  FakeJournal afterPowerLoss(long survives) {
    FakeJournal left = copy();
    left.cut(Math.max(durable, survives));
    left.save();
    return left.isWhole() ? left : new FakeJournal();
  }

  void activate(long epoch) {
    frames.add(epoch * EPOCHS);
  }

  void append(long epoch, int messages) {
    for (int i = 0; i < messages; i++) {
      frames.add(epoch * EPOCHS + end() + 1);
    }
  }

  void append(long frame) {
    frames.add(frame);
  }

  void write() {
    written = end();
  }

  void write(long position) {
    written = position;
  }

  void flush(long position) {
    durable = position;
  }

  void flush() {
    durable = written;
  }

  void save() {
    write();
    flush();
  }

  long start() {
    return start;
  }

  long end() {
    return start + (long) frames.size() * FRAME;
  }

  long written() {
    return written;
  }

  long durable() {
    return durable;
  }

  boolean isWhole() {
    return end() >= wholeFrom;
  }

  long frame(long position) {
    return frames.get((int) ((position - start) / FRAME));
  }

  List<Long> frames() {
    return List.copyOf(frames);
  }

  List<Long> framesBelow(long position) {
    return List.copyOf(frames.subList(0, (int) (Math.min(position, end()) - start) / FRAME));
  }

  List<EpochStart> history() {
    List<EpochStart> history = new ArrayList<>(older);
    for (long position = start; position < end(); position += FRAME) {
      long lastKnown = history.isEmpty() ? 0 : history.getLast().epoch();
      if (frame(position) % EPOCHS == 0 && frame(position) / EPOCHS > lastKnown) {
        history.add(new EpochStart(frame(position) / EPOCHS, position));
      }
    }
    return history;
  }

  ByteBuffer bytes(long position, int maxBytes) {
    int count = (int) Math.min(Math.max(1, maxBytes / FRAME), (written - position) / FRAME);
    ByteBuffer bytes = ByteBuffer.allocate(count * FRAME);
    for (int i = 0; i < count; i++) {
      bytes.putLong(frame(position + (long) i * FRAME));
    }
    return bytes.flip();
  }

  void copyFrom(ByteBuffer bytes) {
    while (bytes.hasRemaining()) {
      frames.add(bytes.getLong());
    }
  }

  void cut(long position) {
    while (end() > position) {
      frames.removeLast();
    }
    older = older.stream().filter(each -> each.position() < position).toList();
    written = Math.min(written, position);
    durable = Math.min(durable, position);
  }

  void clear() {
    frames.clear();
    older = List.of();
    start = 0;
    written = 0;
    durable = 0;
    wholeFrom = 0;
  }

  /** Retention. */
  void removeBelow(long position) {
    older = history();
    while (start < position) {
      frames.removeFirst();
      start += FRAME;
    }
  }

  /** Begins at a position, with the state as of a later one. */
  void beginAt(long newStart, long snapshotPosition, List<EpochStart> history) {
    clear();
    start = newStart;
    written = newStart;
    durable = newStart;
    wholeFrom = snapshotPosition;
    older = history;
  }
}
