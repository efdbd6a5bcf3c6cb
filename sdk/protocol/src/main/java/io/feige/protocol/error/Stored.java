package io.feige.protocol.error;

/** Whether the request that ended in an error changed anything durable. */
public enum Stored {
  /** Nothing was stored and nothing will be. */
  NO,
  /** The request took effect although its answer is an error. */
  YES,
  /** It may have been stored, or may still become so. */
  UNKNOWN
}
