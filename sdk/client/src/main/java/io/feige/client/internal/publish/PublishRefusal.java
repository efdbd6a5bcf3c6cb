package io.feige.client.internal.publish;

import io.feige.protocol.error.ErrorCode;

/**
 * The broker's no to a batch.
 *
 * @param code why
 * @param detail the broker's words
 * @param hint who might say yes, as {@code host:port}; empty where the broker does not know
 * @param retryAfterMillis how long the broker asks to wait, 0 where it does not say
 */
record PublishRefusal(ErrorCode code, String detail, String hint, long retryAfterMillis) {}
