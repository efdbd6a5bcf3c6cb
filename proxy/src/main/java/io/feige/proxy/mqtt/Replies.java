package io.feige.proxy.mqtt;

import io.netty.handler.codec.mqtt.MqttConnectReturnCode;
import io.netty.handler.codec.mqtt.MqttFixedHeader;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttMessageIdAndPropertiesVariableHeader;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttProperties.IntegerProperty;
import io.netty.handler.codec.mqtt.MqttProperties.StringProperty;
import io.netty.handler.codec.mqtt.MqttPubReplyMessageVariableHeader;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.handler.codec.mqtt.MqttSubAckMessage;
import io.netty.handler.codec.mqtt.MqttSubAckPayload;
import io.netty.handler.codec.mqtt.MqttUnsubAckMessage;
import io.netty.handler.codec.mqtt.MqttUnsubAckPayload;
import java.util.List;

/** What clients are answered. */
final class Replies {
  private Replies() {}

  /** A client is in. */
  static MqttMessage welcome(Greeting greeting, boolean isPresent, int mostBytes, int mostInHand) {
    MqttProperties properties = new MqttProperties();
    if (greeting.isFive()) {
      add(properties, MqttProperties.TOPIC_ALIAS_MAXIMUM, Aliases.MOST);
      add(properties, MqttProperties.RECEIVE_MAXIMUM, mostInHand);
      add(properties, MqttProperties.MAXIMUM_PACKET_SIZE, mostBytes);
      if (greeting.isGiven()) {
        properties.add(
            new StringProperty(MqttProperties.ASSIGNED_CLIENT_IDENTIFIER, greeting.clientId()));
      }
    }
    return MqttMessageBuilders.connAck()
        .returnCode(MqttConnectReturnCode.CONNECTION_ACCEPTED)
        .sessionPresent(isPresent)
        .properties(properties)
        .build();
  }

  private static void add(MqttProperties properties, int property, int value) {
    properties.add(new IntegerProperty(property, value));
  }

  /** A client is not let in. */
  static MqttMessage refusal(MqttConnectReturnCode code) {
    return MqttMessageBuilders.connAck().returnCode(code).sessionPresent(false).build();
  }

  /**
   * The end, for version 5.
   *
   * @param elsewhere where the client may go; empty: it is told nothing of that
   */
  static MqttMessage goodbye(byte reason, String elsewhere) {
    MqttProperties properties = new MqttProperties();
    if (!elsewhere.isEmpty()) {
      properties.add(new StringProperty(MqttProperties.SERVER_REFERENCE, elsewhere));
    }
    return MqttMessageBuilders.disconnect().reasonCode(reason).properties(properties).build();
  }

  static MqttMessage published(int packetId, byte reason) {
    return MqttMessageBuilders.pubAck().packetId(packetId).reasonCode(reason).build();
  }

  /** A message that is to come once and no more has come. */
  static MqttMessage received(int packetId, byte reason) {
    return answer(MqttMessageType.PUBREC, MqttQoS.AT_MOST_ONCE, packetId, reason);
  }

  /** It will not be sent again. */
  static MqttMessage release(int packetId, byte reason) {
    return answer(MqttMessageType.PUBREL, MqttQoS.AT_LEAST_ONCE, packetId, reason);
  }

  /** That is known. */
  static MqttMessage complete(int packetId, byte reason) {
    return answer(MqttMessageType.PUBCOMP, MqttQoS.AT_MOST_ONCE, packetId, reason);
  }

  private static MqttMessage answer(MqttMessageType type, MqttQoS flags, int id, byte reason) {
    return new MqttMessage(
        new MqttFixedHeader(type, false, flags, false, 0),
        new MqttPubReplyMessageVariableHeader(id, reason, MqttProperties.NO_PROPERTIES));
  }

  static MqttMessage subscribed(int packetId, List<Integer> codes) {
    return new MqttSubAckMessage(
        head(MqttMessageType.SUBACK), id(packetId), new MqttSubAckPayload(codes));
  }

  /** Versions before 5 have no codes in it. */
  static MqttMessage unsubscribed(int packetId, List<Short> codes) {
    return new MqttUnsubAckMessage(
        head(MqttMessageType.UNSUBACK), id(packetId), new MqttUnsubAckPayload(codes));
  }

  private static MqttFixedHeader head(MqttMessageType type) {
    return new MqttFixedHeader(type, false, MqttQoS.AT_MOST_ONCE, false, 0);
  }

  private static MqttMessageIdAndPropertiesVariableHeader id(int packetId) {
    return new MqttMessageIdAndPropertiesVariableHeader(packetId, MqttProperties.NO_PROPERTIES);
  }
}
