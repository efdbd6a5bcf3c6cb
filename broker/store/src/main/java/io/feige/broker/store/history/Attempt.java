package io.feige.broker.store.history;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How an attempt to deliver a message ended.
 *
 * @param generation of the group's cursor: moving a group begins another
 * @param outcome ACKED, RETRY, DROPPED or DEAD_LETTER
 * @param consumer who decided; empty: nobody did, its lease ran out
 * @param dueAt when it was to come again; null: it was not
 * @param reason of a dead letter
 */
public record Attempt(
    String group,
    int generation,
    int attempt,
    String outcome,
    String consumer,
    Instant settledAt,
    @Nullable Instant dueAt,
    @Nullable String reason) {}
