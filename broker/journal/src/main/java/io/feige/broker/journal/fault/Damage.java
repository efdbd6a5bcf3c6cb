package io.feige.broker.journal.fault;

/**
 * A place where the journal is not what it should be. The node that refuses it and the tool that
 * examines it say the same sentence.
 *
 * @param file name of the damaged file
 * @param position position in the journal
 * @param fileOffset byte of the file
 * @param cause what is wrong there
 * @param knownDurable position up to which the journal was certainly durable
 * @param isCorruption bytes are damaged, or cannot be read, that were durable; otherwise it is the
 *     tail of a torn write, which is cut when the journal is opened
 */
public record Damage(
    String file,
    long position,
    long fileOffset,
    String cause,
    long knownDurable,
    boolean isCorruption) {

  /** All of it in words, with what to do. */
  public String sentence() {
    return isCorruption ? "corruption: " + place() + REMEDY : "torn tail: " + place();
  }

  private static final String REMEDY =
      ". Nothing was changed. Copy the journal from the other replica or a backup;"
          + " `feige journal verify` lists everything that is damaged";

  private String place() {
    return "segment %s, position %d (byte %d of the file): %s; the journal was durable up to %d"
        .formatted(file, position, fileOffset, cause, knownDurable);
  }
}
