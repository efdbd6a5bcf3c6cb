package io.feige.protocol.model;

import java.nio.ByteBuffer;

/**
 * A request as a worker gets it.
 *
 * @param id another one for each request of a pair in an epoch
 * @param attempt 1, and one more for each worker that was lost while it had the request
 * @param leftMillis until nobody wants the answer any more, when this was sent
 * @param batch of exactly one record
 */
public record Job(long id, int attempt, int leftMillis, ByteBuffer batch) {}
