package io.feige.client;

/**
 * A topic's partition at one pair.
 *
 * @param pair the pair
 * @param partition the number of the partition there
 * @param startOffset oldest offset held
 * @param endOffset offset that the next message will get
 * @param committedOffset messages below it are durable as promised and can be delivered
 * @param bytes bytes held
 * @param delayed messages that wait for their time
 */
public record TopicInPair(
    String pair,
    int partition,
    long startOffset,
    long endOffset,
    long committedOffset,
    long bytes,
    int delayed) {}
