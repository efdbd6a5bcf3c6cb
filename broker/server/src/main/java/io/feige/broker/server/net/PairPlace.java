package io.feige.broker.server.net;

import io.netty.channel.EventLoop;

/**
 * Where a pair's replica lives.
 *
 * @param loop owns its state; it has it to itself, or shares it with other replicas
 * @param takesConnections whether its clients' connections live there, too
 */
public record PairPlace(EventLoop loop, boolean takesConnections) {}
