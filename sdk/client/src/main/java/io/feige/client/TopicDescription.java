package io.feige.client;

import java.time.Instant;

/**
 * A topic as it stands.
 *
 * @param spec what it is
 * @param partition the number of its partition on the pair
 * @param startOffset oldest offset held
 * @param endOffset offset that the next message will get
 * @param committedOffset messages below it are durable as promised and can be delivered
 * @param bytes bytes held
 * @param delayed messages that wait for their time
 * @param createdAt when it was created, by the broker's clock
 */
public record TopicDescription(
    TopicSpec spec,
    int partition,
    long startOffset,
    long endOffset,
    long committedOffset,
    long bytes,
    int delayed,
    Instant createdAt) {}
