package io.feige.client.internal;

import io.feige.client.Reader;
import io.feige.client.ReaderBuilder;
import io.feige.client.StartFrom;
import io.feige.client.internal.base.ReaderSpec;
import java.util.function.Function;

/** Collects where a reader starts and how far it reads ahead; who makes it is given. */
public final class ReaderSetup implements ReaderBuilder {
  private static final int LEAST_BYTES = 1024;
  private static final int MOST_BYTES = 256 * 1024 * 1024;

  private final String topic;
  private final Function<ReaderSpec, Reader> maker;
  private StartFrom start = StartFrom.earliest();
  private String pair = "";
  private int readAheadBytes = 4 * 1024 * 1024;

  /** A setup whose reader is made by the given function. */
  public ReaderSetup(String topic, Function<ReaderSpec, Reader> maker) {
    this.topic = topic;
    this.maker = maker;
  }

  @Override
  public ReaderBuilder from(StartFrom place) {
    start = place;
    return this;
  }

  @Override
  public ReaderBuilder pair(String name) {
    pair = name;
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
    return maker.apply(new ReaderSpec(topic, pair, start, readAheadBytes));
  }
}
