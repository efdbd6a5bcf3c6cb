package io.feige.proxy.mqtt;

import io.netty.handler.codec.mqtt.MqttMessage;

/** What a client has sent. */
final class Packet {
  private final MqttMessage message;
  private final byte[] body;
  private final int bytes;

  /**
   * A whole one.
   *
   * @param message without what has to be released
   * @param body of a message that it publishes; else empty
   * @param bytes for which room was taken
   */
  Packet(MqttMessage message, byte[] body, int bytes) {
    this.message = message;
    this.body = body;
    this.bytes = bytes;
  }

  MqttMessage message() {
    return message;
  }

  byte[] body() {
    return body;
  }

  int bytes() {
    return bytes;
  }
}
