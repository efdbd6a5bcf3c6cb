package io.feige.client;

import java.time.Instant;
import java.util.Optional;

/**
 * Where a group stands with one message, as its pair sees it now.
 *
 * @param group its name
 * @param stage where the message is
 * @param attempts how often it was handed out at least, with this time; 0: never, or not known any
 *     more
 * @param consumer who has it, or gave it up; empty: nobody
 * @param since since when that one has it, or when it became a dead letter; empty: nobody has it
 * @param until when the lease ends, or when it comes again; empty: neither
 * @param before how many messages the group has not settled that come before it
 * @param letter the dead letter that it became; empty: none
 */
public record MessageInGroup(
    String group,
    Stage stage,
    int attempts,
    String consumer,
    Optional<Instant> since,
    Optional<Instant> until,
    long before,
    Optional<LetterId> letter) {
  /** Where a message is. */
  public enum Stage {
    /** It is settled, or the group began behind it. */
    SETTLED,
    /** It is to be handed out, and nobody has it. */
    WAITING,
    /** A consumer fetched it ahead; no handler has it. */
    FETCHED,
    /** A handler has it, or may have it any moment. */
    HANDED_OUT,
    /** It was handed out, and comes again at a time. */
    RETRY,
    /** The group gave it up; attempts, consumer and since are those of when it became a letter. */
    GIVEN_UP
  }
}
