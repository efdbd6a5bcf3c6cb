package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.port.BatchLog;
import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Handout;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.record.RecordDraft;
import io.feige.protocol.batch.Decompressor;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.FrameStamp;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.Selection;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A journal in memory, of real frames, and whoever asked. It is committed step by step, can lose
 * what was not committed, and holds the deciding code to the rules of its ports: room is asked for
 * before a record is written, each request is answered once, only committed messages are handed
 * out, each frame once and in order.
 */
final class JournalDouble implements Sink, BatchLog {
  /** The longest frame that fits. */
  static final int MAX_FRAME_BYTES = 2 << 20;

  private record Held(long end, Ticket ticket, Answer answer) {}

  private final TreeMap<Long, StoredFrame> frames = new TreeMap<>();
  private final Map<Integer, NavigableMap<Long, StoredFrame>> messages = new HashMap<>();
  private final HistoryDouble history = new HistoryDouble();
  private final ArrayDeque<Held> held = new ArrayDeque<>();
  private final Map<Ticket, Object> answers = new HashMap<>();
  private BiConsumer<Ticket, Object> observer = (_, _) -> {};
  private final Set<Long> deafSessions = new HashSet<>();
  private long end;
  private long committed;
  private long promisedEnd;
  private int unpacked;
  private long roomUpTo = Long.MAX_VALUE;
  private boolean reusesTickets;
  private final EnumMap<Call, Throwable> toMeet = new EnumMap<>(Call.class);
  private final List<Throwable> met = new ArrayList<>();
  private final List<Throwable> told = new ArrayList<>();

  /** What may meet a fault. */
  enum Call {
    FIND,
    AT,
    RESERVE,
    APPEND,
    HAND_OUT,
    WHY_NOT_STORED
  }

  /** The next call of that kind meets a fault. */
  void meetOnce(Call call, Throwable fault) {
    toMeet.put(call, fault);
  }

  /** Faults after which the machine went on. */
  List<Throwable> met() {
    return met;
  }

  /** Faults that the machine has told of. */
  List<Throwable> told() {
    return told;
  }

  private void meet(Call call) {
    Throwable fault = toMeet.remove(call);
    if (fault != null) {
      met.add(fault);
      rethrow(fault);
    }
  }

  private static void rethrow(Throwable fault) {
    if (fault instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) fault;
  }

  /** Only so many more bytes fit. */
  void leaveRoomFor(long bytes) {
    roomUpTo = end + bytes;
  }

  void makeRoom() {
    roomUpTo = Long.MAX_VALUE;
  }

  void stopsReading(long session) {
    deafSessions.add(session);
  }

  /** Tickets may be used again, also while an answer to their first use is held. */
  void reuseTickets() {
    reusesTickets = true;
  }

  void forgetAnswers() {
    answers.clear();
  }

  /** Is told of each answer when it is given. */
  void observe(BiConsumer<Ticket, Object> newObserver) {
    observer = newObserver;
  }

  /** The next decision has to ask for room itself. */
  void nextDecision() {
    promisedEnd = end;
  }

  long committed() {
    return committed;
  }

  void commitUpTo(long position) {
    committed = position;
  }

  /** Lets go the answers that waited for what is committed. */
  void releaseAnswers() {
    while (!held.isEmpty() && held.peek().end() <= committed) {
      Held next = held.remove();
      answer(next.ticket(), next.answer());
    }
  }

  /** A journal with the frames below a position, as after a crash. */
  JournalDouble copyUpTo(long position) {
    JournalDouble copy = new JournalDouble();
    frames.headMap(position).values().forEach(copy::add);
    copy.committed = copy.end;
    history
        .kept()
        .forEach(
            kept -> kept.getValue().values().forEach(frame -> copy.letGo(kept.getKey(), frame)));
    return copy;
  }

  HistoryDouble history() {
    return history;
  }

