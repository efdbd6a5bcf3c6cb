package io.feige.admin.history;

import io.feige.client.GroupDescription;
import io.feige.client.GroupInPair;
import io.feige.client.TopicDescription;
import io.feige.client.TopicInPair;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the nodes said at one moment of topics and groups, so that two of these make rates. A topic
 * or group that one of the two does not have is left out: it was made or deleted in between.
 */
final class Sample {
  static final Sample NOTHING = new Sample(0);

  private record Place(String pair, String topic, String group) {
    Subject subject() {
      return group.isEmpty() ? Subject.topic(topic) : Subject.group(topic, group);
    }
  }

  private final long nanos;
  private final Map<Place, Long> published = new HashMap<>();
  private final Map<Place, Long> settled = new HashMap<>();
  private final Map<String, Double> backlog = new TreeMap<>();
  private final Map<String, Double> held = new TreeMap<>();

  /** Bytes that a topic holds, and messages that a group has not settled. */
  private final Map<Subject, Double> amounts = new HashMap<>();

  private Sample(long nanos) {
    this.nanos = nanos;
  }

  static Sample of(List<TopicDescription> topics, List<GroupDescription> groups, long nanos) {
    Sample sample = new Sample(nanos);
    for (TopicDescription topic : topics) {
      for (TopicInPair at : topic.pairs()) {
        var _ =
            sample.published.put(
                new Place(at.pair(), topic.spec().name(), ""), at.committedOffset());
        sample.held.merge(at.pair(), (double) at.bytes(), Double::sum);
        sample.backlog.merge(at.pair(), 0.0, Double::sum);
      }
      var _ = sample.amounts.put(Subject.topic(topic.spec().name()), (double) topic.bytes());
    }
    for (GroupDescription group : groups) {
      for (GroupInPair at : group.pairs()) {
        var _ =
            sample.settled.put(
                new Place(at.pair(), group.topic(), group.group()), at.endOffset() - at.lag());
        sample.backlog.merge(at.pair(), (double) at.lag(), Double::sum);
      }
      var _ = sample.amounts.put(Subject.group(group.topic(), group.group()), (double) group.lag());
    }
    return sample;
  }

  /** How many topics and groups, in each pair. */
  int size() {
    return published.size() + settled.size();
  }

  /** The figures since an earlier one, by pair; the empty name: all together. */
  Map<Figure, Map<String, Double>> since(Sample earlier) {
    Map<Figure, Map<String, Double>> figures = new TreeMap<>();
    figures.put(Figure.BACKLOG, withTotal(backlog));
    figures.put(Figure.HELD, withTotal(held));
    if (earlier != NOTHING) {
      double seconds = (nanos - earlier.nanos) / 1e9;
      figures.put(Figure.PUBLISHED, rates(published, earlier.published, seconds));
      figures.put(Figure.SETTLED, rates(settled, earlier.settled, seconds));
    }
    return figures;
  }

  /** The figures of topics and groups since an earlier one; the rates are NaN if there is none. */
  Map<Subject, float[]> ofSubjects(Sample earlier) {
    Map<Subject, float[]> figures = new HashMap<>();
    amounts.forEach(
        (subject, amount) -> figures.put(subject, new float[] {Float.NaN, amount.floatValue()}));
    if (earlier != NOTHING) {
      double seconds = (nanos - earlier.nanos) / 1e9;
      addRates(published, earlier.published, seconds, figures);
      addRates(settled, earlier.settled, seconds, figures);
    }
    return figures;
  }

  private static void addRates(
      Map<Place, Long> now,
      Map<Place, Long> before,
      double seconds,
      Map<Subject, float[]> figures) {
    now.forEach((place, value) -> {
      float[] of = figures.get(place.subject());
      if (of != null) {
        double rate = more(place, value, before) / seconds;
        of[0] = (float) (Float.isNaN(of[0]) ? rate : of[0] + rate);
      }
    });
  }

  private static long more(Place place, long value, Map<Place, Long> before) {
    return Math.max(0, value - before.getOrDefault(place, value));
  }

  private Map<String, Double> rates(Map<Place, Long> now, Map<Place, Long> before, double seconds) {
    Map<String, Double> rates = new TreeMap<>();
    backlog.keySet().forEach(pair -> rates.put(pair, 0.0));
    now.forEach((place, value) -> {
      rates.merge(place.pair, more(place, value, before) / seconds, Double::sum);
    });
    return withTotal(rates);
  }

  private static Map<String, Double> withTotal(Map<String, Double> perPair) {
    Map<String, Double> all = new TreeMap<>(perPair);
    all.put("", perPair.values().stream().mapToDouble(Double::doubleValue).sum());
    return all;
  }
}
