package io.feige.broker.core.decide;

import io.feige.broker.core.group.Dispatcher;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.record.JournalRecord.Messages;
import io.feige.broker.core.record.JournalRecord.Producer;
import io.feige.broker.core.record.JournalRecord.Replayed;
import io.feige.broker.core.record.RecordCodec;
import io.feige.broker.core.state.GroupState;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.BatchReader;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.SettleLetters;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.frame.LetterOrigin;
import io.feige.protocol.frame.LetterReplay;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.OffsetRange;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stores dead letters again in the topic they come from, for the group that gave them up and for no
 * other that the topic has. One frame stores them, settles them for the others, and says that they
 * are dealt with; so all of that is done, or nothing. Used within one decision.
 */
final class Replaying {
  /** Frames are read on the loop, maybe from the disk: so many for a request at most. */
  private static final int MAX_FRAMES = 64;

  /** After so many bytes of batches, packed or not, the request ends with the frame. */
  private static final long MAX_BYTES = 1L << 20;

  /** After so many letters, times the groups that do not get them, the request ends. */
  private static final int MAX_SETTLED = 10_000;

  /** Settled ranges of all groups, as a part of the messages that may be outstanding. */
  private static final int OUTSTANDING_PER_RANGE = 8;

  private static final int ROOM_FOR_BOOKKEEPING = 8_192;
  private static final int SOON_MILLIS = 100;

  private final ActiveState active;
  private final Expiring expiring;
  private final ActivePartition letters;
  private final int account;
  private final String topic;
  private final @Nullable ByteBuffer edited;
  private final Now now;
  private final Sink sink;
  private @Nullable BatchReader opened;
  private long openedAt = -1;
  private int frames;
  private long bytes;
  private long settled;
  private long mostRanges = -1;
  private long newRanges;

  Replaying(
      ActiveState active,
      Expiring expiring,
      ActiveGroup account,
      SettleLetters settle,
      Now now,
      Sink sink) {
    this.active = active;
    this.expiring = expiring;
    this.letters = account.partition();
    this.account = account.state().id();
    this.topic = settle.topic();
    this.edited = settle.edited();
    this.now = now;
    this.sink = sink;
  }

  /** What became of a run of letters. */
  enum Went {
    /** The letters up to {@code last} are stored again. */
    STORED,
    /** They are not held any more, or nobody is to get them any more. */
    GONE,
    /** They cannot be replayed, as is said, and stay open. */
    LEFT,
    /** It does not go on: there is no time for more, or the refusal says why. */
    NOT_NOW
  }

  /**
   * How far it went.
   *
   * @param last of the letters that this is said of
   * @param why they are left; else empty
   */
  record Step(Went went, long last, String why, @Nullable Refusal refused) {
    private static Step gone(long last) {
      return new Step(Went.GONE, last, "", null);
    }

    private static Step left(long last, String why) {
      return new Step(Went.LEFT, last, why, null);
    }

    private static Step not(@Nullable Refusal refused) {
      return new Step(Went.NOT_NOW, -1, "", refused);
    }
  }

  /** Stores the first of the letters again that lie in one frame. */
  Step run(OffsetRange wanted) {
    if (frames >= MAX_FRAMES || bytes >= MAX_BYTES || settled >= MAX_SETTLED) {
      return Step.not(null);
    }
    int partition = letters.state().id();
    StoredFrame frame = active.log().find(partition, wanted.first());
    if (frame == null || frame.baseOffset() > wanted.first()) {
      return passGap(wanted, frame);
    }
    ActivePartition to = active.topic(topic);
    if (to == null) {
      return Step.not(active.noTopic(topic));
    }
    LetterOrigin origin = LetterOrigin.of(frame);
    ActiveGroup group = origin == null ? null : to.group(origin.groupName());
    if (origin == null || group == null) {
      long last = Math.min(wanted.last(), frame.baseOffset() + frame.recordCount() - 1);
      return Step.left(last, origin == null ? hasNoOrigin(wanted) : hasNoGroup(origin));
    }
    List<GroupState> others =
        to.groups().stream().map(ActiveGroup::state).filter(each -> each != group.state()).toList();
    Refusal refused = refuse(others);
    return refused == null ? store(wanted, frame, to, group, others) : Step.not(refused);
  }

  private static String hasNoOrigin(OffsetRange wanted) {
    return "it is not known who gave up letter "
        + wanted.first()
        + ": it was published there, or all that is left of it is a row from before rows said so;"
        + " drop it, or publish it where it belongs";
  }

  private String hasNoGroup(LetterOrigin origin) {
    return "topic '"
        + topic
        + "' has no group '"
        + origin.groupName()
        + "' any more: drop its letters, or publish them where they belong";
  }

