package io.feige.protocol.model;

/**
 * The process that a node is.
 *
 * @param software name and version
 * @param javaVersion of the Java that it runs on
 * @param startedAtMillis when the node was started, in milliseconds since 1970, by its own clock
 * @param nowMillis what its clock says as it answers, in milliseconds since 1970
 * @param processors how many it may use
 */
public record NodeProcess(
    String software, String javaVersion, long startedAtMillis, long nowMillis, int processors) {}
