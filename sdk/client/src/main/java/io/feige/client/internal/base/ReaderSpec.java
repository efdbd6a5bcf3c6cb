package io.feige.client.internal.base;

import io.feige.client.StartFrom;

/**
 * What a reader is to be.
 *
 * @param topic the topic
 * @param pair the only pair to read; empty for all
 * @param start where it begins
 * @param readAheadBytes how many bytes are fetched ahead
 */
public record ReaderSpec(String topic, String pair, StartFrom start, int readAheadBytes) {}
