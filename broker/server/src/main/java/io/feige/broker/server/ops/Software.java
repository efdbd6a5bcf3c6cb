package io.feige.broker.server.ops;

/** What a node runs. */
public final class Software {
  private Software() {}

  /** Name and version. */
  public static String name() {
    String version = Software.class.getPackage().getImplementationVersion();
    return "feige " + (version == null ? "(source tree)" : version);
  }
}
