package io.feige.client.testing;

import io.feige.client.FeigeException;
import io.feige.client.Mail;
import io.feige.client.MailboxState;
import io.feige.client.Message;
import io.feige.client.Subscription;
import io.feige.client.TopicSpec;
import io.feige.protocol.command.SubscribeMail;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.ChannelRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What is in the mailboxes of a topic. Under the broker's lock. */
final class MemoryMail {
  /** One mailbox. */
  private static final class Box {
    private final List<Mail> all = new ArrayList<>();
    private final Map<String, Long> filters = new TreeMap<>();
    private int held;
    private long acked;
    private long dropped;

    long end() {
      return all.size();
    }

    long oldest() {
      return end() - held + 1;
    }
  }

  private final Map<String, Box> boxes = new TreeMap<>();

  /** Throws if the message goes to nobody. */
  static void check(TopicSpec topic, Message message, long nowMillis) {
    boolean isDelayed = message.deliverAtMillis(nowMillis) > nowMillis;
    boolean isForChannel = message.hasKey() && ChannelRule.isMarked(message.keyText());
    if (isForChannel) {
      requireChannels(topic);
    }
    if (isDelayed && isForChannel) {
      throw FeigeException.of(ErrorCode.INVALID_ARGUMENT, "Messages of channels are not delayed.");
    }
    if (ChannelRule.recipientOf(message.hasKey() ? message.key() : null) == null) {
      throw FeigeException.of(
          ErrorCode.INVALID_ARGUMENT,
          "The key is neither the identity of a mailbox's owner nor @ and a channel's name.");
    }
  }

  static void requireChannels(TopicSpec topic) {
    if (!topic.onePair()) {
      throw FeigeException.of(ErrorCode.NO_CHANNELS, "Topic " + topic.name() + ".");
    }
  }

  void put(StoredMessage message, int cap) {
    String recipient = message.keyText();
    if (ChannelRule.isMarked(recipient)) {
      String channel = ChannelRule.unmarked(recipient);
      boxes.values().stream()
          .filter(box -> box.filters.keySet().stream().anyMatch(f -> ChannelRule.fits(f, channel)))
          .forEach(box -> put(box, message, cap));
    } else {
      put(boxes.computeIfAbsent(recipient, unused -> new Box()), message, cap);
    }
  }

  private static void put(Box box, StoredMessage message, int cap) {
    while (box.held >= cap) {
      box.dropped += box.oldest() > box.acked ? 1 : 0;
      box.held--;
    }
    box.all.add(new Mail(box.end() + 1, message));
    box.held++;
  }

  List<Mail> read(String identity, long from, int max) {
    Box box = boxes.getOrDefault(identity, new Box());
    boolean isUnread = from == 0 || from > box.end() + 1;
    long first = Math.max(isUnread ? box.acked + 1 : from, box.oldest());
    if (first > box.end()) {
      return List.of();
    }
    int at = (int) first - 1;
    return List.copyOf(box.all.subList(at, Math.min(box.all.size(), at + max)));
  }

  void ack(String identity, long upTo) {
    Box box = boxes.get(identity);
    if (box != null) {
      box.acked = upTo > box.end() ? box.acked : Math.max(box.acked, upTo);
    }
  }

  void change(SubscribeMail asked) {
    Box box = boxes.getOrDefault(asked.identity(), new Box());
    if (!asked.added().isEmpty()) {
      boxes.put(asked.identity(), box);
    }
    asked.added().forEach(each -> box.filters.put(each.filter(), each.tag()));
    asked.removed().forEach(box.filters::remove);
  }

  List<Subscription> subscriptions(String identity) {
    return boxes.getOrDefault(identity, new Box()).filters.entrySet().stream()
        .map(each -> new Subscription(each.getKey(), each.getValue()))
        .toList();
  }

  /** By identity. */
  List<String> subscribers(String filter) {
    return boxes.entrySet().stream()
        .filter(each -> each.getValue().filters.containsKey(filter))
        .map(Map.Entry::getKey)
        .toList();
  }

  void delete(String identity) {
    boxes.remove(identity);
  }

  MailboxState state(String identity) {
    Box box = boxes.getOrDefault(identity, new Box());
    return new MailboxState(
        identity, MemoryBroker.PAIR, box.held, box.acked, box.end(), box.dropped);
  }

  /** By identity. */
  List<MailboxState> states() {
    return boxes.keySet().stream().map(this::state).toList();
  }
}
