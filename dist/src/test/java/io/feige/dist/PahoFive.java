package io.feige.dist;

import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.paho.mqttv5.client.IMqttToken;
import org.eclipse.paho.mqttv5.client.MqttCallback;
import org.eclipse.paho.mqttv5.client.MqttClient;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.MqttDisconnectResponse;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;

/** A client of version 5, what it was sent and why it was sent away. */
final class PahoFive implements AutoCloseable {
  final Client client;
  final Queue<String> got = new ConcurrentLinkedQueue<>();
  final Queue<MqttMessage> messages = new ConcurrentLinkedQueue<>();
  final AtomicReference<Integer> reason = new AtomicReference<>();

  /** Where it may go instead, if it was told. */
  final AtomicReference<String> elsewhere = new AtomicReference<>();

  final MqttConnectionOptions options = new MqttConnectionOptions();

  PahoFive(String server, String id) throws MqttException {
    client = new Client(server, id);
    options.setAutomaticReconnect(false);
  }

  PahoFive connect() throws MqttException {
    var _ = connected();
    return this;
  }

  /** The same, and says how it went. */
  IMqttToken connected() throws MqttException {
    client.setCallback(
        new MqttCallback() {
          @Override
          public void disconnected(MqttDisconnectResponse response) {
            elsewhere.set(response.getServerReference());
            reason.set(response.getReturnCode());
          }

          @Override
          public void mqttErrorOccurred(MqttException exception) {}

          @Override
          public void messageArrived(String topic, MqttMessage message) {
            messages.add(message);
            got.add(topic + "=" + new String(message.getPayload(), StandardCharsets.UTF_8));
          }

          @Override
          public void deliveryComplete(IMqttToken token) {}

          @Override
          public void connectComplete(boolean isAgain, String server) {}

          @Override
          public void authPacketArrived(int code, MqttProperties properties) {}
        });
    return client.connectWithResult(options);
  }

  /** Publishes, and returns what the server says to it: 0 or another reason code. */
  int publish(String topic, String body, int qos, boolean isRetained) throws MqttException {
    return client.publishing(topic, body.getBytes(StandardCharsets.UTF_8), qos, isRetained);
  }

  @Override
  public void close() throws MqttException {
    if (client.isConnected()) {
      client.disconnect();
    }
    client.close();
  }

  /** The one that waits keeps to itself what it was told. */
  static final class Client extends MqttClient {
    Client(String server, String id) throws MqttException {
      super(server, id, new MemoryPersistence());
    }

    int publishing(String topic, byte[] body, int qos, boolean isRetained) throws MqttException {
      IMqttToken told = aClient.publish(topic, body, qos, isRetained);
      try {
        told.waitForCompletion(getTimeToWait());
      } catch (MqttException refused) {
        // It makes an error of PUBREC only.
        return refused.getReasonCode();
      }
      int[] codes = told.getReasonCodes();
      return codes == null || codes.length == 0 ? 0 : codes[0];
    }
  }
}
