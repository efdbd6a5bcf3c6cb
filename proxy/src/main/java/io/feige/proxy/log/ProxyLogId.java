package io.feige.proxy.log;

/**
 * Stable ids of a proxy's log lines that an operator may have to act on; {@code docs/proxy.md} says
 * how. An id is never given to another line.
 */
public enum ProxyLogId {
  STARTED("PROXY-1001"),
  STOPPING("PROXY-1002"),
  STOPPED("PROXY-1003"),
  START_REFUSED("PROXY-1004"),
  CUT_SHORT("PROXY-1005"),
  INSECURE("PROXY-1006"),
  CERTIFICATE_RENEWED("PROXY-1007"),
  CERTIFICATE_UNUSABLE("PROXY-1008"),
  CERTIFICATE_EXPIRES("PROXY-1009"),
  REHEARSED("PROXY-1010"),
  CLUSTER_OPEN("PROXY-2001"),
  NOT_ANNOUNCED("PROXY-2002"),
  ANNOUNCED("PROXY-2003"),
  TASK("PROXY-2004"),
  INTERNAL_FAULT("PROXY-9001");

  private final String id;

  ProxyLogId(String id) {
    this.id = id;
  }

  @Override
  public String toString() {
    return id;
  }
}
