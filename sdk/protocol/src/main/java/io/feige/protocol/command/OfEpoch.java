package io.feige.protocol.command;

/** A request that a replica of another epoch refuses. */
public interface OfEpoch {
  /** The epoch the caller believes in; 0: any, where the request allows that. */
  long epoch();
}
