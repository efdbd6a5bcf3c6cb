package io.feige.client.internal;

import io.feige.client.Reader;
import io.feige.client.ReaderBuilder;
import io.feige.client.StartFrom;
import java.util.function.BiFunction;

/** Collects where a reader starts and how far it reads ahead; who makes it is given. */
public final class ReaderSetup implements ReaderBuilder {
  private static final int LEAST_BYTES = 1024;
  private static final int MOST_BYTES = 256 * 1024 * 1024;

  private final BiFunction<StartFrom, Integer, Reader> maker;
  private StartFrom start = StartFrom.earliest();
  private int readAheadBytes = 4 * 1024 * 1024;

  /**
   * A setup whose reader is made by the given function from the place and the bytes to read ahead.
   */
  public ReaderSetup(BiFunction<StartFrom, Integer, Reader> maker) {
    this.maker = maker;
  }

  @Override
  public ReaderBuilder from(StartFrom place) {
    start = place;
    return this;
  }

  @Override
  public ReaderBuilder readAheadBytes(int bytes) {
    if (bytes < LEAST_BYTES || bytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          "readAheadBytes must be from " + LEAST_BYTES + " to " + MOST_BYTES + ", not " + bytes);
    }
    readAheadBytes = bytes;
    return this;
  }

  @Override
  public Reader build() {
    return maker.apply(start, readAheadBytes);
  }
}