  /** What is committed of the messages of a partition below an offset is in the history only. */
  void moveToHistory(int partition, long below) {
    messagesOf(partition).headMap(below).values().stream()
        .filter(frame -> frame.baseOffset() + frame.recordCount() <= below)
        .filter(frame -> frame.position() + frame.length() <= committed)
        .toList()
        .forEach(frame -> letGo(partition, frame));
  }

  private void letGo(int partition, StoredFrame frame) {
    messagesOf(partition).remove(frame.baseOffset());
    history.keep(frame);
  }

  /** The frame that holds the offset or follows it, wherever it is. */
  @Nullable StoredFrame stored(int partition, long offset) {
    StoredFrame kept = history.stored(partition, offset);
    return kept == null ? HistoryDouble.find(messagesOf(partition), offset) : kept;
  }

  /** Retention takes the messages of a partition below an offset. */
  void removeMessagesBelow(int partition, long offset) {
    messagesOf(partition)
        .headMap(offset)
        .values()
        .removeIf(frame -> frame.baseOffset() + frame.recordCount() <= offset);
  }

  void forEachFrame(Consumer<StoredFrame> action) {
    frames.values().forEach(action);
  }

  /** The last byte of a frame goes wrong where it is stored. */
  void damage(long position) {
    StoredFrame frame = at(position);
    ByteBuffer bytes = ByteBuffer.allocate(frame.length()).put(frame.bytes()).flip();
    bytes.put(frame.length() - 1, (byte) ~bytes.get(frame.length() - 1));
    StoredFrame damaged = StoredFrame.at(bytes, 0);
    frames.put(position, damaged);
    messagesOf(frame.partition()).put(frame.baseOffset(), damaged);
  }

  /** How often a batch was unpacked. */
  int unpacked() {
    return unpacked;
  }

  @Override
  public Decompressor decompressor() {
    return (compression, source, target) -> {
      unpacked++;
      return Batches.UNPACKER.decompress(compression, source, target);
    };
  }

  long count(FrameKind kind) {
    return frames.values().stream().filter(frame -> frame.kind() == kind).count();
  }

  /** What a request was answered; null when it was not yet. */
  @Nullable Object answerOf(Ticket ticket) {
    return answers.get(ticket);
  }

  List<Delivered> delivered(Handed handed) {
    List<Delivered> delivered = new ArrayList<>();
    for (Handout handout : handed.handouts()) {
      StoredFrame frame = at(handout.position());
      for (Selection selection : handout.selections()) {
        for (int i = 0; i < selection.count(); i++) {
          long offset = frame.baseOffset() + selection.first() - frame.recordFirst() + i;
          delivered.add(new Delivered(offset, selection.attempt()));
        }
      }
    }
    return delivered;
  }

  @Override
  public boolean hasRoomFor(long bytes) {
    assertThat(bytes).as("room asked for").isLessThanOrEqualTo(MAX_FRAME_BYTES);
    meet(Call.RESERVE);
    if (end + bytes > roomUpTo) {
      return false;
    }
    promisedEnd = Math.max(promisedEnd, end + bytes);
    return true;
  }

  @Override
  public long append(RecordDraft draft, long epoch, long timeMillis) {
    meet(Call.APPEND);
    FrameStamp stamp = draft.stamp(epoch, end, committed, timeMillis);
    StoredFrame frame = frame(stamp, draft.extension(), draft.batch());
    if (draft.kind() != FrameKind.EPOCH) {
      assertThat(end + frame.length())
          .as("end of a %s frame, room was asked for up to", draft.kind())
          .isLessThanOrEqualTo(promisedEnd);
    }
    add(frame);
    return frame.position();
  }

  private static StoredFrame frame(
      FrameStamp stamp, ByteBuffer extension, @Nullable ByteBuffer batch) {
    int extensionBytes = extension.remaining();
    int batchBytes = batch == null ? 0 : batch.remaining();
    ByteBuffer bytes = ByteBuffer.allocate(StoredFrame.HEADER_BYTES + extensionBytes + batchBytes);
    bytes.position(StoredFrame.HEADER_BYTES).put(extension.duplicate());
    if (batch != null) {
      bytes.put(batch.duplicate());
    }
    bytes.flip();
    StoredFrame.writeHeader(bytes, 0, stamp, extensionBytes, batchBytes);
    StoredFrame frame = StoredFrame.at(bytes, 0);
    assertThat(frame.problem()).isNull();
    return frame;
  }

