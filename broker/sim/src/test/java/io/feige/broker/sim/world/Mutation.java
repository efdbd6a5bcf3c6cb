package io.feige.broker.sim.world;

import java.util.Locale;

/**
 * Ways to break the node on purpose, in the simulation's own glue and disk: the checks must notice
 * each of them.
 */
public enum Mutation {
  /** Nothing is broken. */
  NONE,
  /** What was written counts as committed; the fsync comes later. */
  REPLY_BEFORE_FSYNC,
  /** Recovery serves what it found without making it durable. */
  SKIP_FSYNC_ON_RECOVERY,
  /** Names of files are never made durable. */
  SKIP_DIRECTORY_FSYNC,
  /** SETTLE frames are passed over when the journal is replayed. */
  FORGET_ACKS_ON_REPLAY,
  /** HANDED frames are passed over when the journal is replayed. */
  NO_HANDED_WINDOW,
  /** Now and then a batch is stamped with an offset that is taken. */
  REUSE_OFFSET,
  /** The bytes of a torn tail stay where they are. */
  IGNORE_TORN_TAIL,
  /** A snapshot is stored under a position that is older than its state. */
  SNAPSHOT_AHEAD,
  /** Segments are removed though groups need them. */
  RETENTION_FORGETS_GROUPS,
  /** What may be removed is judged by state that is not durable, as soon as it changes. */
  RETENTION_BEFORE_DURABLE,
  /** Now and then a needed frame is passed over when the oldest segment is emptied. */
  CARRY_DROPS_A_RECORD,
  /** The oldest segment goes as soon as it is to be emptied. */
  ORIGINAL_GOES_FIRST,
  /** Batches are written after their buffers were given back. */
  BUFFERS_RELEASED_EARLY,
  /** A write that finds no room is a failure of the journal. */
  FULL_DISK_IS_A_FAILURE,
  /** Messages are handed to whoever asked, whether it reads its answers or not. */
  READERS_ARE_NOT_LOOKED_AT,
  /** Claims and starts are answered as if they had been taken, and are not. */
  CLAIMS_ARE_FORGOTTEN,
  /** A claim counts as a start. */
  CLAIM_IS_A_TRY,
  /** Verdicts are taken from any consumer, whoever has the message. */
  HOLDERS_ARE_NOT_TOLD_APART,
  /** Frames are stamped with what the wall clock shows, forward and back. */
  STAMPS_FOLLOW_THE_CLOCK,
  /** What is old is judged by the wall clock. */
  RETENTION_FOLLOWS_THE_CLOCK;

  /** As people write it. */
  public String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The one that is written so.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public static Mutation named(String words) {
    return valueOf(words.toUpperCase(Locale.ROOT).replace('-', '_'));
  }
}
