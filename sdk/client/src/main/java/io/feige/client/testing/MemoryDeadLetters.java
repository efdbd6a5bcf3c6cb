package io.feige.client.testing;

import io.feige.client.DeadLetter;
import io.feige.client.DeadLetters;
import io.feige.client.FeigeException;
import io.feige.client.LetterId;
import io.feige.client.LetterOutcome;
import io.feige.client.Message;
import io.feige.client.ReceivedMessage;
import io.feige.client.internal.admin.EngineDeadLetters;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.LetterRule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Operations on the broker's dead letters. */
final class MemoryDeadLetters implements DeadLetters {
  private static final LetterOutcome DONE = new LetterOutcome(1, 0, 0, "");
  private static final LetterOutcome PASSED = new LetterOutcome(0, 1, 0, "");

  private final MemoryBroker broker;

  MemoryDeadLetters(MemoryBroker broker) {
    this.broker = broker;
  }

  @Override
  public List<ReceivedMessage> list(String topic, int limit) {
    return listFrom(topic, 0, limit);
  }

  @Override
  public List<ReceivedMessage> listAfter(String topic, LetterId last, int limit) {
    MemoryBroker.checkPair(last.pair());
    return listFrom(topic, last.offset() + 1, limit);
  }

  private List<ReceivedMessage> listFrom(String topic, long first, int limit) {
    EngineDeadLetters.checkLimit(limit);
    return broker.ask(() -> {
      MemoryTopic letters = letters(topic);
      List<ReceivedMessage> open = new ArrayList<>();
      for (long at = first; letters != null && at < letters.messages().size(); at++) {
        if (open.size() < limit && !isDealtWith(letters, at)) {
          open.add(letters.messages().get((int) at));
        }
      }
      return open;
    });
  }

  /** Null: there are none yet. */
  private @Nullable MemoryTopic letters(String topic) {
    String origin = LetterRule.originOrSelf(topic);
    MemoryTopic letters = broker.topics().get(LetterRule.lettersOf(origin));
    if (letters == null && !broker.topics().containsKey(origin)) {
      throw FeigeException.of(ErrorCode.TOPIC_NOT_FOUND, "Topic " + topic + ".");
    }
    return letters;
  }

  private static boolean isDealtWith(MemoryTopic letters, long offset) {
    MemoryGroup account = letters.groups().get(LetterRule.DEALT_WITH);
    return account != null && account.isSettled(offset);
  }

  @Override
  public Optional<ReceivedMessage> find(String topic, LetterId letter) {
    MemoryBroker.checkPair(letter.pair());
    return broker.ask(() -> {
      MemoryTopic letters = letters(topic);
      return letters == null || letter.offset() >= letters.messages().size()
          ? Optional.empty()
          : Optional.of(letters.messages().get((int) letter.offset()));
    });
  }

  @Override
  public LetterOutcome replay(String topic, Collection<LetterId> letters) {
    return settle(topic, letters, letter -> replay(topic, letter, null));
  }

  @Override
  public LetterOutcome replayEdited(String topic, LetterId letter, Message edited) {
    EngineDeadLetters.checkEdited(edited);
    return settle(topic, List.of(letter), stored -> replay(topic, stored, edited));
  }

  private LetterOutcome replay(String name, StoredMessage letter, @Nullable Message edited) {
    String of = LetterRule.originOrSelf(name);
    MemoryTopic topic = broker.topics().get(of);
    if (topic == null) {
      throw FeigeException.of(ErrorCode.TOPIC_NOT_FOUND, "Topic " + of + ".");
    }
    Optional<DeadLetter> origin = letter.deadLetter();
    String group = origin.map(DeadLetter::group).orElse("");
    if (!topic.groups().containsKey(group)) {
      String why = origin.isPresent() ? "there is no group '" + group + "'" : "it was published";
      return new LetterOutcome(0, 0, 1, "letter " + letter.offset() + ": " + why);
    }
    if (edited == null && letter.isExpired(broker.nowMillis())) {
      return PASSED;
    }
    topic.replay(edited == null ? letter.message() : edited, letter.publishTimeMillis(), group);
    return DONE;
  }

  @Override
  public LetterOutcome drop(String topic, Collection<LetterId> letters) {
    return settle(topic, letters, letter -> DONE);
  }

  private LetterOutcome settle(
      String topic, Collection<LetterId> letters, Function<StoredMessage, LetterOutcome> deal) {
    EngineDeadLetters.checkCount(letters);
    TreeSet<Long> offsets = new TreeSet<>();
    for (LetterId letter : letters) {
      MemoryBroker.checkPair(letter.pair());
      offsets.add(letter.offset());
    }
    return broker.ask(() -> {
      MemoryTopic held = letters(topic);
      if (held == null) {
        throw FeigeException.of(
            ErrorCode.TOPIC_NOT_FOUND,
            "Topic " + LetterRule.lettersOf(LetterRule.originOrSelf(topic)) + ".");
      }
      LetterOutcome outcome = LetterOutcome.NOTHING;
      for (long offset : offsets) {
        boolean isOpen = offset < held.messages().size() && !isDealtWith(held, offset);
        LetterOutcome one = isOpen ? deal.apply(held.messages().get((int) offset)) : PASSED;
        if (one.done() > 0) {
          held.groupFromStart(LetterRule.DEALT_WITH).settle(offset);
        }
        outcome = outcome.and(one);
      }
      return outcome;
    });
  }
}
