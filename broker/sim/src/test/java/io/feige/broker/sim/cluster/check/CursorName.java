package io.feige.broker.sim.cluster.check;

/** A cursor in one of its lives. */
public record CursorName(String topic, String group, int generation) {}
