package io.feige.client;

/**
 * What a client knows of a pair at this moment, without asking anybody.
 *
 * @param pair the pair's name
 * @param epoch the highest activation known
 * @param nodeId the node that serves it
 * @param address where that node listens
 * @param isConnected whether this client is connected to it
 * @param acceptsPublishes whether it takes messages; one that does not still delivers what it holds
 * @param reason why this client is not connected; empty if it is
 */
public record PairView(
    String pair,
    long epoch,
    String nodeId,
    String address,
    boolean isConnected,
    boolean acceptsPublishes,
    String reason) {}
