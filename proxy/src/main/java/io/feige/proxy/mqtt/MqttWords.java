package io.feige.proxy.mqtt;

import io.feige.client.Header;
import io.feige.client.Mailboxes;
import io.feige.client.Message;
import io.feige.client.ReceivedMessage;
import io.feige.protocol.model.ChannelRule;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.mqtt.MqttFixedHeader;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttProperties.BinaryProperty;
import io.netty.handler.codec.mqtt.MqttProperties.IntegerProperty;
import io.netty.handler.codec.mqtt.MqttProperties.StringPair;
import io.netty.handler.codec.mqtt.MqttProperties.StringProperty;
import io.netty.handler.codec.mqtt.MqttProperties.UserProperty;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttPublishVariableHeader;
import io.netty.handler.codec.mqtt.MqttQoS;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How a message of MQTT is one of Feige's, and the other way round. */
final class MqttWords {
  /** Who has published it. */
  static final String FROM = "mqtt-from";

  /** How often one was to come that was published over MQTT. */
  private static final String QOS = "mqtt-qos";

  /** Of one that was published to be retained. */
  static final String RETAIN = "mqtt-retain";

  /** The topic of one that was sent to the session's mailbox, and not to a channel. */
  static final String TOPIC = "mqtt-topic";

  /** Of a note that a message came that is to come once: its packet id. */
  static final String RECEIVED = "mqtt-received";

  /** Of a note that those before it are of a session that has ended. */
  static final String CLEARED = "mqtt-cleared";

  /** Of a note that it will not come again. */
  static final String RELEASED = "mqtt-released";

  /** Of the notice that a session is connected: which connection of it. */
  static final String SESSION = "mqtt-session";

  /** The topic of what came to the session's mailbox without one. */
  private static final String TOPIC_OF_OWN = "$mailbox";

  private static final String PREFIX = "mqtt-";
  private static final String FORMAT = "mqtt-payload-format";

  /** Properties that are headers, by the header's name. */
  private static final Map<String, Integer> TEXTS =
      Map.of(
          "mqtt-content-type",
          MqttProperties.CONTENT_TYPE,
          "mqtt-response-topic",
          MqttProperties.RESPONSE_TOPIC);

  /** The fixed header, lengths, the packet id, the expiry and the format. */
  private static final int MOST_HEAD_BYTES = 22;

  /** The kind of a property, and the lengths of two texts. */
  private static final int PROPERTY_BYTES = 5;

  private static final int MOST_TEXT_BYTES = 20_000;

  private static final String CORRELATION = "mqtt-correlation-data";

  private MqttWords() {}

  /** How a client publishes a message. */
  record Published(MqttQoS qos, boolean isRetained, MqttProperties properties) {}

  /**
   * How a client is sent a message.
   *
   * @param packetId of one that is acked
   * @param isAgain whether it may have been sent before
   * @param identifiers of the subscriptions by which it comes
   */
  record Sending(
      MqttQoS qos, int packetId, boolean isAgain, boolean isRetained, List<Integer> identifiers) {}

  /**
   * The message to be published to a channel.
   *
   * @param from identity of who publishes
   */
  static Message toFeige(String topic, byte[] body, Published how, String from) {
    MqttProperties properties = how.properties();
    Message.Builder message =
        Message.builder()
            .key(Mailboxes.keyOf(topic))
            .body(body)
            .header(FROM, from)
            .header(QOS, Integer.toString(how.qos().value()));
    if (how.isRetained()) {
      message.header(RETAIN, "1");
    }
    Integer life = number(properties, MqttProperties.PUBLICATION_EXPIRY_INTERVAL);
    if (life != null) {
      message.timeToLive(Duration.ofSeconds(Math.max(1, Integer.toUnsignedLong(life))));
    }
    Integer format = number(properties, MqttProperties.PAYLOAD_FORMAT_INDICATOR);
    if (format != null) {
      message.header(FORMAT, Integer.toString(format));
    }
    TEXTS.forEach((name, property) -> {
      if (properties.getProperty(property) instanceof StringProperty text) {
        message.header(name, text.value());
      }
    });
    if (properties.getProperty(MqttProperties.CORRELATION_DATA) instanceof BinaryProperty data) {
      message.header(CORRELATION, data.value());
    }
    for (MqttProperties.MqttProperty<?> each :
        properties.getProperties(MqttProperties.USER_PROPERTY)) {
      if (each.value() instanceof StringPair pair && !pair.key.startsWith(PREFIX)) {
        message.header(pair.key, pair.value);
      }
    }
    return message.build();
  }

