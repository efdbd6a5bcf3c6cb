package io.feige.protocol.model;

/**
 * How much a node uses of what it has.
 *
 * @param heapUsed bytes of the heap, with what is not collected yet
 * @param heapMax bytes that the heap may have
 * @param directUsed bytes of buffers outside the heap, also of those that are held ready
 * @param directMax bytes that such buffers may have
 * @param openFiles with connections; {@link #UNKNOWN}: its system does not say
 * @param maxOpenFiles how many it may open; {@link #UNKNOWN}: its system does not say
 * @param connections of clients
 * @param maxConnections how many of them it takes
 * @param confirmP50Micros so long it took at most for half of what was appended in the last 10 s
 *     until it was confirmed; {@link #UNKNOWN}: nothing was
 * @param confirmP99Micros the same of 99 in 100
 */
public record NodeUsage(
    long heapUsed,
    long heapMax,
    long directUsed,
    long directMax,
    long openFiles,
    long maxOpenFiles,
    int connections,
    int maxConnections,
    long confirmP50Micros,
    long confirmP99Micros) {
  /** In place of a number that is not known. */
  public static final long UNKNOWN = -1;
}
