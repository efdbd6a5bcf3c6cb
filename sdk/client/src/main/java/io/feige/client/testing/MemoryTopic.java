package io.feige.client.testing;

import io.feige.client.DeadLetter;
import io.feige.client.DelayedMessage;
import io.feige.client.Durability;
import io.feige.client.FeigeException;
import io.feige.client.Message;
import io.feige.client.Receipt;
import io.feige.client.StartFrom;
import io.feige.client.TopicDescription;
import io.feige.client.TopicInPair;
import io.feige.client.TopicSpec;
import io.feige.client.WorkFigures;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.DelayedId;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;

/** A topic's messages, those that wait for their time, and its groups. Under the broker's lock. */
final class MemoryTopic {
  private final MemoryBroker broker;
  private final long createdMillis;
  private final int partition;
  private final List<StoredMessage> messages = new ArrayList<>();
  private final PriorityQueue<Delayed> delayed =
      new PriorityQueue<>(
          Comparator.comparingLong(Delayed::dueMillis).thenComparingLong(Delayed::number));
  private final Map<String, MemoryGroup> groups = new TreeMap<>();

  /** The first receipts of idempotency keys; a test has few. */
  private final Map<String, Receipt> receipts = new HashMap<>();

  private final MemoryMail mail = new MemoryMail();
  private TopicSpec spec;
  private long lastDelayed;

  private record Delayed(long dueMillis, long number, Message message, long publishedMillis) {}

  MemoryTopic(MemoryBroker broker, TopicSpec spec, long createdMillis, int partition) {
    this.broker = broker;
    this.spec = spec;
    this.createdMillis = createdMillis;
    this.partition = partition;
  }

  int partition() {
    return partition;
  }

  TopicSpec spec() {
    return spec;
  }

  void alter(TopicSpec altered) {
    spec = altered;
  }

  MemoryMail mail() {
    return mail;
  }

  MemoryBroker broker() {
    return broker;
  }

  Map<String, MemoryGroup> groups() {
    return groups;
  }

  List<StoredMessage> messages() {
    return messages;
  }

  /**
   * Refuses what is for topics of messages alone.
   *
   * @throws FeigeException TOPIC_KIND
   */
  void requireMessages() {
    if (spec.isOfWork()) {
      throw FeigeException.of(
          ErrorCode.TOPIC_KIND, "Topic " + spec.name() + " has requests and no messages.");
    }
  }

  /** Publishes a message, unless one with its idempotency key was published before. */
  Receipt publish(Message message, Durability durability, long nowMillis) {
    requireMessages();
    Receipt first = receipts.get(message.idempotencyKey());
    if (first != null) {
      return receipt(first.offset(), first.position(), first.storedAtMillis(), durability, true);
    }
    long offset = append(message, nowMillis);
    Receipt receipt =
        offset < 0
            ? receipt(Receipt.OFFSET_UNKNOWN, -offset, nowMillis, durability, false)
            : receipt(offset, 0, nowMillis, durability, false);
    if (!message.idempotencyKey().isEmpty()) {
      receipts.put(message.idempotencyKey(), receipt);
    }
    return receipt;
  }

  private Receipt receipt(
      long offset, long position, long storedAt, Durability durability, boolean isDuplicate) {
    return new Receipt(
        spec.name(), 1, offset, position, storedAt, durability, isDuplicate, MemoryBroker.PAIR, 0);
  }

  /** Stores a message; its offset, or the negative of its number while it waits for its time. */
  long append(Message message, long nowMillis) {
    if (spec.mailboxCap() > 0) {
      MemoryMail.check(spec, message, nowMillis);
    }
    long due = message.deliverAtMillis(nowMillis);
    if (due > nowMillis) {
      delayed.add(new Delayed(due, ++lastDelayed, message, nowMillis));
      return -lastDelayed;
    }
    store(message, nowMillis, nowMillis, Optional.empty());
    return messages.size() - 1L;
  }

  /** What waits, in the order in which it is due. */
  List<DelayedMessage> delayed() {
    return delayed.stream().sorted(delayed.comparator()).map(this::describe).toList();
  }

  private DelayedMessage describe(Delayed waiting) {
    Message message = waiting.message();
    return new DelayedMessage(
        new DelayedId(MemoryBroker.PAIR, waiting.number(), 0).toString(),
        spec.name(),
        Instant.ofEpochMilli(waiting.dueMillis()),
        Instant.ofEpochMilli(waiting.publishedMillis()),
        message.hasKey() ? Optional.of(ByteBuffer.wrap(message.key())) : Optional.empty(),
        message.body().length);
  }

  /** Takes back what waits under a number; false if nothing does. */
  boolean cancel(long number) {
    return delayed.removeIf(waiting -> waiting.number() == number);
  }

  /** Stores a message that a group of another topic has given up. */
  void appendDeadLetter(StoredMessage message, DeadLetter from, long nowMillis) {
    store(message.message(), message.publishTimeMillis(), nowMillis, Optional.of(from));
  }

  /** Stores a dead letter again, for one of the groups that there are. */
  void replay(Message message, long publishedMillis, String group) {
    store(message, publishedMillis, broker.nowMillis(), Optional.empty());
    for (MemoryGroup each : groups.values()) {
      if (!each.name().equals(group)) {
        each.settle(messages.size() - 1L);
      }
    }
  }

  /** A group that begins with the first message, unless it is there. */
  MemoryGroup groupFromStart(String name) {
    return groups.computeIfAbsent(name, made -> new MemoryGroup(this, made, 0));
  }

  void releaseDue(long nowMillis) {
    Delayed first = delayed.peek();
    while (first != null && first.dueMillis() <= nowMillis) {
      delayed.remove();
      store(first.message(), first.publishedMillis(), nowMillis, Optional.empty());
      first = delayed.peek();
    }
  }

  /** The offset that a place stands for. */
  long offsetOf(StartFrom place) {
    return switch (place.kind()) {
      case EARLIEST -> 0;
      case LATEST -> messages.size();
      case OFFSET -> {
        if (place.value() > messages.size()) {
          throw FeigeException.of(
              ErrorCode.OFFSET_OUT_OF_RANGE,
              "Topic " + spec.name() + " ends at offset " + messages.size() + ".");
        }
        yield place.value();
      }
      case TIME -> firstStoredAt(place.value());
    };
  }

  TopicDescription describe(List<WorkFigures> work) {
    long bytes = 0;
    for (StoredMessage message : messages) {
      bytes += message.bodyBytes();
    }
    int end = messages.size();
    Instant created = Instant.ofEpochMilli(createdMillis);
    TopicInPair part =
        new TopicInPair(MemoryBroker.PAIR, partition, 0, end, end, bytes, delayed.size());
    return new TopicDescription(
        spec, partition, 0, end, end, bytes, delayed.size(), created, List.of(part), work);
  }

  private long firstStoredAt(long millis) {
    for (StoredMessage message : messages) {
      if (message.storedAtMillis() >= millis) {
        return message.offset();
      }
    }
    return messages.size();
  }

  private void store(
      Message message, long publishedMillis, long nowMillis, Optional<DeadLetter> from) {
    StoredMessage stored =
        new StoredMessage(spec.name(), messages.size(), message, publishedMillis, nowMillis, from);
    messages.add(stored);
    if (spec.mailboxCap() > 0) {
      mail.put(stored, spec.mailboxCap());
    }
  }
}
