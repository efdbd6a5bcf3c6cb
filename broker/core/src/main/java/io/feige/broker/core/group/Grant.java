package io.feige.broker.core.group;

import io.feige.protocol.model.LeaseStage;

/**
 * On which terms a pull is given messages.
 *
 * @param stage in which they are handed out
 * @param leaseNanos how long they are kept from others, from the hand-out and again from a claim or
 *     start
 * @param moves how often they were taken from one holder and given to another, unstarted
 */
public record Grant(Holder holder, LeaseStage stage, long leaseNanos, int moves) {}
