package io.feige.client.internal.admin;

import io.feige.client.GroupDescription;
import io.feige.client.GroupInPair;
import io.feige.client.TopicDescription;
import io.feige.client.TopicInPair;
import io.feige.protocol.model.TopicPlace;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/** Puts together what several pairs say of the same topic or group. */
final class Merging {
  private Merging() {}

  /** By pair. Those who know that another one has the topic say nothing of what it holds. */
  static TopicDescription topics(Map<String, io.feige.protocol.model.TopicDescription> parts) {
    List<TopicDescription> all = new ArrayList<>();
    List<TopicDescription> having = new ArrayList<>();
    parts.forEach((pair, part) -> {
      TopicDescription description = Conversions.fromWire(pair, part);
      all.add(description);
      if (part.spec().place() != TopicPlace.ELSEWHERE) {
        having.add(description);
      }
    });
    return sum(having.isEmpty() ? all : having);
  }

  private static TopicDescription sum(List<TopicDescription> parts) {
    TopicDescription first = parts.get(0);
    if (parts.size() == 1) {
      return first;
    }
    List<TopicInPair> pairs = parts.stream().flatMap(part -> part.pairs().stream()).toList();
    return new TopicDescription(
        first.spec(),
        first.partition(),
        sum(pairs, TopicInPair::startOffset),
        sum(pairs, TopicInPair::endOffset),
        sum(pairs, TopicInPair::committedOffset),
        sum(pairs, TopicInPair::bytes),
        count(pairs, TopicInPair::delayed),
        parts.stream().map(TopicDescription::createdAt).min(Instant::compareTo).orElseThrow(),
        pairs,
        first.work());
  }

  static GroupDescription groups(List<GroupDescription> parts) {
    GroupDescription first = parts.get(0);
    if (parts.size() == 1) {
      return first;
    }
    List<GroupInPair> pairs = parts.stream().flatMap(part -> part.pairs().stream()).toList();
    Optional<Instant> oldest =
        pairs.stream().flatMap(part -> part.oldestUnsettled().stream()).min(Instant::compareTo);
    return new GroupDescription(
        first.topic(),
        first.group(),
        pairs.stream().mapToInt(GroupInPair::generation).max().orElseThrow(),
        sum(pairs, GroupInPair::floor),
        sum(pairs, GroupInPair::endOffset),
        count(pairs, GroupInPair::outstanding),
        count(pairs, GroupInPair::ackedAbove),
        count(pairs, GroupInPair::retrying),
        count(pairs, GroupInPair::parkedPulls),
        oldest,
        sum(pairs, GroupInPair::lag),
        blocked(pairs),
        pairs);
  }

  private static String blocked(List<GroupInPair> pairs) {
    return String.join(
        "; ",
        pairs.stream()
            .filter(part -> !part.blockedBecause().isEmpty())
            .map(part -> part.pair() + ": " + part.blockedBecause())
            .toList());
  }

  private static <T> long sum(List<T> parts, ToLongFunction<T> number) {
    return parts.stream().mapToLong(number).sum();
  }

  private static <T> int count(List<T> parts, ToIntFunction<T> number) {
    return (int) Math.min(Integer.MAX_VALUE, parts.stream().mapToLong(number::applyAsInt).sum());
  }
}
