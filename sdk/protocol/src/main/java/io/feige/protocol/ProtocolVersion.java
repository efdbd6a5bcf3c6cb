package io.feige.protocol;

/** The wire versions that this build speaks; the handshake agrees on one of them. */
public final class ProtocolVersion {
  /** The oldest version understood; also the version of {@code HELLO} and its answer, always. */
  public static final int MIN = 1;

  /** The newest version understood. */
  public static final int MAX = 1;

  private ProtocolVersion() {}
}
