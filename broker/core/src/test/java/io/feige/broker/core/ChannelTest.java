package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.state.MailCost;
import io.feige.broker.core.state.MailState;
import io.feige.broker.core.state.SlicedSnapshot;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.command.AlterTopic;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.DeleteMailbox;
import io.feige.protocol.command.DeleteTopic;
import io.feige.protocol.command.ListSubscribers;
import io.feige.protocol.command.ListTopics;
import io.feige.protocol.command.MailSubscribed;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.ReadMailbox;
import io.feige.protocol.command.SubscribeMail;
import io.feige.protocol.command.SubscriberList;
import io.feige.protocol.command.TopicList;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.MailSubscription;
import io.feige.protocol.model.ReadFrom;
import io.feige.protocol.model.Subscriber;
import io.feige.protocol.model.TopicDescription;
import io.feige.protocol.model.TopicPlace;
import io.feige.protocol.model.TopicSpec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Messages of channels come into the mailboxes of their subscribers, three at a time. */
final class ChannelTest {
  private static final String T = "t";

  /** Mailboxes, for which there is room, and for 40 messages in each, and not for 80. */
  private static final int MANY = 50;

  private Replica replica = Replica.withTopic(spec(T, 5).withRetention(0, 0, false));

  private static TopicSpec spec(String name, int cap) {
    return TopicSpec.named(name).withMailboxCap(cap).withPlace(TopicPlace.HERE);
  }

  private Ticket subscribe(String identity, String... filters) {
    List<MailSubscription> added =
        List.of(filters).stream().map(filter -> new MailSubscription(filter, 7)).toList();
    Ticket ticket = replica.ask(new SubscribeMail(T, 0, identity, added, List.of()));
    replica.commit();
    return ticket;
  }

  private static SubscribeMail change(String identity, List<MailSubscription> added) {
    return new SubscribeMail(T, 0, identity, added, List.of());
  }

  private void unsubscribe(String identity, String filter) {
    replica.ask(new SubscribeMail(T, 0, identity, List.of(), List.of(filter)));
    replica.commit();
  }

  private void send(String... recipients) {
    replica.publish(T, Batches.keyed(recipients));
    replica.commit();
  }

  private Ticket read(String identity, int waitMillis) {
    return replica.ask(new ReadMailbox(T, 0, identity, 0, 100, 1 << 20, waitMillis));
  }

  private List<Long> offsets(String identity) {
    return replica.offsetsOf(read(identity, 0));
  }

  private List<Subscriber> list(String identity, String filter) {
    Ticket ticket = replica.ask(new ListSubscribers(T, identity, filter, "", 100));
    replica.commit();
    return replica.answer(ticket, SubscriberList.class).subscribers();
  }

  private MailState mail() {
    return replica.machine().state().mail();
  }

  @Test
  void everySubscriberGetsAMessageOfAChannelOnce() {
    assertThat(replica.answer(subscribe("alice", "room/1"), MailSubscribed.class)).isNotNull();
    subscribe("bob", "room/+", "room/1", "#");
    subscribe("carol", "room/2");
    send("@room/1", "alice", "@room/2", "@hall");

    assertThat(offsets("alice")).containsExactly(1L, 0L);
    assertThat(offsets("bob")).containsExactly(0L, 2L, 3L);
    assertThat(offsets("carol")).containsExactly(2L);
  }

  @Test
  void channelsNeedATopicThatOnePairHas() {
    TopicSpec spread = spec("spread", 5).withPlace(TopicPlace.EVERYWHERE);
    replica.ask(new CreateTopic(spread, false));
    MailSubscription room = new MailSubscription("room", 0);
    Ticket asked =
        replica.ask(new SubscribeMail("spread", 0, "alice", List.of(room), List.of("hall")));
    Ticket published = replica.publish("spread", Batches.keyed("bob", "@room"));
    replica.commit();

    assertThat(replica.refusal(asked)).isEqualTo(ErrorCode.NO_CHANNELS);
    assertThat(replica.refusal(published)).isEqualTo(ErrorCode.NO_CHANNELS);
    assertThat(list("alice", "")).isEmpty();
    Ticket removing = replica.ask(new SubscribeMail("spread", 0, "alice", List.of(), List.of("a")));
    replica.commit();
    assertThat(replica.answer(removing, MailSubscribed.class)).isNotNull();
  }

