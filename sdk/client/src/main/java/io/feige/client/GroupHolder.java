package io.feige.client;

import java.time.Instant;
import java.util.Optional;

/**
 * A consumer of a group, as its pair sees it now.
 *
 * @param consumer its name
 * @param holder the number of this one consumer, which tells it from others of its name; 0: it has
 *     none
 * @param unstarted messages that it fetched ahead and that no handler has
 * @param claimed messages that a handler may have any moment
 * @param started messages that a handler, or the application, has
 * @param waitingPulls its pulls that wait for messages
 * @param oldest since when it has what it got first of these; empty: it has nothing
 * @param isConnected whether its connection is open
 */
public record GroupHolder(
    String consumer,
    long holder,
    int unstarted,
    int claimed,
    int started,
    int waitingPulls,
    Optional<Instant> oldest,
    boolean isConnected) {}
