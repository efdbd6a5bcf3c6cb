package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.state.MailCost;
import io.feige.broker.core.state.MailState;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.command.AckMail;
import io.feige.protocol.command.AlterTopic;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.DeleteMailbox;
import io.feige.protocol.command.DeleteTopic;
import io.feige.protocol.command.ListMailboxes;
import io.feige.protocol.command.Mail;
import io.feige.protocol.command.MailAcked;
import io.feige.protocol.command.MailboxList;
import io.feige.protocol.command.ReadMailbox;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.MailAck;
import io.feige.protocol.model.MailboxDescription;
import io.feige.protocol.model.TopicSpec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MailboxTest {
  private static final String T = "t";
  private static final int CAP = 3;

  private final Replica replica =
      Replica.withTopic(TopicSpec.named(T).withMailboxCap(CAP).withRetention(0, 0, false));

  private Ticket read(String identity, long from, int waitMillis) {
    return replica.ask(new ReadMailbox(T, 0, identity, from, 100, 1 << 20, waitMillis));
  }

  private Mail head(Ticket ticket) {
    return replica.answer(ticket, Handed.ToOwner.class).head();
  }

  private List<Long> offsets(String identity) {
    return replica.offsetsOf(read(identity, 0, 0));
  }

  private void send(String... identities) {
    replica.publish(T, Batches.keyed(identities));
    replica.commit();
  }

  private Ticket ack(String identity, long upTo) {
    return replica.ask(new AckMail(T, 0, List.of(new MailAck(identity, upTo))));
  }

  private MailboxDescription describe(String identity) {
    Ticket list = replica.ask(new ListMailboxes(T, identity, "", 10));
    return replica.answer(list, MailboxList.class).mailboxes().getFirst();
  }

  @Test
  void everyOwnerGetsWhatWasSentToIt() {
    send("alice", "bob", "alice");
    send("bob");

    assertThat(offsets("alice")).containsExactly(0L, 2L);
    assertThat(offsets("bob")).containsExactly(1L, 3L);
    assertThat(offsets("carol")).isEmpty();
    Mail alice = head(read("alice", 2, 0));
    assertThat(alice.first()).isEqualTo(2);
    assertThat(alice.next()).isEqualTo(3);
    assertThat(alice.end()).isEqualTo(2);
  }

  @Test
  void whatIsAckedDoesNotComeAgainUnlessItIsAskedFor() {
    send("alice", "alice", "alice");
    Ticket acked = ack("alice", 2);
    assertThat(replica.isAnswered(acked)).isFalse();
    replica.commit();

    assertThat(replica.answer(acked, MailAcked.class)).isNotNull();
    assertThat(offsets("alice")).containsExactly(2L);
    assertThat(replica.offsetsOf(read("alice", 1, 0))).containsExactly(0L, 1L, 2L);
    ack("alice", 1);
    replica.commit();
    assertThat(describe("alice")).isEqualTo(new MailboxDescription("alice", 3, 2, 3, 0));
  }

  @Test
  void aFullMailboxMakesRoomAndCountsWhatWasNotAcked() {
    send("alice", "alice", "alice");
    ack("alice", 1);
    replica.commit();
    send("alice", "alice");

    assertThat(describe("alice")).isEqualTo(new MailboxDescription("alice", CAP, 1, 5, 1));
    Ticket read = read("alice", 0, 0);
    assertThat(head(read).first()).isEqualTo(3);
    assertThat(head(read).dropped()).isEqualTo(1);
    assertThat(replica.offsetsOf(read)).containsExactly(2L, 3L, 4L);
  }

  @Test
  void anotherCapCountsWithTheNextMessage() {
    send("alice", "alice", "alice");
    replica.ask(new AlterTopic(TopicSpec.named(T).withMailboxCap(1)));
    replica.commit();
    send("alice");

    assertThat(offsets("alice")).containsExactly(3L);
    Ticket none = replica.ask(new AlterTopic(TopicSpec.named(T)));
    assertThat(replica.refusal(none)).isEqualTo(ErrorCode.INVALID_ARGUMENT);
  }

  @Test
  void whoWaitsIsToldWhenItIsCommittedAndNobodyElse() {
    Ticket alice = read("alice", 0, 10_000);
    Ticket bob = read("bob", 0, 10_000);
    replica.publish(T, Batches.keyed("carol", "alice"));
    assertThat(replica.isAnswered(alice)).isFalse();

    replica.commit();

    assertThat(replica.offsetsOf(alice)).containsExactly(1L);
    assertThat(replica.isAnswered(bob)).isFalse();
    replica.pass(10_000);
    assertThat(replica.offsetsOf(bob)).isEmpty();
    assertThat(head(bob).next()).isEqualTo(1);
  }

  @Test
  void allSessionsOfAnOwnerGetAll() {
    Ticket phone = read("alice", 0, 10_000);
    Ticket desk =
        replica.ask(Replica.OTHER, new ReadMailbox(T, 0, "alice", 0, 100, 1 << 20, 10_000));
    send("alice");

    assertThat(replica.offsetsOf(phone)).containsExactly(0L);
    assertThat(replica.offsetsOf(desk)).containsExactly(0L);
  }

  @Test
  void whoHasGoneWaitsNoMore() {
    read("alice", 0, 10_000);
    replica.decide(new Event.SessionClosed(Replica.SESSION));
    send("alice");

    assertThat(replica.machine().retire()).isEmpty();
  }

  @Test
  void whatIsNotCommittedIsNotDescribed() {
    send("alice");
    replica.publish(T, Batches.keyed("alice", "alice"));

    assertThat(describe("alice")).isEqualTo(new MailboxDescription("alice", 1, 0, 1, 0));
    ack("alice", describe("alice").end());
    replica.commit();

    assertThat(describe("alice")).isEqualTo(new MailboxDescription("alice", 3, 1, 3, 0));
  }

  @Test
  void nothingIsAckedBeforeItWasSeen() {
    replica.publish(T, Batches.keyed("alice"));
    ack("alice", 9);
    replica.commit();

    assertThat(describe("alice").acked()).isZero();
    ack("alice", 9);
    replica.commit();
    assertThat(describe("alice").acked()).isZero();
    ack("alice", 1);
    replica.commit();
    assertThat(describe("alice").acked()).isEqualTo(1);
  }

  @Test
  void messagesForNobodyAreRefusedAsAWhole() {
    List<ByteBuffer> wrong =
        List.of(
            Batches.of(1),
            Batches.keyed("alice", ""),
            Batches.keyed("@team/#"),
            Batches.keyed("a\nb"),
            Batches.keyed("x".repeat(256)),
            Batches.rich(2, 10, Batches.PACKER));
    for (ByteBuffer batch : wrong) {
      assertThat(replica.refusal(replica.publish(T, batch))).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }
    assertThat(offsets("alice")).isEmpty();
  }

  @Test
  void aTopicWithoutMailboxesSaysSo() {
    replica.ask(new CreateTopic(TopicSpec.named("plain"), false));

    for (Ticket asked :
        List.of(
            replica.ask(new ReadMailbox("plain", 0, "a", 0, 1, 1, 0)),
            replica.ask(new AckMail("plain", 0, List.of())),
            replica.ask(new ListMailboxes("plain", "", "", 1)),
            replica.ask(new DeleteMailbox("plain", "a")))) {
      assertThat(replica.refusal(asked)).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }
    Ticket letters = replica.ask(new CreateTopic(TopicSpec.named("t.dlq").withMailboxCap(1), true));
    assertThat(replica.refusal(letters)).isEqualTo(ErrorCode.INVALID_ARGUMENT);
  }

  @Test
  void thereIsABoundForMailboxes() {
    MailState mail = replica.machine().state().mail();
    long of = MailCost.ofMailbox("owner-99") + MailCost.MESSAGE_BYTES;
    for (int i = 10; mail.bytes() + of <= Replica.MAIL_BYTES; i++) {
      send("owner-" + i);
    }
    assertThat(mail.bytes()).isBetween(Replica.MAIL_BYTES - of, (long) Replica.MAIL_BYTES);
    Ticket refused = replica.publish(T, Batches.keyed("owner-11", "somebody"));

    assertThat(replica.refusal(refused)).isEqualTo(ErrorCode.TOO_MANY_MAILBOXES);
    replica.ask(new DeleteMailbox(T, "owner-10"));
    replica.ask(new DeleteMailbox(T, "owner-12"));
    replica.commit();
    send("owner-11", "somebody");
    assertThat(offsets("somebody")).hasSize(1);
  }

  @Test
  void thereIsABoundForWhatTheyHoldTogether() {
    Replica wide = Replica.withTopic(TopicSpec.named(T).withMailboxCap(65_535));
    long room = Replica.MAIL_BYTES - MailCost.ofMailbox("alice");
    int most = Math.toIntExact(room / MailCost.MESSAGE_BYTES);
    String[] many = Collections.nCopies(most, "alice").toArray(String[]::new);
    wide.publish(T, Batches.keyed(many));

    assertThat(wide.machine().state().mail().held()).isEqualTo(most);
    assertThat(wide.refusal(wide.publish(T, Batches.keyed("bob"))))
        .isEqualTo(ErrorCode.TOO_MANY_MAILBOXES);
    wide.ask(new DeleteMailbox(T, "alice"));
    assertThat(wide.machine().state().mail().held()).isZero();
    wide.publish(T, Batches.keyed("bob"));
    assertThat(wide.machine().state().mail().count()).isEqualTo(1);
    wide.ask(new DeleteTopic(T));
    assertThat(wide.machine().state().mail().count()).isZero();
    assertThat(wide.machine().state().mail().held()).isZero();
    assertThat(wide.machine().state().mail().bytes()).isZero();
  }

  @Test
  void whoDoesNotReadItsAnswersIsHandedNothingAndDoesNotWaitForMore() {
    send("alice");
    replica.journal.stopsReading(Replica.SESSION);

    Ticket read = read("alice", 0, 10_000);

    assertThat(replica.offsetsOf(read)).isEmpty();
    assertThat(head(read).next()).isEqualTo(1);
    assertThat(head(read).end()).isEqualTo(1);
  }

  @Test
  void whatIsInTheHistoryIsFetchedForThoseWhoNeedIt() {
    send("alice", "bob");
    replica.journal.moveToHistory(1, 2);
    Ticket alice = read("alice", 0, 10_000);
    Ticket carol = read("carol", 0, 10_000);
    assertThat(replica.isAnswered(alice)).isFalse();

    assertThat(replica.bring()).isTrue();

    assertThat(replica.offsetsOf(alice)).containsExactly(0L);
    assertThat(replica.isAnswered(carol)).isFalse();
  }

  @Test
  void aDeletedMailboxBeginsAnew() {
    send("alice", "alice");
    ack("alice", 2);
    replica.ask(new DeleteMailbox(T, "alice"));
    replica.commit();
    assertThat(offsets("alice")).isEmpty();
    send("alice");

    assertThat(head(read("alice", 0, 0)).first()).isEqualTo(1);
    assertThat(offsets("alice")).containsExactly(2L);
  }

  @Test
  void whoIsFurtherThanTheEndIsToldAtOnceAndAcksNothing() {
    send("alice", "alice", "alice");
    replica.ask(new DeleteMailbox(T, "alice"));
    replica.commit();
    send("alice");

    Ticket stale = read("alice", 4, 10_000);
    assertThat(head(stale).end()).isEqualTo(1);
    assertThat(replica.offsetsOf(stale)).isEmpty();
    ack("alice", 3);
    replica.commit();
    assertThat(describe("alice").unread()).isEqualTo(1);
    assertThat(replica.isAnswered(read("alice", 2, 10_000))).isFalse();
  }

  @Test
  void whatWaitsCountsAsIfItHadCome() {
    String[] many = new String[Replica.MAIL_BYTES / MailCost.MOST_OF_A_MESSAGE + 1];
    for (int i = 0; i < many.length; i++) {
      many[i] = "later-" + i;
    }
    BatchWriter writer = BatchWriter.withLimit(1 << 16);
    for (String owner : many) {
      writer.add(owner.getBytes(StandardCharsets.UTF_8), List.of(), new byte[3], 1, 0);
    }
    BatchStamp stamp = new BatchStamp(0, 0, replica.nowMillis() + 500);
    replica.publish(T, writer.finish(stamp, Compressor.NONE));

    assertThat(replica.refusal(replica.publish(T, Batches.keyed("now"))))
        .isEqualTo(ErrorCode.TOO_MANY_MAILBOXES);
  }

  @Test
  void aDelayedMessageComesInItsTime() {
    BatchWriter writer = BatchWriter.withLimit(1_000);
    writer.add("alice".getBytes(StandardCharsets.UTF_8), List.of(), new byte[3], 1, 0);
    BatchStamp stamp = new BatchStamp(0, 0, replica.nowMillis() + 500);
    replica.publish(T, writer.finish(stamp, Compressor.NONE));
    replica.commit();
    assertThat(offsets("alice")).isEmpty();
    Ticket waiting = read("alice", 0, 10_000);

    replica.pass(600);
    replica.commit();

    assertThat(replica.offsetsOf(waiting)).containsExactly(0L);
    assertThat(describe("alice").end()).isEqualTo(1);
  }

  @Test
  void whatRetentionHasRemovedIsPassedOver() {
    send("alice");
    send("alice");
    send("alice");
    replica.journal.removeMessagesBelow(1, 2);

    Ticket read = read("alice", 0, 0);
    assertThat(head(read).first()).isEqualTo(3);
    assertThat(replica.offsetsOf(read)).containsExactly(2L);
  }

  @Test
  void anAnswerHasAsMuchAsWasAskedForAndOneMessageAtLeast() {
    send("alice", "bob", "alice");
    send("alice");

    Ticket few = replica.ask(new ReadMailbox(T, 0, "alice", 0, 2, 1 << 20, 0));
    assertThat(replica.offsetsOf(few)).containsExactly(0L, 2L);
    assertThat(head(few).next()).isEqualTo(3);
    Ticket small = replica.ask(new ReadMailbox(T, 0, "alice", 0, 100, 1, 0));
    assertThat(replica.offsetsOf(small)).containsExactly(0L);
    assertThat(head(small).next()).isEqualTo(2);
  }

  @Test
  void mailboxesAreListedByIdentityPageByPage() {
    send("c", "a", "b");

    MailboxList first =
        replica.answer(replica.ask(new ListMailboxes(T, "", "", 2)), MailboxList.class);
    assertThat(first.total()).isEqualTo(3);
    assertThat(first.mailboxes())
        .extracting(MailboxDescription::identity)
        .containsExactly("a", "b");
    MailboxList second =
        replica.answer(replica.ask(new ListMailboxes(T, "", first.next(), 2)), MailboxList.class);
    assertThat(second.mailboxes()).extracting(MailboxDescription::identity).containsExactly("c");
    assertThat(second.next()).isEmpty();
  }

  @Test
  void whoWaitsLearnsThatTheTopicIsDeleted() {
    Ticket waiting = read("alice", 0, 10_000);
    replica.ask(new DeleteTopic(T));

    assertThat(replica.refusal(waiting)).isEqualTo(ErrorCode.TOPIC_NOT_FOUND);
  }

  @Test
  void aLargeBatchForManyHasRoomForTheirNames() {
    String[] same = Collections.nCopies(2_000, "somebody-with-a-long-name").toArray(String[]::new);
    send(same);

    assertThat(offsets("somebody-with-a-long-name")).containsExactly(1_997L, 1_998L, 1_999L);
    assertThat(describe("somebody-with-a-long-name").dropped()).isEqualTo(2_000 - CAP);
  }
}
