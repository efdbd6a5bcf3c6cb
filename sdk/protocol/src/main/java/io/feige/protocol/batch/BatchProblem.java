package io.feige.protocol.batch;

/** What can be wrong with a batch. */
public enum BatchProblem {
  TRUNCATED("the bytes end before the batch's header does"),
  LENGTH("the batch's length does not fit the bytes there are"),
  VERSION_UNKNOWN("the batch's format version is not known"),
  COMPRESSION_UNKNOWN("the compression is not known"),
  COLUMNS_UNKNOWN("the batch has columns that are not known"),
  RECORD_COUNT("the number of records is not 1 to 65535"),
  NEGATIVE("a field of the batch's header is negative"),
  COLUMNS_LENGTH("the length of the columns does not fit the number of records"),
  PAYLOAD_LENGTH("the length of the payload is impossible"),
  SIZES("the ends of the records do not ascend to the end of the payload"),
  EXPIRY_NEGATIVE("a record's expiry is negative"),
  CHECKSUM("the batch's checksum does not fit");

  private final String sentence;

  BatchProblem(String sentence) {
    this.sentence = sentence;
  }

  /** What is wrong, as part of a sentence. */
  public String sentence() {
    return sentence;
  }
}
