package io.feige.broker.core.decide;

import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.record.JournalRecord;
import io.feige.broker.core.state.MailCost;
import io.feige.broker.core.state.Mailbox;
import io.feige.broker.core.state.Mailbox.Subscribed;
import io.feige.broker.core.state.Mailboxes;
import io.feige.protocol.command.ListSubscribers;
import io.feige.protocol.command.MailSubscribed;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.SubscribeMail;
import io.feige.protocol.command.SubscriberList;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.ChannelRule;
import io.feige.protocol.model.MailSubscription;
import io.feige.protocol.model.Subscriber;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/** Decides on which channels come into a mailbox. */
final class Subscribing {
  /** Subscriptions of one mailbox. */
  static final int MOST_OF_ONE = 10_000;

  private static final int BYTES_OF_ONE = 2 + ChannelRule.MAX_BYTES + 8;

  private final ActiveState active;
  private final Spreading spreading;

  Subscribing(ActiveState active, Spreading spreading) {
    this.active = active;
    this.spreading = spreading;
  }

  void subscribe(Ticket ticket, SubscribeMail asked, Now now, Sink sink) {
    ActivePartition partition = active.ofMailboxes(ticket, asked.topic(), sink);
    if (partition == null) {
      return;
    }
    Mailboxes mailboxes = partition.mailboxes();
    Mailbox mailbox = mailboxes.find(asked.identity());
    JournalRecord.MailSubscribed record = changes(partition.state().id(), asked, mailbox);
    int count = record.added().size() + record.removed().size();
    boolean mayAdd = asked.added().isEmpty() || partition.state().spec().hasChannels();
    Refusal refused =
        mayAdd ? refuse(record, mailbox, partition) : active.noChannels(asked.topic());
    if (refused != null) {
      sink.answer(ticket, refused);
    } else if (count == 0) {
      sink.answerWhenCommitted(ticket, new MailSubscribed());
    } else if (!sink.hasRoomFor(ActiveState.ROOM_FOR_RECORD + (long) count * BYTES_OF_ONE)) {
      sink.answer(ticket, active.diskFull("the disk has no room for the record"));
    } else {
      active.scribe().write(record, null, now, sink);
      sink.answerWhenCommitted(ticket, new MailSubscribed());
    }
  }

  /** What is not so already. Removed is last, as it is when the record is applied. */
  private static JournalRecord.MailSubscribed changes(
      int partition, SubscribeMail asked, @Nullable Mailbox mailbox) {
    Map<String, Subscribed> before = mailbox == null ? Map.of() : mailbox.subscriptions();
    Map<String, MailSubscription> added = new LinkedHashMap<>();
    asked.added().forEach(each -> added.put(each.filter(), each));
    List<String> removed =
        asked.removed().stream()
            .distinct()
            .filter(each -> before.containsKey(each) || added.containsKey(each))
            .toList();
    added
        .values()
        .removeIf(each -> {
          Subscribed found = before.get(each.filter());
          return found != null && found.tag() == each.tag();
        });
    return new JournalRecord.MailSubscribed(
        partition, asked.identity(), List.copyOf(added.values()), removed);
  }

  private @Nullable Refusal refuse(
      JournalRecord.MailSubscribed record, @Nullable Mailbox mailbox, ActivePartition partition) {
    Map<String, Subscribed> before = mailbox == null ? Map.of() : mailbox.subscriptions();
    List<String> more =
        record.added().stream()
            .map(MailSubscription::filter)
            .filter(each -> !before.containsKey(each))
            .toList();
    String noRoom = active.noRoomBecause();
    if (!record.added().isEmpty() && noRoom != null) {
      return active.diskFull(noRoom);
    }
    int fewer = record.removed().size();
    if (!more.isEmpty() && before.size() + more.size() - fewer > MOST_OF_ONE) {
      String sentence = "this mailbox has " + before.size() + " subscriptions; it may have ";
      return tooMany(sentence + MOST_OF_ONE);
    }
    long bytes =
        more.stream().mapToLong(MailCost::ofFilter).sum()
            - record.removed().stream().mapToLong(MailCost::ofFilter).sum();
    if (!more.isEmpty() && mailbox == null) {
      bytes += MailCost.ofMailbox(record.identity());
    }
    if (bytes <= 0 || bytes <= spreading.spareBytes(partition.state())) {
      return null;
    }
    return Refusal.of(
        mailbox == null ? ErrorCode.TOO_MANY_MAILBOXES : ErrorCode.TOO_MANY_SUBSCRIPTIONS,
        spreading.whyFull());
  }

  private static Refusal tooMany(String sentence) {
    return Refusal.of(ErrorCode.TOO_MANY_SUBSCRIPTIONS, sentence);
  }

  void list(Ticket ticket, ListSubscribers list, Sink sink) {
    ActivePartition partition = active.ofMailboxes(ticket, list.topic(), sink);
    if (partition != null) {
      Mailboxes mailboxes = partition.mailboxes();
      sink.answerWhenCommitted(
          ticket, list.filter().isEmpty() ? ofOne(mailboxes, list) : withOne(mailboxes, list));
    }
  }

  private static SubscriberList ofOne(Mailboxes mailboxes, ListSubscribers list) {
    Mailbox mailbox = mailboxes.find(list.identity());
    NavigableMap<String, Subscribed> all =
        mailbox == null ? Collections.emptyNavigableMap() : mailbox.subscriptions();
    Page<Subscriber> page = new Page<>();
    for (Map.Entry<String, Subscribed> each : all.tailMap(list.after(), false).entrySet()) {
      page.add(
          subscriber(list.identity(), each.getKey(), each.getValue()),
          list.identity().length() + each.getKey().length());
      if (page.isFull() || page.entries().size() == list.limit()) {
        return new SubscriberList(page.entries(), each.getKey());
      }
    }
    return new SubscriberList(page.entries(), "");
  }

  private static SubscriberList withOne(Mailboxes mailboxes, ListSubscribers list) {
    Page<Subscriber> page = new Page<>();
    for (Mailbox mailbox :
        mailboxes.withFilter(list.filter()).tailMap(list.after(), false).values()) {
      Subscribed subscribed = mailbox.subscriptions().get(list.filter());
      if (subscribed != null) {
        page.add(
            subscriber(mailbox.identity(), list.filter(), subscribed),
            mailbox.identity().length() + list.filter().length());
      }
      if (page.isFull() || page.entries().size() == list.limit()) {
        return new SubscriberList(page.entries(), mailbox.identity());
      }
    }
    return new SubscriberList(page.entries(), "");
  }

  private static Subscriber subscriber(String identity, String filter, Subscribed subscribed) {
    return new Subscriber(identity, new MailSubscription(filter, subscribed.tag()));
  }
}
