package io.feige.proxy.mqtt;

import io.feige.client.FeigeException;
import io.feige.protocol.error.ErrorCode;
import io.feige.proxy.answer.Problem;
import io.netty.handler.codec.mqtt.MqttConnectReturnCode;

/** Reason codes of MQTT 5.0, section 2.4, and what of the cluster's refusals they say. */
final class Reasons {
  static final byte UNSPECIFIED = (byte) 0x80;
  static final byte MALFORMED = (byte) 0x81;
  static final byte PROTOCOL_ERROR = (byte) 0x82;
  static final byte IMPLEMENTATION = (byte) 0x83;
  static final byte NOT_AUTHORIZED = (byte) 0x87;
  static final byte SHUTTING_DOWN = (byte) 0x8B;
  static final byte KEEP_ALIVE = (byte) 0x8D;
  static final byte TAKEN_OVER = (byte) 0x8E;
  static final byte FILTER_INVALID = (byte) 0x8F;
  static final byte TOPIC_INVALID = (byte) 0x90;
  static final byte UNKNOWN_ID = (byte) 0x92;
  static final byte RECEIVE_MAXIMUM = (byte) 0x93;
  static final byte TOPIC_ALIAS = (byte) 0x94;
  static final byte TOO_LARGE = (byte) 0x95;
  static final byte QUOTA = (byte) 0x97;
  static final byte ADMINISTRATIVE = (byte) 0x98;
  static final byte USE_ANOTHER_SERVER = (byte) 0x9C;

  private Reasons() {}

  /** What a refused publish or subscription is told. */
  static byte of(FeigeException refused) {
    return of(Problem.of(refused));
  }

  /** The same of a problem of this proxy's. */
  static byte of(Problem problem) {
    return switch (problem.status()) {
      case 401, 403 -> NOT_AUTHORIZED;
      case 413, 429, 507 -> QUOTA;
      case 503 -> SHUTTING_DOWN;
      default -> IMPLEMENTATION;
    };
  }

  /** Why somebody is not let in. */
  static MqttConnectReturnCode refusal(Problem problem, boolean isFive) {
    return switch (problem.status()) {
      case 401 ->
          isFive
              ? MqttConnectReturnCode.CONNECTION_REFUSED_BAD_USERNAME_OR_PASSWORD
              : MqttConnectReturnCode.CONNECTION_REFUSED_BAD_USER_NAME_OR_PASSWORD;
      case 403 ->
          isFive
              ? MqttConnectReturnCode.CONNECTION_REFUSED_NOT_AUTHORIZED_5
              : MqttConnectReturnCode.CONNECTION_REFUSED_NOT_AUTHORIZED;
      case 400, 404, 409 ->
          isFive
              ? MqttConnectReturnCode.CONNECTION_REFUSED_IMPLEMENTATION_SPECIFIC
              : MqttConnectReturnCode.CONNECTION_REFUSED_SERVER_UNAVAILABLE;
      default ->
          isFive
              ? MqttConnectReturnCode.CONNECTION_REFUSED_SERVER_UNAVAILABLE_5
              : MqttConnectReturnCode.CONNECTION_REFUSED_SERVER_UNAVAILABLE;
    };
  }

  /** Whether the cluster says that the caller may not do it. */
  static boolean isForbidden(FeigeException refused) {
    return refused.code() == ErrorCode.NOT_AUTHORIZED;
  }
}
