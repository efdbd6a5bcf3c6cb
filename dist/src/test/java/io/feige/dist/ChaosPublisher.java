package io.feige.dist;

import io.feige.dist.ProxyCaller.Answer;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Publishes numbers over HTTP now and then, each again under its key until it has a receipt. */
final class ChaosPublisher implements Runnable {
  private static final int LEAST_PAUSE_MILLIS = 1_000;
  private static final int MOST_PAUSE_MILLIS = 3_000;
  private static final int AGAIN_MILLIS = 50;

  /** A publish that takes as long has met a kill. */
  private static final long SLOW_NANOS = 300_000_000;

  private final List<ProxyCaller> proxies;
  private final List<AtomicInteger> rooms;
  private final Outages outages;
  private final BooleanSupplier isOver;
  private final Consumer<String> faults;

  ChaosPublisher(
      List<ProxyCaller> proxies,
      List<AtomicInteger> rooms,
      Outages outages,
      BooleanSupplier isOver,
      Consumer<String> faults) {
    this.proxies = proxies;
    this.rooms = rooms;
    this.outages = outages;
    this.isOver = isOver;
    this.faults = faults;
  }

  static String topic(int room) {
    return "room-" + room;
  }

  @Override
  public void run() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    try {
      while (!isOver.getAsBoolean()) {
        int room = random.nextInt(rooms.size());
        publish(room, rooms.get(room).getAndIncrement());
        Thread.sleep(random.nextInt(LEAST_PAUSE_MILLIS, MOST_PAUSE_MILLIS));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void publish(int room, int number) throws InterruptedException {
    long begun = System.nanoTime();
    int proxy = number % proxies.size();
    boolean isAgain = false;
    while (!isStored(proxies.get(proxy), room, number)) {
      isAgain = true;
      proxy = (proxy + 1) % proxies.size();
      Thread.sleep(AGAIN_MILLIS);
    }
    if (isAgain || System.nanoTime() - begun > SLOW_NANOS) {
      outages.add(begun);
    }
  }

  private boolean isStored(ProxyCaller proxy, int room, int number) {
    try {
      Answer answer =
          proxy.send(
              proxy
                  .request("/v1/topics/" + topic(room) + "/messages")
                  .header("Idempotency-Key", "number-" + number)
                  .POST(BodyPublishers.ofString(Integer.toString(number))));
      if (answer.status() != 201 && answer.status() < 429) {
        faults.accept(answer.text());
      }
      return answer.status() == 201;
    } catch (UncheckedIOException cut) {
      return false;
    }
  }
}
