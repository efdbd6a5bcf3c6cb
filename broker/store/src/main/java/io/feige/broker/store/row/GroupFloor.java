package io.feige.broker.store.row;

/**
 * A group has settled everything below an offset.
 *
 * @param group its number
 * @param generation of its cursor
 */
public record GroupFloor(int partition, int group, int generation, long below) {}
