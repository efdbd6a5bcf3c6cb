package io.feige.client;

/** Settings of a reader before it exists. */
public interface ReaderBuilder {
  /**
   * Where to start; by default at the oldest message held. An offset is a place in one pair: with
   * several pairs {@link #pair} has to name it.
   */
  ReaderBuilder from(StartFrom start);

  /** The only pair to read. By default all pairs are read. */
  ReaderBuilder pair(String name);

  /** How many bytes are fetched ahead, 1 KiB to 256 MiB, default 4 MiB. */
  ReaderBuilder readAheadBytes(int bytes);

  /** The reader. Does not talk to the broker yet. */
  Reader build();
}
