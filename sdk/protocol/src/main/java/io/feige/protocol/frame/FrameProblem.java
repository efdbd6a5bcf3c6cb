package io.feige.protocol.frame;

/** What can be wrong with the bytes of a stored frame. */
public enum FrameProblem {
  /** The length is 0: nothing was written here. */
  EMPTY("no frame was written here"),
  /** The buffer ends before the part that was to be checked. */
  TRUNCATED("the bytes end before the frame does"),
  /** The length is less than a header, or negative. */
  LENGTH_INVALID("the frame's length is impossible"),
  /** The header's checksum does not fit. */
  HEADER_CHECKSUM("the header's checksum does not fit"),
  /** A format version that this build does not know. */
  VERSION_UNKNOWN("the format version is not known"),
  /** A kind that this build does not know. */
  KIND_UNKNOWN("the kind is not known"),
  /** Flags that have no meaning for the kind. */
  FLAGS_UNKNOWN("the flags have no meaning for the kind"),
  /** A field that counts something is negative. */
  NEGATIVE("a field is negative"),
  /** The numbers of records do not fit the kind. */
  RECORDS_INVALID("the range of records is impossible"),
  /** The extension does not fit the frame's length. */
  EXTENSION_LENGTH("the extension's length does not fit the frame"),
  /** The extension's checksum does not fit. */
  EXTENSION_CHECKSUM("the extension's checksum does not fit"),
  /** The batch's length is not what the frame leaves for it. */
  BATCH_LENGTH("the batch's length does not fit the frame"),
  /** The batch is damaged; {@link io.feige.protocol.batch.BatchHead#problem} says how. */
  BATCH_DAMAGED("the batch is damaged");

  private final String sentence;

  FrameProblem(String sentence) {
    this.sentence = sentence;
  }

  /** What is wrong, as part of a sentence. */
  public String sentence() {
    return sentence;
  }
}
