package io.feige.proxy.broadcast;

import io.feige.client.StartFrom;
import io.feige.proxy.answer.Chunk;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A message that many are told. It is written as text once; all who call their subscription alike
 * are sent one frame, and all who follow a stream one event.
 */
public final class SharedMessage {
  private final String pair;
  private final StartFrom behind;
  private final String places;
  private final String json;
  private volatile @Nullable Named lastFrame;
  private volatile byte @Nullable [] event;

  private static final class Named {
    private final long subscription;
    private final byte[] bytes;

    private Named(long subscription, byte[] bytes) {
      this.subscription = subscription;
      this.bytes = bytes;
    }
  }

  /**
   * One that nobody was told yet.
   *
   * @param behind where to go on in its pair
   * @param places the same in all pairs
   */
  SharedMessage(String pair, StartFrom behind, String places, String json) {
    this.pair = pair;
    this.behind = behind;
    this.places = places;
    this.json = json;
  }

  /** The pair that it is in. */
  public String pair() {
    return pair;
  }

  /** Its place there. */
  public long offset() {
    return behind.value() - 1;
  }

  /** Where to go on in its pair. */
  StartFrom behind() {
    return behind;
  }

  /** Where to go on behind it, for who has heard all before it. */
  public String places() {
    return places;
  }

  /** The message as JSON. */
  public String json() {
    return json;
  }

  /**
   * The frame that is sent to a subscription, not a copy.
   *
   * @param maker makes it
   */
  public byte[] frame(long subscription, LongFunction<byte[]> maker) {
    Named last = lastFrame;
    if (last == null || last.subscription != subscription) {
      last = new Named(subscription, maker.apply(subscription));
      lastFrame = last;
    }
    return last.bytes;
  }

  /**
   * What is sent to a stream in {@linkplain Chunk chunks}, not a copy.
   *
   * @param maker makes it
   */
  public byte[] event(Function<SharedMessage, byte[]> maker) {
    byte[] known = event;
    if (known == null) {
      known = maker.apply(this);
      event = known;
    }
    return known;
  }

  /** About so many, with what is sent. */
  int bytes() {
    return 2 * json.length();
  }

  @Override
  public String toString() {
    return pair + ":" + offset();
  }
}