  @Test
  void aPairThatKnowsTheTopicToBeElsewhereTakesNothingForIt() {
    replica.ask(new CreateTopic(spec("away", 5).withPlace(TopicPlace.ELSEWHERE), false));
    MailSubscription room = new MailSubscription("room", 0);
    List<Ticket> asked =
        List.of(
            replica.publish("away", Batches.keyed("alice")),
            replica.ask(new SubscribeMail("away", 0, "alice", List.of(room), List.of())),
            replica.ask(new ReadMailbox("away", 0, "alice", 0, 1, 1, 0)),
            replica.ask(new DeleteMailbox("away", "alice")),
            replica.ask(new Read("away", 0, ReadFrom.earliest(), 1, 0)));
    replica.commit();

    assertThat(asked)
        .allSatisfy(each -> assertThat(replica.refusal(each)).isEqualTo(ErrorCode.TOPIC_NOT_FOUND));
    replica = replica.restarted();
    assertThat(replica.refusal(replica.publish("away", Batches.keyed("alice"))))
        .isEqualTo(ErrorCode.TOPIC_NOT_FOUND);
  }

  @Test
  void deadLettersAreInThePairOfTheirMessage() {
    TopicSpec letters = TopicSpec.named("t.dlq").withPlace(TopicPlace.ELSEWHERE);
    assertThat(replica.refusal(replica.ask(new CreateTopic(letters, true))))
        .isEqualTo(ErrorCode.INVALID_ARGUMENT);
  }

  @Test
  void whereATopicIsStaysWhenItIsAltered() {
    TopicSpec away = spec("away", 5).withPlace(TopicPlace.ELSEWHERE);
    replica.ask(new CreateTopic(away, false));
    replica.ask(new AlterTopic(away.withPlace(TopicPlace.HERE).withMaxAttempts(3)));
    Ticket spread = replica.ask(new AlterTopic(away.withPlace(TopicPlace.EVERYWHERE)));
    Ticket listed = replica.ask(new ListTopics("away"));
    replica.commit();

    assertThat(replica.answer(listed, TopicList.class).topics())
        .extracting(TopicDescription::spec)
        .containsExactly(away.withMaxAttempts(3));
    assertThat(replica.refusal(spread)).isEqualTo(ErrorCode.INVALID_ARGUMENT);
  }

  @Test
  void aSubscriberGetsWhatCameAfterAndNothingBeforeOrLater() {
    send("@room/1");
    subscribe("alice", "room/1");
    send("@room/1");
    unsubscribe("alice", "room/1");
    send("@room/1");

    assertThat(offsets("alice")).containsExactly(1L);
  }

  @Test
  void manySubscribersAreServedPieceByPieceAndInOrder() {
    List<String> many = IntStream.range(0, 50).mapToObj(i -> "owner" + i).toList();
    many.forEach(each -> subscribe(each, "room/1", "room/#"));
    replica.publish(T, Batches.keyed("@room/1", "owner7", "@room/2"));
    replica.commitOnce();

    assertThat(mail().waiting()).isEqualTo(2);
    replica.commit();
    assertThat(mail().waiting()).isZero();
    many.forEach(each ->
        assertThat(offsets(each))
            .isEqualTo(each.equals("owner7") ? List.of(1L, 0L, 2L) : List.of(0L, 2L)));
  }

  @Test
  void whatWasHalfDoneIsFinishedByWhoeverIsActiveNext() {
    List<String> many = IntStream.range(0, 50).mapToObj(i -> "owner" + i).toList();
    many.forEach(each -> subscribe(each, "room/1"));
    replica.publish(T, Batches.keyed("@room/1", "owner7"));
    replica.commitOnce();
    replica.commitOnce();
    assertThat(mail().waiting()).isPositive();
    replica = replica.restarted();
    replica.pass(1);
    replica.commit();

    assertThat(mail().waiting()).isZero();
    many.forEach(each ->
        assertThat(offsets(each)).isEqualTo(each.equals("owner7") ? List.of(1L, 0L) : List.of(0L)));
  }

  @Test
  void whoSubscribesWhileAMessageIsOnItsWayDoesNotGetIt() {
    IntStream.range(0, 20).forEach(i -> subscribe("owner" + i, "room/1"));
    replica.publish(T, Batches.keyed("@room/1"));
    replica.commitOnce();
    replica.ask(
        new SubscribeMail(T, 0, "z", List.of(new MailSubscription("room/1", 0)), List.of()));
    replica.commit();

    assertThat(offsets("owner9")).containsExactly(0L);
    assertThat(offsets("z")).isEmpty();
  }

  @Test
  void aMessageOfAChannelIsSeenWhenItIsCommittedThere() {
    subscribe("alice", "room/1");
    Ticket waiting = read("alice", 1_000);
    replica.publish(T, Batches.keyed("@room/1"));

    assertThat(replica.isAnswered(waiting)).isFalse();
    replica.commit();
    assertThat(replica.offsetsOf(waiting)).containsExactly(0L);
    assertThat(replica.answer(waiting, Handed.ToOwner.class).head().end()).isEqualTo(1);
  }

