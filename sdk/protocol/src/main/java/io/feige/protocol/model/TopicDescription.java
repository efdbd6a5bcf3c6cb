package io.feige.protocol.model;

/**
 * A topic as it is now.
 *
 * @param partition its partition's number in this pair
 * @param startOffset offset of the oldest message held
 * @param endOffset offset of the next message
 * @param committedOffset consumers see messages below it
 * @param bytes bytes of its frames in the journal
 * @param delayed batches that wait for their time
 * @param createdAtMillis milliseconds since 1970
 */
public record TopicDescription(
    TopicSpec spec,
    int partition,
    long startOffset,
    long endOffset,
    long committedOffset,
    long bytes,
    int delayed,
    long createdAtMillis) {}
