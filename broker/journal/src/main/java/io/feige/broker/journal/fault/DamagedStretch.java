package io.feige.broker.journal.fault;

/**
 * Bytes of a sealed segment that are not what was written.
 *
 * @param segment name of the file
 * @param from position of the first damaged frame
 * @param end position of the next sound one, or the segment's end
 * @param cause the reason, as part of a sentence
 */
public record DamagedStretch(String segment, long from, long end, String cause) {
  @Override
  public String toString() {
    return segment + ", positions " + from + " to " + end + ": " + cause;
  }
}
