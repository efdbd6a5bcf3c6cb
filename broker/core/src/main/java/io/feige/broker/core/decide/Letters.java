package io.feige.broker.core.decide;

import io.feige.broker.core.group.Cursor;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.port.Ticket;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.BatchProblem;
import io.feige.protocol.command.LetterList;
import io.feige.protocol.command.LettersSettled;
import io.feige.protocol.command.ListLetters;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.SettleLetters;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.LetterRule;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.StartAt;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides on dead letters that somebody looks through: list, replay, drop. Which are dealt with
 * says the cursor of a group of the dead-letter topic, {@link LetterRule#DEALT_WITH}.
 */
final class Letters {
  private final ActiveState active;
  private final Pulling pulling;
  private final Expiring expiring;

  Letters(ActiveState active, Pulling pulling, Expiring expiring) {
    this.active = active;
    this.expiring = expiring;
    this.pulling = pulling;
  }

  void list(Ticket ticket, ListLetters list, Sink sink) {
    ActivePartition letters = lettersOf(list.topic());
    if (letters == null && active.topic(list.topic()) == null) {
      sink.answer(ticket, active.noTopic(list.topic()));
    } else {
      sink.answer(ticket, letters == null ? new LetterList(List.of(), 0) : page(letters, list));
    }
  }

  private @Nullable ActivePartition lettersOf(String topic) {
    return active.topic(LetterRule.lettersOf(topic));
  }

  private LetterList page(ActivePartition letters, ListLetters list) {
    ActiveGroup account = letters.group(LetterRule.DEALT_WITH);
    Cursor cursor = account == null ? new Cursor(1, 0) : account.state().cursor();
    long oldest = active.log().firstOffset(letters.state().id());
    long end = oldest < 0 ? 0 : letters.visibleEnd();
    long next = cursor.firstOpenFrom(Math.max(list.from(), oldest));
    List<OffsetRange> open = new ArrayList<>();
    while (next < end && open.size() < list.limit()) {
      long until = Math.min(end, cursor.settled().firstPresentFrom(next));
      open.add(new OffsetRange(next, until - 1));
      next = cursor.firstOpenFrom(until);
    }
    return new LetterList(open, next < end ? next : 0);
  }

  void settle(Ticket ticket, SettleLetters settle, Now now, Sink sink) {
    ActivePartition letters = lettersOf(settle.topic());
    if (letters == null) {
      sink.answer(ticket, noLetters(settle.topic()));
      return;
    }
    Refusal refused = refuse(letters, settle.edited(), sink);
    if (refused != null) {
      sink.answer(ticket, refused);
      return;
    }
    ActiveGroup known = letters.group(LetterRule.DEALT_WITH);
    ActiveGroup account =
        known == null
            ? pulling.create(letters, LetterRule.DEALT_WITH, StartAt.EARLIEST, now, sink)
            : known;
    LetterTurn turn = new LetterTurn(active, expiring, account, settle, now, sink);
    turn.run();
    LettersSettled result = turn.result();
    refused = turn.refused();
    // Where something was done that is told, and why no more was when the rest is asked for again.
    if (refused != null && result.done() == 0) {
      sink.answerWhenCommitted(ticket, refused);
    } else {
      sink.answerWhenCommitted(ticket, result);
    }
  }

  private Refusal noLetters(String topic) {
    return active.noTopic(active.topic(topic) == null ? topic : LetterRule.lettersOf(topic));
  }

  private @Nullable Refusal refuse(
      ActivePartition letters, @Nullable ByteBuffer edited, Sink sink) {
    Refusal ofBatch = edited == null ? null : refuseEdited(edited);
    if (ofBatch != null) {
      return ofBatch;
    }
    return letters.group(LetterRule.DEALT_WITH) == null
        ? pulling.refuseNewGroup(letters, LetterRule.DEALT_WITH, sink)
        : null;
  }

  private @Nullable Refusal refuseEdited(ByteBuffer edited) {
    int most = active.limits().maxBatchBytes();
    if (edited.remaining() > most) {
      String sentence = "a batch of " + edited.remaining() + " bytes; the limit is " + most;
      return Refusal.of(ErrorCode.BATCH_TOO_LARGE, sentence);
    }
    BatchHead batch = BatchHead.within(edited, edited.position(), edited.remaining());
    BatchProblem problem = batch.problem();
    if (problem != null || batch.length() != edited.remaining()) {
      return Refusal.of(
          ErrorCode.BATCH_CORRUPT,
          problem == null
              ? "the edited batch says it has "
                  + batch.length()
                  + " bytes, "
                  + edited.remaining()
                  + " came"
              : problem.sentence());
    }
    if (batch.payloadLength() > most) {
      String sentence = "a batch that unpacks to " + batch.payloadLength() + " bytes";
      return Refusal.of(ErrorCode.BATCH_TOO_LARGE, sentence + "; the limit is " + most);
    }
    boolean isPlain =
        batch.recordCount() == 1
            && batch.producerId() == 0
            && batch.deliverAtMillis() == 0
            && !batch.hasColumn(BatchHead.EXPIRIES);
    return isPlain
        ? null
        : Refusal.of(
            ErrorCode.INVALID_ARGUMENT,
            "an edited letter is one message, without producer, delay and time to live");
  }
}
