package io.feige.proxy.mqtt;

import io.feige.client.Message;
import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttConnectPayload;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttQoS;
import org.jspecify.annotations.Nullable;

/**
 * What is published when a client goes without a word.
 *
 * @param delayMillis after so long, if it has not come back until then
 */
record Will(Message message, long delayMillis) {
  private static final long MOST_DELAY_MILLIS = 86_400_000;

  /** The one of a client that connects; null: it has none. Its topic was looked at. */
  static @Nullable Will of(MqttConnectMessage connect, String from) {
    if (!connect.variableHeader().isWillFlag()) {
      return null;
    }
    MqttConnectPayload payload = connect.payload();
    byte[] body = payload.willMessageInBytes();
    MqttProperties properties = payload.willProperties();
    MqttQoS qos = MqttQoS.valueOf(connect.variableHeader().willQos());
    Integer delay = MqttWords.number(properties, MqttProperties.WILL_DELAY_INTERVAL);
    return new Will(
        MqttWords.toFeige(
            payload.willTopic(),
            body == null ? new byte[0] : body,
            new MqttWords.Published(qos, connect.variableHeader().isWillRetain(), properties),
            from),
        delay == null ? 0 : Math.min(MOST_DELAY_MILLIS, Integer.toUnsignedLong(delay) * 1_000));
  }
}