  private void add(StoredFrame frame) {
    frames.put(frame.position(), frame);
    end = frame.position() + frame.length();
    if (frame.kind() == FrameKind.MESSAGES) {
      messagesOf(frame.partition()).put(frame.baseOffset(), frame);
    }
  }

  @Override
  public long end() {
    return end;
  }

  @Override
  public void answer(Ticket ticket, Answer answer) {
    answered(ticket, answer);
  }

  @Override
  public void answerWhenCommitted(Ticket ticket, Answer answer) {
    held.add(new Held(end, ticket, answer));
  }

  @Override
  public boolean canTake(Ticket ticket) {
    return !deafSessions.contains(ticket.session());
  }

  @Override
  public void fault(Throwable cause) {
    if (!met.contains(cause)) {
      rethrow(cause);
    }
    told.add(cause);
  }

  @Override
  public @Nullable Refusal whyNotStored() {
    meet(Call.WHY_NOT_STORED);
    return Sink.super.whyNotStored();
  }

  @Override
  public void handOut(Ticket ticket, Handed handed) {
    meet(Call.HAND_OUT);
    long before = -1;
    for (Handout handout : handed.handouts()) {
      StoredFrame frame = at(handout.position());
      // In a mailbox, what was sent to its owner may pass what was sent to a channel.
      assertThat(handed instanceof Handed.ToOwner || handout.position() > before)
          .as("frames ascend")
          .isTrue();
      assertThat(handout.frameBytes()).isEqualTo(frame.length());
      assertThat(frame.position() + frame.length())
          .as("end of a frame that is handed out")
          .isLessThanOrEqualTo(committed);
      before = handout.position();
      int next = frame.recordFirst();
      assertThat(handout.selections()).isNotEmpty();
      for (Selection selection : handout.selections()) {
        assertThat(selection.first()).as("selections ascend").isGreaterThanOrEqualTo(next);
        next = selection.first() + selection.count();
      }
      assertThat(next).isLessThanOrEqualTo(frame.recordFirst() + frame.recordCount());
    }
    answered(ticket, handed);
  }

  private void answered(Ticket ticket, Object answer) {
    Object before = answers.put(ticket, answer);
    assertThat(reusesTickets ? null : before).as("first answer of %s", ticket).isNull();
    observer.accept(ticket, answer);
  }

  private NavigableMap<Long, StoredFrame> messagesOf(int partition) {
    return messages.computeIfAbsent(partition, _ -> new TreeMap<>());
  }

  @Override
  public @Nullable StoredFrame find(int partition, long offset) {
    meet(Call.FIND);
    StoredFrame fetched = history.found(partition, offset);
    return fetched == null ? HistoryDouble.find(messagesOf(partition), offset) : fetched;
  }

  @Override
  public long knownUntil(int partition, long offset) {
    return history.knownUntil(partition, offset);
  }

  @Override
  public void fetch(int partition, long offset) {
    history.fetch(partition, offset);
  }

  @Override
  public StoredFrame at(long position) {
    meet(Call.AT);
    StoredFrame frame = frames.get(position);
    assertThat(frame).as("a frame at %d", position).isNotNull();
    return Objects.requireNonNull(frame);
  }

  @Override
  public long firstOffset(int partition) {
    StoredFrame first = stored(partition, 0);
    return first == null ? -1 : first.baseOffset();
  }

  @Override
  public long offsetAtTime(int partition, long millis) {
    return messagesOf(partition).values().stream()
        .filter(frame -> frame.timeMillis() >= millis)
        .mapToLong(StoredFrame::baseOffset)
        .findFirst()
        .orElse(-1);
  }

  @Override
  public long bytes(int partition) {
    return messagesOf(partition).values().stream().mapToLong(StoredFrame::length).sum();
  }
}