  @Test
  void aTagIsKeptAndCanBeChanged() {
    subscribe("alice", "room/1", "room/2");
    send("@room/1");
    replica.ask(
        new SubscribeMail(T, 0, "alice", List.of(new MailSubscription("room/1", 9)), List.of()));
    replica.commit();
    subscribe("bob", "room/1");

    assertThat(list("alice", ""))
        .containsExactly(
            new Subscriber("alice", new MailSubscription("room/1", 9)),
            new Subscriber("alice", new MailSubscription("room/2", 7)));
    assertThat(list("", "room/1")).extracting(Subscriber::identity).containsExactly("alice", "bob");
    assertThat(list("", "room/+")).isEmpty();
    assertThat(list("nobody", "")).isEmpty();
  }

  @Test
  void listsHavePages() {
    subscribe("alice", "a", "b", "c");
    Ticket first = replica.ask(new ListSubscribers(T, "alice", "", "", 2));
    replica.commit();
    SubscriberList page = replica.answer(first, SubscriberList.class);
    assertThat(page.subscribers()).hasSize(2);
    Ticket second = replica.ask(new ListSubscribers(T, "alice", "", page.next(), 2));
    replica.commit();

    assertThat(replica.answer(second, SubscriberList.class).next()).isEmpty();
    assertThat(replica.answer(second, SubscriberList.class).subscribers())
        .extracting(each -> each.subscription().filter())
        .containsExactly("c");
  }

  @Test
  void aMailboxThatIsDeletedHasNoSubscriptionsAnyMore() {
    subscribe("alice", "room/1");
    replica.ask(new DeleteMailbox(T, "alice"));
    replica.commit();
    send("@room/1");

    assertThat(offsets("alice")).isEmpty();
    assertThat(list("", "room/1")).isEmpty();
    assertThat(mail().bytes()).isZero();
    assertThat(mail().count()).isZero();
  }

  @Test
  void aTopicThatIsDeletedTakesWhatWaitsWithIt() {
    IntStream.range(0, 50).forEach(i -> subscribe("owner" + i, "room/1"));
    replica.publish(T, Batches.keyed("@room/1"));
    replica.commitOnce();
    replica.ask(new DeleteTopic(T));
    replica.commit();

    assertThat(mail().waiting()).isZero();
    assertThat(mail().bytes()).isZero();
    assertThat(mail().count()).isZero();
  }

  @Test
  void whatNamesNoChannelIsRefused() {
    for (String key : List.of("@", "@a/+", "@#", "@a\u0000", "@" + "a/".repeat(16))) {
      Ticket refused = replica.publish(T, Batches.keyed(key));
      replica.commit();
      assertThat(replica.refusal(refused)).as(key).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }
  }

  @Test
  void thereAreNotMoreSubscriptionsThanTheLimit() {
    long room = Replica.MAIL_BYTES - MailCost.ofMailbox("alice") - MailCost.ofMailbox("bob");
    String[] filters =
        IntStream.range(0, Math.toIntExact(room / MailCost.ofFilter("room1")))
            .mapToObj(i -> "room" + i)
            .toArray(String[]::new);
    send("bob");
    subscribe("alice", filters);
    Ticket refused = subscribe("bob", "one more");

    assertThat(replica.refusal(refused)).isEqualTo(ErrorCode.TOO_MANY_SUBSCRIPTIONS);
    Ticket same = replica.ask(change("alice", List.of(new MailSubscription("room9", 1))));
    replica.commit();
    assertThat(replica.answer(same, MailSubscribed.class)).as("another tag").isNotNull();
    unsubscribe("alice", "room9");
    assertThat(replica.answer(subscribe("bob", "one more"), MailSubscribed.class)).isNotNull();
  }

  @Test
  void aMailboxIsNotBegunBeyondTheLimit() {
    long each = MailCost.ofMailbox("owner99") + MailCost.ofFilter("a");
    for (int i = 10; mail().bytes() + each <= Replica.MAIL_BYTES; i++) {
      subscribe("owner" + i, "a");
    }

    assertThat(replica.refusal(subscribe("another", "a"))).isEqualTo(ErrorCode.TOO_MANY_MAILBOXES);
  }

