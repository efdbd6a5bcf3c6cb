package io.feige.access;

import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.Secret;

/** What comes of showing credentials. */
public sealed interface Verdict {
  /**
   * It is somebody.
   *
   * @param proof what to show in return, where the scheme has that; or none
   */
  record Admitted(Admission admission, Secret proof) implements Verdict {}

  /**
   * It is nobody.
   *
   * @param user who it said to be; empty: it did not say
   * @param sentence for the caller; tells no more than it has shown to know
   * @param reason for the log
   */
  record Refused(String user, String sentence, String reason) implements Verdict {
    /** What a caller of the wire is told. */
    public Refusal refusal() {
      return Refusal.of(ErrorCode.NOT_AUTHENTICATED, sentence);
    }
  }

  /**
   * It has failed too often: nothing was looked at.
   *
   * @param waitMillis until it may try again
   */
  record TooOften(String user, long waitMillis) implements Verdict {
    /** What a caller of the wire is told. */
    public Refusal refusal() {
      return new Refusal(
          ErrorCode.BUSY, "too many tries from there have failed", "", (int) waitMillis);
    }
  }
}
