package io.feige.perf.peers.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.SendCallback;
import org.apache.rocketmq.client.producer.SendResult;
import org.apache.rocketmq.client.producer.SendStatus;
import org.apache.rocketmq.common.consumer.ConsumeFromWhere;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.topic.TopicValidator;

/**
 * RocketMQ: for throughput batches of 500 messages or 512 KiB, which its users make themselves; for
 * latency each message by itself. A result other than SEND_OK is a failure.
 */
public final class RocketMqDriver implements Driver {
  private static final int BATCH_MESSAGES = 500;
  private static final int BATCH_BYTES = 512 << 10;
  private static final int QUEUES = 4;
  private static final int MOST_TRIES = 300;

  private final String nameServer;
  private final AtomicInteger clients = new AtomicInteger();

  /** At a name server: {@code HOST:PORT}. */
  public RocketMqDriver(String nameServer) {
    this.nameServer = nameServer;
  }

  /** With four queues, as topics have that it makes by itself. */
  @Override
  public void create(String topic) throws Exception {
    DefaultMQProducer producer = new DefaultMQProducer("bench-create");
    producer.setNamesrvAddr(nameServer);
    producer.start();
    try {
      for (int tries = 0; !has(producer, topic); tries++) {
        if (tries == MOST_TRIES) {
          throw new IllegalStateException(topic + " could not be made");
        }
        Thread.sleep(100);
      }
    } finally {
      producer.shutdown();
    }
  }

  /** The broker tells the name server of itself, and then of the topic, a moment later. */
  @SuppressWarnings("deprecation") // its successor stands in a tool that brings half the broker
  private static boolean has(DefaultMQProducer producer, String topic) {
    try {
      producer.createTopic(TopicValidator.AUTO_CREATE_TOPIC_KEY_TOPIC, topic, QUEUES, Map.of());
      return producer.fetchPublishMessageQueues(topic).size() == QUEUES;
    } catch (MQClientException notYet) {
      return false;
    }
  }

  @Override
  public Sender sender(String topic, Aim aim) throws Exception {
    DefaultMQProducer producer = new DefaultMQProducer("bench");
    producer.setNamesrvAddr(nameServer);
    producer.setInstanceName("sender-" + clients.incrementAndGet());
    producer.setSendMsgTimeout(30_000);
    producer.setRetryTimesWhenSendFailed(0);
    producer.start();
    return aim == Aim.THROUGHPUT ? new Batching(producer, topic) : new Single(producer, topic);
  }

  private record Single(DefaultMQProducer producer, String topic) implements Sender {
    @Override
    public CompletableFuture<?> send(byte[] body) throws Exception {
      Answer answer = new Answer(new CompletableFuture<>());
      producer.send(new Message(topic, body), answer);
      return answer.done();
    }

    @Override
    public void sendAndWait(byte[] body) throws Exception {
      SendResult result = producer.send(new Message(topic, body));
      if (result.getSendStatus() != SendStatus.SEND_OK) {
        throw new IllegalStateException(result.toString());
      }
    }

    @Override
    public void close() {
      producer.shutdown();
    }
  }

  /** Sends what has gathered when it is enough for a batch. */
  private static final class Batching implements Sender {
    private final DefaultMQProducer producer;
    private final String topic;
    private List<Message> gathered = new ArrayList<>();
    private CompletableFuture<Void> done = new CompletableFuture<>();
    private int bytes;

    Batching(DefaultMQProducer producer, String topic) {
      this.producer = producer;
      this.topic = topic;
    }

    @Override
    public CompletableFuture<?> send(byte[] body) throws Exception {
      CompletableFuture<Void> ofBatch = done;
      gathered.add(new Message(topic, body));
      bytes += body.length;
      if (gathered.size() >= BATCH_MESSAGES || bytes >= BATCH_BYTES) {
        flush();
      }
      return ofBatch;
    }

    @Override
    public void flush() throws Exception {
      if (gathered.isEmpty()) {
        return;
      }
      producer.send(gathered, new Answer(done));
      gathered = new ArrayList<>();
      done = new CompletableFuture<>();
      bytes = 0;
    }

    @Override
    public void close() {
      producer.shutdown();
    }
  }

  private record Answer(CompletableFuture<Void> done) implements SendCallback {
    @Override
    public void onSuccess(SendResult result) {
      if (result.getSendStatus() == SendStatus.SEND_OK) {
        done.complete(null);
      } else {
        done.completeExceptionally(new IllegalStateException(result.toString()));
      }
    }

    @Override
    public void onException(Throwable failure) {
      done.completeExceptionally(failure);
    }
  }

  @Override
  public AutoCloseable receive(String topic, Receiver receiver) throws Exception {
    DefaultMQPushConsumer consumer = new DefaultMQPushConsumer("bench");
    consumer.setNamesrvAddr(nameServer);
    consumer.setInstanceName("receiver-" + clients.incrementAndGet());
    consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
    consumer.setPullBatchSize(1000);
    consumer.setConsumeMessageBatchMaxSize(1000);
    consumer.setConsumeThreadMin(1);
    consumer.setConsumeThreadMax(1);
    consumer.subscribe(topic, "*");
    consumer.setMessageListener(
        (MessageListenerConcurrently)
            (messages, context) -> {
              messages.forEach(message -> receiver.received(message.getBody()));
              return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
            });
    consumer.start();
    return consumer::shutdown;
  }

  @Override
  public void close() {}
}
