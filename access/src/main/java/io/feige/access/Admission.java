package io.feige.access;

/**
 * What somebody may do who came in, as of one version of the table; to be renewed from time to time
 * ({@link AccessControl#renewed}).
 *
 * @param expiresAt milliseconds since 1970; from then on it is none
 */
public record Admission(Identity identity, Grants grants, AccessTable table, long expiresAt) {
  static final long NEVER = Long.MAX_VALUE;

  /** Somebody of that kind, who may do everything. */
  public static Admission all(Identity.Kind kind) {
    return new Admission(Identity.of(kind), Grants.ALL, AccessTable.NONE, NEVER);
  }

  /** The user who asks for itself alone; empty: it is none, or may ask for others. */
  public String onlyUser() {
    return grants.permit(Right.PROXY) ? "" : identity.user();
  }

  /** By name, and what it may do. */
  @Override
  public String toString() {
    return identity + " " + grants.texts();
  }
}
