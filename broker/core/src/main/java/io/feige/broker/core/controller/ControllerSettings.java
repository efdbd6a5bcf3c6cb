package io.feige.broker.core.controller;

/**
 * How the controller decides; milliseconds.
 *
 * @param heartbeatMillis between two beats to a node
 * @param failoverMillis an active of which nothing is heard for so long is replaced
 * @param failBackMillis the master is switched back to after it was in sync for so long; 0: never
 */
public record ControllerSettings(int heartbeatMillis, int failoverMillis, int failBackMillis) {}
