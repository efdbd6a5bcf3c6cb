package io.feige.admin.log;

/**
 * Stable ids of Admin's log lines that an operator may have to act on; {@code docs/admin.md} says
 * how. An id is never given to another line.
 */
public enum AdminLogId {
  STARTED("ADMIN-1001"),
  STOPPING("ADMIN-1002"),
  STOPPED("ADMIN-1003"),
  START_REFUSED("ADMIN-1004"),
  NO_TOKEN("ADMIN-1005"),
  ZOOKEEPER_FAILED("ADMIN-2001"),
  ZOOKEEPER_AWAY("ADMIN-2002"),
  ZOOKEEPER_BACK("ADMIN-2003"),
  STORED_DIFFERS("ADMIN-2004"),
  STORED_UNREADABLE("ADMIN-2005"),
  ELECTED("ADMIN-3001"),
  DEPOSED("ADMIN-3002"),
  ELECTION_FAILED("ADMIN-3003"),
  FIRST("ADMIN-4001"),
  FAILOVER("ADMIN-4002"),
  RESTART("ADMIN-4003"),
  FURTHEST("ADMIN-4004"),
  SWITCH("ADMIN-4005"),
  PROMOTE("ADMIN-4006"),
  SHRINK("ADMIN-4007"),
  GROW("ADMIN-4008"),
  CANCEL("ADMIN-4009"),
  CHANGE_REFUSED("ADMIN-4010"),
  REPORT_COMPLETE("ADMIN-4011"),
  OPERATOR_ASKED("ADMIN-4012"),
  CHANGE_UNKNOWN("ADMIN-4013"),
  NODE_CONNECTED("ADMIN-5001"),
  NODE_DISCONNECTED("ADMIN-5002"),
  BAD_BYTES("ADMIN-5003"),
  BAD_CREDENTIALS("ADMIN-5004"),
  TOO_MANY_CONNECTIONS("ADMIN-5005"),
  SLOW_PEER("ADMIN-5006"),
  INTERNAL_FAULT("ADMIN-9001");

  private final String id;

  AdminLogId(String id) {
    this.id = id;
  }

  @Override
  public String toString() {
    return id;
  }
}
