package io.feige.broker.core.turn;

/** What a turn finds around it. */
public record TurnPorts(TurnLoop loop, TurnWatch watch, Clients clients, Rows rows, Moves moves) {}
