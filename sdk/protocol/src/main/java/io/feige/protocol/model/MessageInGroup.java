package io.feige.protocol.model;

/**
 * Where a group stands with a message, as the broker sees it now.
 *
 * @param attempts how often it was handed out at least, with this time; 0: never, or not known any
 *     more
 * @param consumer who has it, or gave it up, cut at {@link GroupHolder#MAX_NAME} characters; empty:
 *     nobody
 * @param sinceMillis since when that one has it, or when it became a dead letter, milliseconds
 *     since 1970; 0: nobody has it
 * @param untilMillis when the lease ends, or when it comes again; 0: neither
 * @param before how many messages the group has not settled that come before it
 * @param letter its offset in the dead-letter topic, if the group gave it up; else 0
 */
public record MessageInGroup(
    String group,
    MessageStage stage,
    int attempts,
    String consumer,
    long sinceMillis,
    long untilMillis,
    long before,
    long letter) {}
