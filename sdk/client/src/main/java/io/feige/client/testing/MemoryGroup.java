package io.feige.client.testing;

import io.feige.client.DeadLetter;
import io.feige.client.FeigeException;
import io.feige.client.GroupDescription;
import io.feige.client.GroupInPair;
import io.feige.client.LetterId;
import io.feige.client.MessageInGroup;
import io.feige.client.MessageInGroup.Stage;
import io.feige.client.Order;
import io.feige.client.TopicSpec;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.LetterReason;
import io.feige.protocol.model.LetterRule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * A group's cursor: which messages are settled, leased, or wait for another attempt. Under the
 * broker's lock.
 */
final class MemoryGroup {
  private final MemoryTopic topic;
  private final String name;
  private final Map<Long, Progress> progress = new HashMap<>();
  private int generation = 1;
  private long floor;

  /** What happened to a message so far. */
  private static final class Progress {
    private int attempt;
    private boolean isLeased;
    private long leaseEndMillis;
    private long dueMillis;
    private boolean isSettled;
  }

  MemoryGroup(MemoryTopic topic, String name, long floor) {
    this.topic = topic;
    this.name = name;
    this.floor = floor;
  }

  String name() {
    return name;
  }

  MemoryBroker broker() {
    return topic.broker();
  }

  /** Leases up to so many messages. */
  List<MemoryDelivery> pull(int max, Duration lease) {
    long now = topic.broker().nowMillis();
    List<MemoryDelivery> deliveries = new ArrayList<>();
    Set<String> blockedKeys = new HashSet<>();
    for (long offset = floor; offset < topic.messages().size() && deliveries.size() < max; ) {
      StoredMessage message = topic.messages().get((int) offset++);
      Progress state = progress.computeIfAbsent(message.offset(), unused -> new Progress());
      settleWhatIsOver(message, state, now);
      boolean isWaiting = !state.isSettled && (state.isLeased || state.dueMillis > now);
      String key = orderKey(message);
      if (isWaiting && !key.isEmpty()) {
        blockedKeys.add(key);
      }
      if (!state.isSettled && !isWaiting && !blockedKeys.contains(key)) {
        state.attempt++;
        state.isLeased = true;
        state.leaseEndMillis = now + lease.toMillis();
        deliveries.add(new MemoryDelivery(message, this, generation, state.attempt));
      }
    }
    raiseFloor();
    return deliveries;
  }

  /** Whether nobody gets a message any more. */
  boolean isSettled(long offset) {
    Progress state = progress.get(offset);
    return offset < floor || (state != null && state.isSettled);
  }

  /** Settles a message, whoever has it. */
  void settle(long offset) {
    if (offset >= floor) {
      Progress state = progress.computeIfAbsent(offset, unused -> new Progress());
      state.isSettled = true;
      state.isLeased = false;
      raiseFloor();
    }
  }

  void ack(MemoryDelivery delivery) {
    checkGeneration(delivery);
    Progress state = progress.get(delivery.offset());
    if (state != null) {
      state.isSettled = true;
      state.isLeased = false;
    }
    raiseFloor();
  }

  /**
   * Comes again after a delay, or after the topic's back-off.
   *
   * @param reason for the dead letter; empty: none was given
   */
  void nack(MemoryDelivery delivery, Optional<Duration> delay, String reason) {
    Progress state = leased(delivery);
    state.isLeased = false;
    long millis = delay.map(Duration::toMillis).orElseGet(() -> backOffMillis(state.attempt));
    state.dueMillis = topic.broker().nowMillis() + millis;
    if (state.attempt >= topic.spec().maxAttempts()) {
      deadLetter(delivery, state, LetterReason.notSettled(state.attempt, reason));
    }
  }

  void reject(MemoryDelivery delivery, String reason) {
    deadLetter(delivery, leased(delivery), reason);
  }

  void extend(MemoryDelivery delivery, Duration lease) {
    leased(delivery).leaseEndMillis = topic.broker().nowMillis() + lease.toMillis();
  }

  void release(MemoryDelivery delivery) {
    Progress state = leased(delivery);
    state.isLeased = false;
    state.attempt--;
  }

  void reset(long offset) {
    generation++;
    floor = offset;
    progress.clear();
  }

  GroupDescription describe() {
    long now = topic.broker().nowMillis();
    int outstanding = 0;
    int ackedAbove = 0;
    int retrying = 0;
    for (Progress state : progress.values()) {
      outstanding += state.isLeased && state.leaseEndMillis > now ? 1 : 0;
      ackedAbove += state.isSettled ? 1 : 0;
      retrying += !state.isSettled && !state.isLeased && state.attempt > 0 ? 1 : 0;
    }
    int end = topic.messages().size();
    Optional<Instant> oldest =
        floor < end ? Optional.of(topic.messages().get((int) floor).storedAt()) : Optional.empty();
    long lag = end - floor - ackedAbove;
    GroupInPair part =
        new GroupInPair(
            MemoryBroker.PAIR,
            generation,
            floor,
            end,
            outstanding,
            ackedAbove,
            retrying,
            0,
            oldest,
            lag,
            "",
            List.of(),
            0);
    return new GroupDescription(
        topic.spec().name(),
        name,
        generation,
        floor,
        end,
        outstanding,
        ackedAbove,
        retrying,
        0,
        oldest,
        lag,
        "",
        List.of(part));
  }

