package io.feige.proxy.mqtt;

import io.feige.access.HttpCredentials;
import io.feige.protocol.model.ChannelRule;
import io.feige.protocol.model.IdentityRule;
import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttConnectPayload;
import io.netty.handler.codec.mqtt.MqttConnectReturnCode;
import io.netty.handler.codec.mqtt.MqttConnectVariableHeader;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttVersion;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How a client begins.
 *
 * @param clientId its own, or one that it was given
 * @param isGiven whether it was given
 * @param isClean whether nothing is to be left of what was before
 * @param keptSeconds how long the session stays when the client has gone; {@link #FOR_GOOD}
 * @param window messages that it takes without acking them
 * @param mostBytes of a packet that it takes
 */
record Greeting(
    boolean isFive,
    String clientId,
    boolean isGiven,
    HttpCredentials shown,
    boolean isClean,
    long keptSeconds,
    long silenceNanos,
    int window,
    long mostBytes) {
  /** A session that does not end by itself. */
  static final long FOR_GOOD = 0xFFFF_FFFFL;

  private static final int MOST_WINDOW = 65_535;

  /** What the packet says. */
  static Greeting of(MqttConnectMessage connect) {
    MqttConnectVariableHeader header = connect.variableHeader();
    MqttConnectPayload payload = connect.payload();
    boolean isFive = header.version() == MqttVersion.MQTT_5.protocolLevel();
    boolean isGiven = payload.clientIdentifier().isEmpty();
    Integer expiry = MqttWords.number(header.properties(), MqttProperties.SESSION_EXPIRY_INTERVAL);
    Integer window = MqttWords.number(header.properties(), MqttProperties.RECEIVE_MAXIMUM);
    Integer bytes = MqttWords.number(header.properties(), MqttProperties.MAXIMUM_PACKET_SIZE);
    return new Greeting(
        isFive,
        isGiven ? "auto-" + UUID.randomUUID() : payload.clientIdentifier(),
        isGiven,
        shown(payload),
        header.isCleanSession(),
        isFive
            ? (expiry == null ? 0 : Integer.toUnsignedLong(expiry))
            : (header.isCleanSession() ? 0 : FOR_GOOD),
        // One and a half times what it has promised, as MQTT 5.0 has it in section 3.1.2.10.
        TimeUnit.MILLISECONDS.toNanos(1_500L * header.keepAliveTimeSeconds()),
        window == null ? MOST_WINDOW : window,
        bytes == null ? Long.MAX_VALUE : Integer.toUnsignedLong(bytes));
  }

  private static HttpCredentials shown(MqttConnectPayload payload) {
    byte[] password = payload.passwordInBytes();
    String secret = password == null ? "" : new String(password, StandardCharsets.UTF_8);
    String user = payload.userName();
    return user == null || user.isEmpty()
        ? HttpCredentials.ofToken(secret)
        : HttpCredentials.ofUser(user, secret);
  }

  /** Whether the session stays when the client goes. */
  boolean isKept() {
    return keptSeconds > 0;
  }

  /** The owner of the session's mailbox: a client id belongs to its user. */
  String identity() {
    return shown.user().isEmpty() ? clientId : shown.user() + "/" + clientId;
  }

  /** Why it is not let in, whoever it is; null: nothing stands against it. */
  @Nullable MqttConnectReturnCode objection(MqttConnectMessage connect) {
    MqttConnectVariableHeader header = connect.variableHeader();
    MqttConnectPayload payload = connect.payload();
    if (header.version() == MqttVersion.MQTT_3_1.protocolLevel()) {
      return MqttConnectReturnCode.CONNECTION_REFUSED_UNACCEPTABLE_PROTOCOL_VERSION;
    }
    if (header.properties().getProperty(MqttProperties.AUTHENTICATION_METHOD) != null) {
      return MqttConnectReturnCode.CONNECTION_REFUSED_BAD_AUTHENTICATION_METHOD;
    }
    if (window < 1 || mostBytes < 1) {
      return MqttConnectReturnCode.CONNECTION_REFUSED_PROTOCOL_ERROR;
    }
    boolean isNameless = isGiven && !isFive && !isClean;
    // It would be the mailbox of a user's client.
    boolean isForeign = shown.kind() == HttpCredentials.Kind.BEARER && clientId.contains("/");
    if (isNameless
        || isForeign
        || Unreleased.isMailbox(identity())
        || IdentityRule.problem(Unreleased.mailboxOf(identity())) != null) {
      return isFive
          ? MqttConnectReturnCode.CONNECTION_REFUSED_CLIENT_IDENTIFIER_NOT_VALID
          : MqttConnectReturnCode.CONNECTION_REFUSED_IDENTIFIER_REJECTED;
    }
    if (!header.isWillFlag()) {
      return null;
    }
    if (payload.willTopic() == null || ChannelRule.problem(payload.willTopic()) != null) {
      return isFive
          ? MqttConnectReturnCode.CONNECTION_REFUSED_TOPIC_NAME_INVALID
          : MqttConnectReturnCode.CONNECTION_REFUSED_SERVER_UNAVAILABLE;
    }
    return null;
  }
}
