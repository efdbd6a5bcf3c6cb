package io.feige.proxy.mqtt;

import io.feige.client.Subscription;
import io.feige.protocol.model.ChannelRule;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.handler.codec.mqtt.MqttSubscriptionOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * What a session has subscribed to, and how. The cluster keeps it, with a tag that says how; this
 * is a copy. Any thread.
 */
final class Filters {
  private static final long QOS = 3;
  private static final long NO_LOCAL = 4;
  private static final long RETAIN_AS_PUBLISHED = 8;
  private static final int IDENTIFIER_SHIFT = 8;

  /** Of filters that are the name of a channel: there may be thousands. */
  private final Map<String, Long> named = new ConcurrentHashMap<>();

  /** Of those that each message is held against. */
  private final Map<String, Long> wild = new ConcurrentHashMap<>();

  /**
   * How messages of a channel come to the session, by all filters together that fit.
   *
   * @param qos the best of them
   * @param isNoLocal whether what the session has published itself comes by none of them
   * @param isRetainAsPublished whether it is said of a message that it was published to be retained
   * @param identifiers of those that have one
   */
  record Match(
      MqttQoS qos, boolean isNoLocal, boolean isRetainAsPublished, List<Integer> identifiers) {
    /** One that has ended meanwhile let the message in, or it was for the session itself. */
    private static final Match OF_NONE = new Match(MqttQoS.AT_LEAST_ONCE, false, false, List.of());
  }

  /**
   * How a filter is kept by the cluster.
   *
   * @param identifier 0: none
   */
  static Subscription subscription(String filter, MqttSubscriptionOption option, int identifier) {
    long tag = granted(filter, option.qos()).value();
    tag |= option.isNoLocal() ? NO_LOCAL : 0;
    tag |= option.isRetainAsPublished() ? RETAIN_AS_PUBLISHED : 0;
    return new Subscription(filter, tag | ((long) identifier << IDENTIFIER_SHIFT));
  }

  /**
   * How often messages come by a filter at best. What is shared comes at least once: who was to get
   * it exactly once could not leave it to another one.
   */
  static MqttQoS granted(String filter, MqttQoS asked) {
    return SharedFilter.isMeant(filter) ? MqttWords.lower(asked, MqttQoS.AT_LEAST_ONCE) : asked;
  }

  /** How often a message comes by a filter alone. */
  static MqttQoS qos(Subscription subscription) {
    return MqttQoS.valueOf((int) (subscription.tag() & QOS));
  }

  void add(Subscription subscription) {
    where(subscription.filter()).put(subscription.filter(), subscription.tag());
  }

  /** Whether it was there. */
  boolean remove(String filter) {
    return where(filter).remove(filter) != null;
  }

  boolean has(String filter) {
    return where(filter).containsKey(filter);
  }

  int count() {
    return named.size() + wild.size();
  }

  /** Those that are shared. */
  List<Subscription> shared() {
    return Stream.of(named, wild)
        .flatMap(tags -> tags.entrySet().stream())
        .filter(each -> SharedFilter.isMeant(each.getKey()))
        .map(each -> new Subscription(each.getKey(), each.getValue()))
        .toList();
  }

  private Map<String, Long> where(String filter) {
    return filter.contains(ChannelRule.ONE_LEVEL) || filter.contains(ChannelRule.ALL_LEVELS)
        ? wild
        : named;
  }

  /** Whether messages can come that are to come once and no more. */
  boolean isAnyExactlyOnce() {
    return Stream.of(named, wild)
        .flatMap(tags -> tags.values().stream())
        .anyMatch(tag -> (tag & QOS) == MqttQoS.EXACTLY_ONCE.value());
  }

  Match match(String channel) {
    List<Long> tags = tags(channel);
    return tags.isEmpty() ? Match.OF_NONE : match(tags);
  }

  /** By one filter alone. */
  static Match match(Subscription subscription) {
    return match(List.of(subscription.tag()));
  }

  private static Match match(List<Long> tags) {
    long all = 0;
    long best = 0;
    boolean isNoLocal = true;
    List<Integer> identifiers = new ArrayList<>();
    for (long tag : tags) {
      all |= tag;
      best = Math.max(best, tag & QOS);
      isNoLocal &= (tag & NO_LOCAL) != 0;
      if (tag >> IDENTIFIER_SHIFT != 0) {
        identifiers.add((int) (tag >> IDENTIFIER_SHIFT));
      }
    }
    return new Match(
        MqttQoS.valueOf((int) best),
        isNoLocal,
        (all & RETAIN_AS_PUBLISHED) != 0,
        List.copyOf(identifiers));
  }

  /** Of the filters that fit. */
  private List<Long> tags(String channel) {
    List<Long> tags = new ArrayList<>();
    Long own = named.get(channel);
    if (own != null) {
      tags.add(own);
    }
    wild.forEach((filter, tag) -> {
      if (ChannelRule.fits(filter, channel)) {
        tags.add(tag);
      }
    });
    return tags;
  }
}
