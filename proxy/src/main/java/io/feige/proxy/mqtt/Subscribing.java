package io.feige.proxy.mqtt;

import io.feige.client.FeigeException;
import io.feige.client.Subscription;
import io.feige.protocol.model.ChannelRule;
import io.feige.proxy.answer.Problem;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttSubscribeMessage;
import io.netty.handler.codec.mqtt.MqttTopicSubscription;
import io.netty.handler.codec.mqtt.MqttUnsubscribeMessage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a client subscribes to. A packet is done as a whole, except for filters that are wrong. */
final class Subscribing {
  private static final Logger LOG = LoggerFactory.getLogger(Subscribing.class);

  /** The cluster takes no more of them together. */
  static final int MOST_AT_ONCE = 1_000;

  private static final short DONE = 0;
  private static final short WAS_NOT_THERE = 0x11;

  /** The only one that versions before 5 have. */
  private static final int REFUSED = 0x80;

  private final MqttSession session;
  private final MqttConnection connection;
  private final boolean isFive;

  Subscribing(MqttSession session, MqttConnection connection, boolean isFive) {
    this.session = session;
    this.connection = connection;
    this.isFive = isFive;
  }

  void subscribe(MqttSubscribeMessage asked) {
    int packetId = asked.variableHeader().messageId();
    if (asked.payload().topicSubscriptions().stream().anyMatch(Subscribing::isContradiction)) {
      connection.end(Reasons.PROTOCOL_ERROR);
      return;
    }
    MqttProperties properties = asked.idAndPropertiesVariableHeader().properties();
    Integer identifier = MqttWords.number(properties, MqttProperties.SUBSCRIPTION_IDENTIFIER);
    Map<String, Subscription> retained = new LinkedHashMap<>();
    List<Integer> codes = new ArrayList<>();
    Map<String, Subscription> wanted = new LinkedHashMap<>();
    for (MqttTopicSubscription each : asked.payload().topicSubscriptions()) {
      byte reason = problem(each.topicFilter());
      if (reason == 0) {
        Subscription subscription =
            Filters.subscription(
                each.topicFilter(), each.option(), identifier == null ? 0 : identifier);
        wanted.put(each.topicFilter(), subscription);
        if (wantsRetained(each)) {
          retained.put(each.topicFilter(), subscription);
        }
      }
      int granted = Filters.granted(each.topicFilter(), each.qualityOfService()).value();
      codes.add(reason == 0 ? granted : code(reason));
    }
    byte refused = wanted.isEmpty() ? 0 : subscribe(List.copyOf(wanted.values()));
    if (refused != 0) {
      int told = code(refused);
      codes = codes.stream().map(code -> code < REFUSED ? told : code).toList();
    }
    connection.send(Replies.subscribed(packetId, codes));
    if (refused == 0) {
      session.sendRetained(List.copyOf(retained.values()));
    }
  }

  /** What nobody else gets cannot be kept from who has published it: section 3.8.3.1. */
  private static boolean isContradiction(MqttTopicSubscription asked) {
    return asked.option().isNoLocal() && SharedFilter.isMeant(asked.topicFilter());
  }

  /** Asked before the filter is there. What is shared brings nothing of it. */
  private boolean wantsRetained(MqttTopicSubscription asked) {
    if (SharedFilter.isMeant(asked.topicFilter())) {
      return false;
    }
    return switch (asked.option().retainHandling()) {
      case SEND_AT_SUBSCRIBE -> true;
      case SEND_AT_SUBSCRIBE_IF_NOT_YET_EXISTS -> !session.filters().has(asked.topicFilter());
      case DONT_SEND_AT_SUBSCRIBE -> false;
    };
  }

  private static byte problem(String filter) {
    boolean isFine =
        SharedFilter.isMeant(filter)
            ? SharedFilter.of(filter) != null
            : ChannelRule.problemOfFilter(filter) == null && !SessionMark.isFilter(filter);
    return isFine ? 0 : Reasons.FILTER_INVALID;
  }

  private int code(byte reason) {
    // There is no code for a cluster that is away for a moment.
    byte told = reason == Reasons.SHUTTING_DOWN ? Reasons.IMPLEMENTATION : reason;
    return isFive ? Byte.toUnsignedInt(told) : REFUSED;
  }

  /** The reason why not; 0: it is done. */
  private byte subscribe(List<Subscription> wanted) {
    try {
      for (int from = 0; from < wanted.size(); from += MOST_AT_ONCE) {
        int to = Math.min(wanted.size(), from + MOST_AT_ONCE);
        if (!session.subscribe(wanted.subList(from, to))) {
          return Reasons.NOT_AUTHORIZED;
        }
      }
      return 0;
    } catch (Problem problem) {
      return Reasons.of(problem);
    } catch (FeigeException e) {
      LOG.debug("{} cannot subscribe: {}", session.identity(), e.toString());
      return Reasons.of(e);
    }
  }

  void unsubscribe(MqttUnsubscribeMessage asked) {
    List<Short> codes = new ArrayList<>();
    Set<String> found = new LinkedHashSet<>();
    for (String filter : asked.payload().topics()) {
      boolean isThere = session.filters().has(filter) && found.add(filter);
      codes.add(isThere ? DONE : WAS_NOT_THERE);
    }
    List<String> removed = List.copyOf(found);
    try {
      for (int from = 0; from < removed.size(); from += MOST_AT_ONCE) {
        session.unsubscribe(removed.subList(from, Math.min(removed.size(), from + MOST_AT_ONCE)));
      }
      connection.send(
          Replies.unsubscribed(asked.variableHeader().messageId(), isFive ? codes : List.of()));
    } catch (Problem problem) {
      connection.end(Reasons.of(problem));
    } catch (FeigeException e) {
      // Versions before 5 have no word for it.
      connection.end(Reasons.of(e));
    }
  }
}
