package io.feige.protocol.cluster;

import org.jspecify.annotations.Nullable;

/** What the backup of a pair may do while it is active. */
public enum BackupServes {
  /** Everything, as the master. */
  ALL(1),
  /** Pulls and verdicts; publishers go to other pairs. */
  PULLS(2);

  private final int number;

  BackupServes(int number) {
    this.number = number;
  }

  /** The number on the wire. */
  public int number() {
    return number;
  }

  /** The value of a number, or null if there is none; any number may be asked for. */
  public static @Nullable BackupServes ofNumber(int number) {
    return number == 1 ? ALL : number == 2 ? PULLS : null;
  }
}
