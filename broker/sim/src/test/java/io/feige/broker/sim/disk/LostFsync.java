package io.feige.broker.sim.disk;

/** What a failed fsync does to the data it was to cover. */
public enum LostFsync {
  /** The cache still shows it, takes it for clean, and never writes it. */
  CLEAN_IN_CACHE,
  /** The cache drops it: readers see what is on the disk. */
  DROPPED,
  /** It stays dirty; a part had reached the disk. */
  STILL_DIRTY
}
