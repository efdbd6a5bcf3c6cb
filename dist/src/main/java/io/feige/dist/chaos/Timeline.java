package io.feige.dist.chaos;

import io.feige.dist.traffic.Traffic;
import java.util.ArrayList;
import java.util.List;

/** What happened when, and how much went through meanwhile. Any thread. */
final class Timeline {
  /** How many were confirmed and delivered in the time before. */
  record Sample(long atMillis, int confirmed, int delivered) {}

  /** Something that was done, or came of it. */
  record Mark(long atMillis, long untilMillis, String words) {}

  private final long begun = System.nanoTime();
  private final List<Traffic> traffics;
  private final List<Sample> samples = new ArrayList<>();
  private final List<Mark> marks = new ArrayList<>();
  private int confirmed;
  private int delivered;

  Timeline(List<Traffic> traffics) {
    this.traffics = List.copyOf(traffics);
  }

  long nowMillis() {
    return (System.nanoTime() - begun) / 1_000_000;
  }

  synchronized void sample() {
    int confirmedNow = traffics.stream().mapToInt(Traffic::confirmed).sum();
    int deliveredNow = traffics.stream().mapToInt(Traffic::delivered).sum();
    samples.add(new Sample(nowMillis(), confirmedNow - confirmed, deliveredNow - delivered));
    confirmed = confirmedNow;
    delivered = deliveredNow;
  }

  synchronized void mark(long fromMillis, String words) {
    marks.add(new Mark(fromMillis, nowMillis(), words));
  }

  synchronized List<Sample> samples() {
    return List.copyOf(samples);
  }

  synchronized List<Mark> marks() {
    return List.copyOf(marks);
  }
}
