package io.feige.broker.store.tail;

/**
 * How far the store is behind.
 *
 * @param storedPosition everything below it is stored
 * @param lagBytes of the journal that are confirmed and not stored
 * @param lagRows that are read out of the journal and not stored; what is not read yet makes more
 * @param ageMillis since something waits that was not stored; 0: nothing waits
 * @param rows stored since the tail began
 * @param problemRows those of them that are stubs, because the database refused what they hold
 * @param trouble what goes wrong now; empty: nothing
 */
public record TailStatus(
    long storedPosition,
    long lagBytes,
    long lagRows,
    long ageMillis,
    long rows,
    long problemRows,
    String trouble) {}