  @Test
  void whatMailboxesHoldIsBoundedWithWhatIsOnItsWay() {
    TopicSpec roomy = spec("roomy", 1_000);
    replica.ask(new CreateTopic(roomy, false));
    for (int i = 0; i < MANY; i++) {
      MailSubscription added = new MailSubscription("a", 0);
      replica.ask(new SubscribeMail("roomy", 0, "owner" + i, List.of(added), List.of()));
    }
    replica.commit();
    String[] channel = IntStream.range(0, 40).mapToObj(_ -> "@a").toArray(String[]::new);
    Ticket first = replica.publish("roomy", Batches.keyed(channel));
    Ticket second = replica.publish("roomy", Batches.keyed(channel));
    replica.commit();

    assertThat(replica.receipt(first)).isNotNull();
    assertThat(replica.refusal(second)).isEqualTo(ErrorCode.TOO_MANY_MAILBOXES);
    replica.ask(new DeleteTopic("roomy"));
    replica.commit();
    subscribe("alice", "a");
    assertThat(replica.receipt(publishAndCommit("@a")))
        .as("what has gone counts no more")
        .isNotNull();
  }

  @Test
  void aFullMailboxTakesMoreWhereOthersAreFullToo() {
    IntStream.range(0, MANY).forEach(i -> subscribe("owner" + i, "a"));
    String[] channel = IntStream.range(0, 200).mapToObj(_ -> "@a").toArray(String[]::new);

    assertThat(replica.receipt(publishAndCommit(channel))).isNotNull();
    assertThat(replica.receipt(publishAndCommit(channel))).isNotNull();
    assertThat(offsets("owner7")).containsExactly(395L, 396L, 397L, 398L, 399L);
  }

  @Test
  void ownersAreNotRefusedWhereOnlyFullMailboxesGetMore() {
    IntStream.range(0, MANY - 1).forEach(i -> subscribe("owner" + i, "a"));
    String[] channel = IntStream.range(0, 200).mapToObj(_ -> "@a").toArray(String[]::new);
    assertThat(replica.receipt(publishAndCommit(channel))).isNotNull();
    Ticket more = replica.publish(T, Batches.keyed(channel));
    Ticket owner = replica.publish(T, Batches.keyed("bob"));
    replica.commit();

    assertThat(replica.receipt(more)).isNotNull();
    assertThat(replica.receipt(owner)).isNotNull();
  }

  @Test
  void whatWaitsInAnotherTopicKeepsNobodyFromSubscribing() {
    replica.ask(new CreateTopic(TopicSpec.named("later"), false));
    for (int i = 0; i < 90; i++) {
      replica.publish("later", Batches.delayed(9, replica.nowMillis() + 60_000));
    }
    replica.commit();

    assertThat(replica.answer(subscribe("alice", "a"), MailSubscribed.class)).isNotNull();
  }

  @Test
  void messagesOfChannelsAreNotDelayed() {
    Ticket refused =
        replica.publish(T, Batches.keyed(new BatchStamp(0, 0, replica.nowMillis() + 1_000), "@a"));
    replica.commit();

    assertThat(replica.refusal(refused)).isEqualTo(ErrorCode.INVALID_ARGUMENT);
  }

  /** As many filters as may fit one channel: each piece still has an end, and a message too. */
  @Test
  void manyFiltersThatFitAreWorkLikeAnyOther() {
    List<String> filters = new ArrayList<>();
    for (int bits = 0; bits < 32; bits++) {
      StringBuilder filter = new StringBuilder();
      for (int level = 0; level < 5; level++) {
        filter.append((bits >> level & 1) == 0 ? "a/" : "+/");
      }
      filters.add(filter + "b");
    }
    subscribe("alice", "a/a/a/a/a/b");
    filters.forEach(each -> subscribe("bob", each));
    send("@a/a/a/a/a/b", "@a/a/a/a/a/c", "@a/a/a/a/a/b");

    assertThat(mail().waiting()).isZero();
    assertThat(offsets("alice")).containsExactly(0L, 2L);
    assertThat(offsets("bob")).containsExactly(0L, 2L);
  }

  private Ticket publishAndCommit(String... recipients) {
    Ticket ticket = replica.publish(T, Batches.keyed(recipients));
    replica.commit();
    return ticket;
  }

  @Test
  void aSnapshotKeepsWhatIsOnItsWay() {
    IntStream.range(0, 30).forEach(i -> subscribe("owner" + i, "room/1", "#"));
    replica.publish(T, Batches.keyed("@room/1", "owner3", "@room/2"));
    replica.commitOnce();
    SlicedSnapshot sliced = replica.machine().state().beginSnapshot();
    long at = replica.journal.end();
    while (!sliced.step(50)) {
      replica.commitOnce();
    }
    ByteBuffer whole = ByteBuffer.allocate(1 << 20);
    sliced.bytes().forEach(whole::put);
    replica.commit();

    assertThat(replica.restoredFrom(whole.flip(), at).machine().snapshot())
        .isEqualTo(replica.machine().snapshot());
  }
}