  private Step passGap(OffsetRange wanted, @Nullable StoredFrame following) {
    int partition = letters.state().id();
    long end = active.log().knownUntil(partition, wanted.first());
    if (end <= wanted.first()) {
      sink.fetch(partition, wanted.first());
      String sentence = "the letters are being read back from where they are kept";
      return Step.not(new Refusal(ErrorCode.BUSY, sentence, "", SOON_MILLIS));
    }
    long until = following == null ? end : Math.min(end, following.baseOffset());
    return Step.gone(Math.min(wanted.last(), until - 1));
  }

  /**
   * For the groups that do not get the messages, each of which may keep another range of settled
   * offsets until it is that far itself.
   */
  private @Nullable Refusal refuse(List<GroupState> others) {
    if (others.size() > LetterReplay.MAX_PASSED) {
      String sentence =
          "topic '" + topic + "' has " + others.size() + " other groups; the limit is ";
      return Refusal.of(ErrorCode.TOO_MANY_GROUPS, sentence + LetterReplay.MAX_PASSED);
    }
    for (GroupState other : others) {
      if (other.cursor().settled().rangeCount() >= active.limits().dispatch().maxSettledRanges()) {
        return behind(
            "group '" + other.name() + "' has too much unsettled to pass over more of it");
      }
    }
    return others.size() > spareRanges()
        ? behind("the groups here that are behind remember as many passed messages as they may")
        : null;
  }

  /** How many ranges more the groups may keep; once a request, since there may be many groups. */
  private long spareRanges() {
    if (mostRanges < 0) {
      long ranges = 0;
      for (GroupState each : active.state().groups()) {
        ranges += each.cursor().settled().rangeCount();
      }
      mostRanges = Math.max(0, active.room().most() / OUTSTANDING_PER_RANGE - ranges);
    }
    return mostRanges - newRanges;
  }

  private static Refusal behind(String who) {
    String sentence = "; replays go on when it has caught up or is deleted";
    return new Refusal(ErrorCode.BUSY, who + sentence, "", SOON_MILLIS);
  }

  private Step store(
      OffsetRange wanted,
      StoredFrame frame,
      ActivePartition to,
      ActiveGroup group,
      List<GroupState> others) {
    long first = wanted.first();
    ByteBuffer message = edited;
    int recordFirst = 0;
    long last = first;
    Producer producer = new Producer(0, 0);
    if (message == null) {
      BatchReader batch = open(frame);
      if (batch == null) {
        String sentence = " cannot be unpacked here: drop it, or replay it with another body";
        return Step.left(first, "letter " + first + sentence);
      }
      if (Dispatcher.isExpired(frame, first, now)) {
        return Step.gone(first);
      }
      last = lastOfRun(wanted, frame, others.size());
      Cut cut = new Cut(frame, batch, first, last);
      message = cut.toBuffer();
      recordFirst = cut.recordFirst();
      producer = RecordCodec.producer(frame.batch());
    }
    if (active.noRoomBecause() != null
        || !sink.hasRoomFor(message.remaining() + (long) ROOM_FOR_BOOKKEEPING)) {
      return Step.not(active.diskFull("the disk has no room for the letter"));
    }
    LetterReplay replay =
        new LetterReplay(
            group.state().id(),
            letters.state().id(),
            first,
            account,
            others.stream().map(GroupState::id).toList());
    int count = (int) (last - first + 1);
    Messages messages =
        new Messages(
            to.state().id(),
            to.state().endOffset(),
            recordFirst,
            count,
            producer,
            new Replayed(replay));
    active.scribe().write(messages, message, now, sink);
    if (edited == null && frame.batch().hasColumn(BatchHead.EXPIRIES)) {
      expiring.published(to, now);
    }
    settled += (long) count * (1 + others.size());
    newRanges += others.size();
    return new Step(Went.STORED, last, "", null);
  }

  /** The run ends with the frame, and before a message that nobody is to get any more. */
  private long lastOfRun(OffsetRange wanted, StoredFrame frame, int others) {
    long most = Math.max(1, (MAX_SETTLED - settled) / (1 + others));
    long endOfFrame = frame.baseOffset() + frame.recordCount() - 1;
    long end = Math.min(Math.min(wanted.last(), endOfFrame), wanted.first() + most - 1);
    long last = wanted.first();
    while (last < end && !Dispatcher.isExpired(frame, last + 1, now)) {
      last++;
    }
    return last;
  }

  private @Nullable BatchReader open(StoredFrame frame) {
    if (frame.position() != openedAt) {
      openedAt = frame.position();
      opened = Cut.open(active, frame);
      frames++;
      bytes += Math.max(frame.batchLength(), frame.batch().payloadLength());
    }
    return opened;
  }
}
