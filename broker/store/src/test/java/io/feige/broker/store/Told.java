package io.feige.broker.store;

import io.feige.broker.store.tail.TailListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** Remembers what a tail tells. */
final class Told implements TailListener {
  final AtomicLong stored = new AtomicLong();
  final AtomicLong checkpoint = new AtomicLong();
  final List<String> refused = new CopyOnWriteArrayList<>();
  final List<String> ends = new CopyOnWriteArrayList<>();

  /** Another tail begins. */
  void forget() {
    stored.set(0);
    checkpoint.set(0);
  }

  @Override
  public void stored(long position) {
    stored.accumulateAndGet(position, Math::max);
  }

  @Override
  public void checkpoint(long position) {
    checkpoint.accumulateAndGet(position, Math::max);
  }

  @Override
  public void trouble(String trouble) {}

  @Override
  public void missed(long bytes) {}

  @Override
  public void refused(List<String> rows) {
    refused.addAll(rows);
  }

  @Override
  public void ended(String why) {
    ends.add(why);
  }
}
