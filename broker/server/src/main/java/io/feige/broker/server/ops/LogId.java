package io.feige.broker.server.ops;

/**
 * Stable ids of log lines that an operator may have to act on; {@code docs/log-ids.md} says how. An
 * id is never given to another line.
 */
public enum LogId {
  NODE_STARTED("FEIGE-1001"),
  NODE_STOPPING("FEIGE-1002"),
  NODE_STOPPED("FEIGE-1003"),
  START_REFUSED("FEIGE-1004"),
  STOP_TOO_SLOW("FEIGE-1005"),
  NO_CREDENTIALS_NEEDED("FEIGE-1006"),
  JOURNAL_RECOVERED("FEIGE-2001"),
  JOURNAL_CORRUPT("FEIGE-2003"),
  DISK_FULL("FEIGE-2004"),
  DISK_HAS_ROOM("FEIGE-2005"),
  PAIR_FAILED("FEIGE-2006"),
  BAD_BYTES("FEIGE-3001"),
  BAD_CREDENTIALS("FEIGE-3002"),
  TOO_MANY_CONNECTIONS("FEIGE-3003"),
  ACCEPT_FAILED("FEIGE-3004"),
  SLOW_PEER("FEIGE-3005"),
  INBOUND_MEMORY_FULL("FEIGE-3006"),
  INTERNAL_FAULT("FEIGE-9001");

  private final String id;

  LogId(String id) {
    this.id = id;
  }

  @Override
  public String toString() {
    return id;
  }
}
