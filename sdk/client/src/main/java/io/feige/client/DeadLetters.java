package io.feige.client;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Operations on dead letters: messages of a topic that a consumer group has given up. They lie in a
 * topic beside it, {@code NAME.dlq}, and each carries a {@link DeadLetter}. A letter is open until
 * it is replayed or dropped. The group {@code dealt-with} of the dead-letter topic keeps account of
 * that: a pair begins it with the first replay or drop, and from then on its lag is the number of
 * open letters there. Who consumes it deals with them, too.
 *
 * <p>Topics are named with or without {@code .dlq}. Lists go by pair and offset. Each call waits at
 * most for the client's request timeout for each request that it takes.
 */
public interface DeadLetters {
  /** The most letters that one call lists or deals with. */
  int MAX_LETTERS = 1_000;

  /**
   * The first open letters of a topic.
   *
   * @param limit how many at most, 1 to {@link #MAX_LETTERS}
   * @return fewer where they are large; none only if there are none
   * @throws RefusedException there is no such topic
   */
  List<ReceivedMessage> list(String topic, int limit);

  /**
   * The open letters of a topic that come after one.
   *
   * @param last the last one of a list; it may have been dealt with since
   * @param limit how many at most, 1 to {@link #MAX_LETTERS}
   * @return fewer where they are large; none only if there are no more
   * @throws RefusedException there is no such topic
   */
  List<ReceivedMessage> listAfter(String topic, LetterId last, int limit);

  /**
   * One letter, whether it is open or not; empty: it is not held any more, or never was.
   *
   * @throws RefusedException there is no such topic, or no such pair
   */
  Optional<ReceivedMessage> find(String topic, LetterId letter);

  /**
   * Gives letters to the group that gave them up, once more: each is stored behind the other
   * messages of the topic, comes to that group as a first attempt, and to no other group that the
   * topic has by then. When this returns, that is as safe as a publish. A letter whose time to live
   * is over is not replayed, and stays open.
   *
   * <p>What was dealt with before is passed over, so that a call whose outcome is unknown can be
   * repeated. A letter that cannot be replayed is left, and keeps nothing from the others.
   *
   * @param letters at most {@link #MAX_LETTERS}
   * @throws RefusedException the topic is no more, or has no dead letters
   * @throws TemporaryException the disk is full, or another group is too far behind. Some may be
   *     done
   * @throws OutcomeUnknownException some may have been replayed, or not
   */
  LetterOutcome replay(String topic, Collection<LetterId> letters);

  /**
   * The same for one letter, with another message in its place.
   *
   * @param edited neither delayed nor with a time to live
   * @throws OutcomeUnknownException it may have been replayed, or not
   */
  LetterOutcome replayEdited(String topic, LetterId letter, Message edited);

  /**
   * Closes letters: nobody gets them. They are held as long as others of the dead-letter topic.
   * Only moving the group {@code dealt-with} back opens them again.
   *
   * @param letters at most {@link #MAX_LETTERS}
   * @throws RefusedException the topic has no dead letters
   * @throws OutcomeUnknownException some may have been dropped, or not
   */
  LetterOutcome drop(String topic, Collection<LetterId> letters);
}
