package io.feige.broker.sim.cluster.node;

import io.feige.protocol.cluster.Member;

/**
 * Who a process is.
 *
 * @param deathMark of the process; {@link io.feige.protocol.cluster.Death#NONE}: nobody watches it
 */
record WatchedMember(Member member, String deathMark) {}
