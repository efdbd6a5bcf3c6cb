package io.feige.perf.peers.driver;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3AsyncClient;
import com.hivemq.client.mqtt.mqtt3.Mqtt3Client;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * HiveMQ's client with QoS 1 both ways, by version 3.1.1, which all of them speak. Sessions are
 * kept, so that what a broker confirms it has to keep for its receivers.
 */
public final class MqttDriver implements Driver {
  private final String host;
  private final int port;
  private final AtomicInteger clients = new AtomicInteger();

  /** At a server: {@code HOST:PORT}. */
  public MqttDriver(String server) {
    int colon = server.lastIndexOf(':');
    this.host = server.substring(0, colon);
    this.port = Integer.parseInt(server.substring(colon + 1));
  }

  private Mqtt3AsyncClient connect() throws Exception {
    String id = "bench-" + ProcessHandle.current().pid() + "-" + clients.incrementAndGet();
    Mqtt3AsyncClient client =
        Mqtt3Client.builder().identifier(id).serverHost(host).serverPort(port).buildAsync();
    var _ = client.connectWith().cleanSession(false).send().get();
    return client;
  }

  /** Nobody has to make one. */
  @Override
  public void create(String topic) {}

  @Override
  public Sender sender(String topic, Aim aim) throws Exception {
    Mqtt3AsyncClient client = connect();
    return new Sender() {
      @Override
      public CompletableFuture<?> send(byte[] body) {
        return client.publishWith().topic(topic).qos(MqttQos.AT_LEAST_ONCE).payload(body).send();
      }

      @Override
      public void close() throws Exception {
        var _ = client.disconnect().get();
      }
    };
  }

  @Override
  public AutoCloseable receive(String topic, Receiver receiver) throws Exception {
    Mqtt3AsyncClient client = connect();
    var _ =
        client
            .subscribeWith()
            .topicFilter(topic)
            .qos(MqttQos.AT_LEAST_ONCE)
            .callback(message -> receiver.received(message.getPayloadAsBytes()))
            .send()
            .get();
    return () -> client.disconnect().get();
  }

  @Override
  public void close() {}
}
