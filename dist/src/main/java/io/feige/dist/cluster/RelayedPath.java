package io.feige.dist.cluster;

/**
 * A way from one process to another that somebody else has to serve.
 *
 * @param from who connects
 * @param to whom it reaches
 * @param port where it connects
 * @param targetPort where the other one listens
 */
public record RelayedPath(String from, String to, int port, int targetPort) {}