  /** A property that is a number; null: it is not there. */
  static @Nullable Integer number(MqttProperties properties, int property) {
    return properties.getProperty(property) instanceof IntegerProperty number
        ? number.value()
        : null;
  }

  /** The topic of a message that came into a mailbox. */
  static String topic(ReceivedMessage message) {
    String key = message.keyText();
    return ChannelRule.isMarked(key)
        ? ChannelRule.unmarked(key)
        : message
            .header(TOPIC)
            .map(Header::text)
            .filter(topic -> ChannelRule.problem(topic) == null)
            .orElse(TOPIC_OF_OWN);
  }

  /** How often a message may come. What was not published over MQTT is stored once. */
  static MqttQoS qos(ReceivedMessage message) {
    return message
        .header(QOS)
        .map(header ->
            switch (header.text()) {
              case "0" -> MqttQoS.AT_MOST_ONCE;
              case "1" -> MqttQoS.AT_LEAST_ONCE;
              default -> MqttQoS.EXACTLY_ONCE;
            })
        .orElse(MqttQoS.EXACTLY_ONCE);
  }

  /** The lower of two. */
  static MqttQoS lower(MqttQoS one, MqttQoS other) {
    return one.value() < other.value() ? one : other;
  }

  /** Whether it is worthless by now. */
  static boolean isLate(ReceivedMessage message) {
    return message
        .expiresAt()
        .map(at -> at.toEpochMilli() <= System.currentTimeMillis())
        .orElse(false);
  }

  /** What a client is sent. */
  static MqttPublishMessage toMqtt(ReceivedMessage message, Sending how, boolean isFive) {
    MqttFixedHeader head =
        new MqttFixedHeader(MqttMessageType.PUBLISH, how.isAgain(), how.qos(), how.isRetained(), 0);
    MqttProperties properties = MqttProperties.NO_PROPERTIES;
    if (isFive) {
      properties = properties(message);
      for (int identifier : how.identifiers()) {
        properties.add(new IntegerProperty(MqttProperties.SUBSCRIPTION_IDENTIFIER, identifier));
      }
    }
    return new MqttPublishMessage(
        head,
        new MqttPublishVariableHeader(topic(message), how.packetId(), properties),
        Unpooled.wrappedBuffer(message.body()));
  }

  private static MqttProperties properties(ReceivedMessage message) {
    MqttProperties properties = new MqttProperties();
    message
        .expiresAt()
        .ifPresent(at -> {
          long left = Math.ceilDiv(at.toEpochMilli() - System.currentTimeMillis(), 1_000);
          properties.add(
              new IntegerProperty(
                  MqttProperties.PUBLICATION_EXPIRY_INTERVAL,
                  (int) Math.clamp(left, 1, 0xFFFF_FFFFL)));
        });
    for (Header header : message.headers()) {
      if (!canBeSaid(header)) {
        continue;
      }
      Integer text = TEXTS.get(header.name());
      if (text != null) {
        properties.add(new StringProperty(text, header.text()));
      } else if (header.name().equals(CORRELATION)) {
        properties.add(new BinaryProperty(MqttProperties.CORRELATION_DATA, header.value()));
      } else if (header.name().equals(FORMAT)) {
        int format = header.text().equals("1") ? 1 : 0;
        properties.add(new IntegerProperty(MqttProperties.PAYLOAD_FORMAT_INDICATOR, format));
      } else if (!header.name().startsWith(PREFIX)) {
        properties.add(new UserProperty(header.name(), header.text()));
      }
    }
    return properties;
  }

  /** Headers of other clients can be longer than MQTT has words for. */
  private static boolean canBeSaid(Header header) {
    return header.value().length <= MOST_TEXT_BYTES
        && header.name().length() <= MOST_TEXT_BYTES / 4
        && header.name().indexOf('\0') < 0
        && (header.name().equals(CORRELATION) || header.text().indexOf('\0') < 0);
  }

  /** The bytes of a packet with it, or a few more. */
  static int bytes(ReceivedMessage message) {
    int bytes = MOST_HEAD_BYTES + ByteBufUtil.utf8Bytes(topic(message)) + message.bodyBytes();
    for (Header header : message.headers()) {
      if (TEXTS.containsKey(header.name()) || header.name().equals(CORRELATION)) {
        bytes += PROPERTY_BYTES + header.value().length;
      } else if (!header.name().startsWith(PREFIX)) {
        // What is no text is told as one, in which each byte can become three.
        bytes += PROPERTY_BYTES + ByteBufUtil.utf8Bytes(header.name());
        bytes += ByteBufUtil.utf8Bytes(header.text());
      }
    }
    return bytes;
  }
}
