package io.feige.dist;

import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.eclipse.paho.client.mqttv3.IMqttDeliveryToken;
import org.eclipse.paho.client.mqttv3.MqttCallback;
import org.eclipse.paho.client.mqttv3.MqttClient;
import org.eclipse.paho.client.mqttv3.MqttConnectOptions;
import org.eclipse.paho.client.mqttv3.MqttException;
import org.eclipse.paho.client.mqttv3.MqttMessage;
import org.eclipse.paho.client.mqttv3.persist.MemoryPersistence;

/** A client of version 3.1.1 and what it was sent. */
final class PahoThree implements AutoCloseable {
  final MqttClient client;
  final Queue<String> got = new ConcurrentLinkedQueue<>();
  final MqttConnectOptions options = new MqttConnectOptions();

  volatile Consumer<String> whenCome = message -> {};

  PahoThree(String server, String id, boolean isClean) throws MqttException {
    client = new MqttClient(server, id, new MemoryPersistence());
    options.setCleanSession(isClean);
    options.setMqttVersion(MqttConnectOptions.MQTT_VERSION_3_1_1);
    // It wakes who waits for an acknowledgment before it counts the message as done. So one that
    // waits for each may have more than the usual ten in flight where the machine is busy.
    options.setMaxInflight(1000);
  }

  PahoThree connect() throws MqttException {
    client.setCallback(
        new MqttCallback() {
          @Override
          public void connectionLost(Throwable cause) {}

          @Override
          public void messageArrived(String topic, MqttMessage message) {
            String text = topic + "=" + new String(message.getPayload(), StandardCharsets.UTF_8);
            got.add(text);
            whenCome.accept(text);
          }

          @Override
          public void deliveryComplete(IMqttDeliveryToken token) {}
        });
    client.connect(options);
    return this;
  }

  void publish(String topic, String body) throws MqttException {
    publish(topic, body, 1);
  }

  void publish(String topic, String body, int qos) throws MqttException {
    client.publish(topic, body.getBytes(StandardCharsets.UTF_8), qos, false);
  }

  /** It connects by itself when it has lost its connection, to one of these. */
  void goOnAt(String... servers) {
    options.setServerURIs(servers);
    options.setAutomaticReconnect(true);
    options.setMaxReconnectDelay(200);
  }

  /**
   * Publishes with QoS 2. What is interrupted is sent again by the client itself.
   *
   * @return whether it is known that it is acked
   */
  boolean publishedOnce(String topic, String body) {
    while (true) {
      try {
        publish(topic, body, 2);
        return true;
      } catch (MqttException e) {
        if (e.getReasonCode() != MqttException.REASON_CODE_CLIENT_NOT_CONNECTED) {
          return false;
        }
        await().until(client::isConnected);
      }
    }
  }

  void publishRetained(String topic, String body) throws MqttException {
    client.publish(topic, body.getBytes(StandardCharsets.UTF_8), 1, true);
  }

  @Override
  public void close() throws MqttException {
    if (client.isConnected()) {
      client.disconnect();
    }
    client.close();
  }
}
