package io.feige.access;

/**
 * How much each of some users, or each of some topics, may have of a node.
 *
 * @param kind whether the names are those of users or of topics
 * @param names whose it is; if there are several, each has it for itself
 * @param publishBytes so many bytes of batches a second, compressed as they come; 0: no limit
 * @param pullBytes so many bytes of messages a second, pulled or read; 0: no limit
 * @param storedBytes nothing is published while the journal of the topic's pair holds so many of
 *     it; 0: no limit. Only for topics: the journal does not record who published
 */
public record Quota(
    Kind kind, NamePattern names, long publishBytes, long pullBytes, long storedBytes) {
  /** The smallest limit. Less would stop who has it, which is what rights are for. */
  public static final long LEAST_BYTES = 1_024;

  /** The largest limit, 1 TiB; stored bytes may be a thousand times as many. */
  public static final long MOST_BYTES = 1L << 40;

  private static final long MOST_STORED_BYTES = MOST_BYTES << 10;

  /** What names are of. */
  public enum Kind {
    USER("user"),
    TOPIC("topic");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** As it stands before a name. */
    public String text() {
      return text;
    }
  }

  /**
   * Refuses what is out of range.
   *
   * @throws AccessException naming what is
   */
  public Quota {
    require("publishBytesPerSecond", publishBytes, MOST_BYTES);
    require("pullBytesPerSecond", pullBytes, MOST_BYTES);
    require("storedBytes", storedBytes, MOST_STORED_BYTES);
    if (kind == Kind.USER && storedBytes > 0) {
      throw AccessException.invalid(
          "stored bytes are limited for topics, not for users: "
              + "the journal does not record who published");
    }
    if (publishBytes == 0 && pullBytes == 0 && storedBytes == 0) {
      throw AccessException.invalid("a quota limits something: published, pulled or stored bytes");
    }
  }

  private static void require(String field, long bytes, long most) {
    if (bytes != 0 && (bytes < LEAST_BYTES || bytes > most)) {
      throw AccessException.invalid(
          field + " is from " + LEAST_BYTES + " to " + most + ", or 0 for no limit, not " + bytes);
    }
  }

  /**
   * The quota of those that a text names: {@code user:NAME} or {@code topic:NAME}, where the name
   * may end with *.
   *
   * @throws AccessException if it names nobody, or a number is out of range
   */
  public static Quota of(String text, long publishBytes, long pullBytes, long storedBytes) {
    int colon = text.indexOf(':');
    String start = colon < 0 ? "" : text.substring(0, colon);
    for (Kind kind : Kind.values()) {
      if (kind.text().equals(start)) {
        NamePattern names = NamePattern.parse(text.substring(colon + 1));
        return new Quota(kind, names, publishBytes, pullBytes, storedBytes);
      }
    }
    throw AccessException.invalid(
        "'"
            + AccessException.shown(text)
            + "' has no quota; user:NAME and topic:NAME have, and names may end with *");
  }

  /** Whose it is, as {@link #of(String, long, long, long)} reads it. */
  public String of() {
    return kind.text() + ":" + names;
  }

  /** For the audit log. */
  @Override
  public String toString() {
    return "quota of "
        + of()
        + ": publish "
        + publishBytes
        + " B/s, pull "
        + pullBytes
        + " B/s, stored "
        + storedBytes
        + " B";
  }
}
