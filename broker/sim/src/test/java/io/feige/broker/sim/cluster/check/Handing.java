package io.feige.broker.sim.cluster.check;

import io.feige.broker.core.state.GroupState;
import io.feige.protocol.command.Pull;

/**
 * Messages on their way to a consumer.
 *
 * @param group as it stands
 * @param leaseMillis of the topic
 * @param nanos by the clock of who hands them out
 */
public record Handing(Pull pull, GroupState group, int leaseMillis, long nanos) {}
