package io.feige.dist.demo;

import io.feige.client.FeigeClient;
import io.feige.client.FeigeException;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.Receipt;
import io.feige.dist.stream.InFlight;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** The publisher of the demonstration: every line a message, its number the key. */
final class DemoWriter implements InFlight.Outcomes {
  private static final int MAX_IN_FLIGHT = 100;
  private static final long MAX_IN_FLIGHT_BYTES = 8L << 20;
  private static final long PACE_NANOS = 100_000L;

  private final List<byte[]> lines;
  private final CountDownLatch halfWay = new CountDownLatch(1);
  private final BitSet confirmed = new BitSet();
  private final AfterKill afterKill;

  DemoWriter(List<byte[]> lines, AfterKill afterKill) {
    this.lines = lines;
    this.afterKill = afterKill;
  }

  void run(FeigeClient client, String topic) {
    try (Producer producer = client.producer(topic).build()) {
      InFlight inFlight = new InFlight(producer, MAX_IN_FLIGHT, MAX_IN_FLIGHT_BYTES, this);
      int half = lines.size() / 2;
      for (int line = 0; line < lines.size(); line++) {
        byte[] body = lines.get(line);
        byte[] key = Integer.toString(line).getBytes(StandardCharsets.US_ASCII);
        inFlight.publish(Message.of(key, body), body.length, line);
        if (line >= half) {
          // From here on slowly, so that the kill meets messages under way.
          halfWay.countDown();
          LockSupport.parkNanos(PACE_NANOS);
        }
      }
      inFlight.finish();
    } finally {
      halfWay.countDown();
    }
  }

  CountDownLatch halfWay() {
    return halfWay;
  }

  /** After the thread has ended. */
  BitSet confirmed() {
    return confirmed;
  }

  @Override
  public void confirmed(Receipt receipt, long tag) {
    confirmed.set((int) tag);
    afterKill.confirmed(receipt);
  }

  @Override
  public void failed(FeigeException failure, long tag) {
    // Not confirmed is what the table then says; nothing was promised for this line.
  }
}
