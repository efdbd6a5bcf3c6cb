package io.feige.perf.peers.driver;

import java.util.concurrent.CompletableFuture;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.api.core.client.ClientConsumer;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ClientSessionFactory;
import org.apache.activemq.artemis.api.core.client.ServerLocator;

/**
 * Artemis through its core protocol: durable messages, confirmed to a handler as its users' manual
 * says ("asynchronous send acknowledgements"), or waited for.
 */
public final class ArtemisDriver implements Driver {
  private static final int CONFIRMATION_WINDOW = 10 << 20;

  private final ServerLocator locator;
  private final ServerLocator blocking;

  /** At a broker: {@code HOST:PORT}. */
  public ArtemisDriver(String server) throws Exception {
    this.locator = ActiveMQClient.createServerLocator("tcp://" + server);
    locator.setConfirmationWindowSize(CONFIRMATION_WINDOW);
    locator.setBlockOnDurableSend(false);
    this.blocking = ActiveMQClient.createServerLocator("tcp://" + server);
    blocking.setBlockOnDurableSend(true);
  }

  @Override
  public void create(String topic) throws Exception {
    try (ClientSessionFactory factory = blocking.createSessionFactory();
        ClientSession session = factory.createSession()) {
      session.createQueue(
          QueueConfiguration.of(topic).setRoutingType(RoutingType.ANYCAST).setDurable(true));
    }
  }

  @Override
  public Sender sender(String topic, Aim aim) throws Exception {
    ClientSessionFactory factory = locator.createSessionFactory();
    ClientSession session = factory.createSession(true, true);
    ClientProducer producer = session.createProducer(topic);
    ClientSessionFactory waitingFactory = blocking.createSessionFactory();
    ClientSession waitingSession = waitingFactory.createSession(true, true);
    ClientProducer waiting = waitingSession.createProducer(topic);
    return new Sender() {
      @Override
      public CompletableFuture<?> send(byte[] body) throws Exception {
        CompletableFuture<Void> done = new CompletableFuture<>();
        producer.send(message(session, body), sent -> done.complete(null));
        return done;
      }

      @Override
      public void sendAndWait(byte[] body) throws Exception {
        waiting.send(message(waitingSession, body));
      }

      @Override
      public void close() throws Exception {
        session.close();
        factory.close();
        waitingSession.close();
        waitingFactory.close();
      }
    };
  }

  private static ClientMessage message(ClientSession session, byte[] body) {
    ClientMessage message = session.createMessage(true);
    message.getBodyBuffer().writeBytes(body);
    return message;
  }

  @Override
  public AutoCloseable receive(String topic, Receiver receiver) throws Exception {
    ClientSessionFactory factory = locator.createSessionFactory();
    ClientSession session = factory.createSession(true, true);
    ClientConsumer consumer = session.createConsumer(topic);
    consumer.setMessageHandler(message -> {
      byte[] body = new byte[message.getBodyBuffer().readableBytes()];
      message.getBodyBuffer().readBytes(body);
      receiver.received(body);
      acknowledge(message);
    });
    session.start();
    return () -> {
      session.close();
      factory.close();
    };
  }

  private static void acknowledge(ClientMessage message) {
    try {
      message.acknowledge();
    } catch (ActiveMQException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    locator.close();
    blocking.close();
  }
}