  /** Where it stands with one message. */
  MessageInGroup trace(long offset) {
    long now = topic.broker().nowMillis();
    Progress state = progress.getOrDefault(offset, new Progress());
    long before =
        LongStream.range(floor, Math.max(floor, offset))
            .filter(earlier -> !progress.getOrDefault(earlier, new Progress()).isSettled)
            .count();
    Stage stage;
    long untilMillis = 0;
    Optional<StoredMessage> letter = letterOf(offset);
    if (letter.isPresent()) {
      return givenUp(letter.get());
    }
    if (offset < floor || state.isSettled) {
      stage = Stage.SETTLED;
    } else if (state.isLeased && state.leaseEndMillis > now) {
      stage = Stage.HANDED_OUT;
      untilMillis = state.leaseEndMillis;
    } else if (state.dueMillis > now) {
      stage = Stage.RETRY;
      untilMillis = state.dueMillis;
    } else {
      stage = Stage.WAITING;
    }
    Optional<Instant> until =
        untilMillis == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(untilMillis));
    return new MessageInGroup(
        name, stage, state.attempt, "", Optional.empty(), until, before, Optional.empty());
  }

  /** The latest letter that a message has become. */
  private Optional<StoredMessage> letterOf(long offset) {
    MemoryTopic letters = topic.broker().topics().get(LetterRule.lettersOf(topic.spec().name()));
    return letters == null || !isSettled(offset)
        ? Optional.empty()
        : letters.messages().stream()
            .filter(letter ->
                letter
                    .deadLetter()
                    .filter(from -> from.group().equals(name) && from.offset() == offset)
                    .isPresent())
            .reduce((before, after) -> after);
  }

  private MessageInGroup givenUp(StoredMessage letter) {
    DeadLetter from = letter.deadLetter().orElseThrow();
    return new MessageInGroup(
        name,
        Stage.GIVEN_UP,
        from.attempts(),
        from.consumer(),
        Optional.of(letter.storedAt()),
        Optional.empty(),
        0,
        Optional.of(LetterId.of(letter)));
  }

  /** A lease that has ended, a message that has expired, a last attempt that has passed. */
  private void settleWhatIsOver(StoredMessage message, Progress state, long now) {
    if (state.isLeased && state.leaseEndMillis <= now) {
      state.isLeased = false;
      if (state.attempt >= topic.spec().maxAttempts()) {
        deadLetter(
            message, state, LetterReason.notSettled(state.attempt, LetterReason.LEASE_ENDED));
      }
    }
    if (!state.isLeased && message.isExpired(now)) {
      state.isSettled = true;
    }
  }

  private Progress leased(MemoryDelivery delivery) {
    checkGeneration(delivery);
    Progress state = progress.get(delivery.offset());
    boolean isHeld =
        state != null
            && state.isLeased
            && state.attempt == delivery.attempt()
            && state.leaseEndMillis > topic.broker().nowMillis();
    if (state == null || !isHeld) {
      throw FeigeException.of(ErrorCode.LEASE_ENDED, delivery.toString());
    }
    return state;
  }

  private void checkGeneration(MemoryDelivery delivery) {
    if (delivery.generation() != generation) {
      throw FeigeException.of(ErrorCode.STALE_GENERATION, delivery.toString());
    }
  }

  private void deadLetter(StoredMessage message, Progress state, String reason) {
    state.isSettled = true;
    state.isLeased = false;
    String from = topic.spec().name();
    if (!LetterRule.isLetters(from)) {
      MemoryTopic letters = topic.broker().topicOrCreate(LetterRule.lettersOf(from));
      DeadLetter letter = new DeadLetter(from, name, message.offset(), state.attempt, "", reason);
      letters.appendDeadLetter(message, letter, topic.broker().nowMillis());
    }
    raiseFloor();
  }

  private void raiseFloor() {
    Progress first = progress.get(floor);
    while (first != null && first.isSettled) {
      progress.remove(floor++);
      first = progress.get(floor);
    }
  }

  private long backOffMillis(int attempt) {
    TopicSpec spec = topic.spec();
    long millis = spec.retryDelay().toMillis() << Math.min(attempt - 1, 30);
    return Math.min(millis, spec.retryDelayMax().toMillis());
  }

  /** Messages with the same one are handed out in order; empty for none. */
  private String orderKey(StoredMessage message) {
    Order order = topic.spec().order();
    if (order == Order.WHOLE) {
      return "*";
    }
    return order == Order.BY_KEY && message.hasKey() ? "k" + message.keyText() : "";
  }
}
