package io.feige.jmeter;

import io.feige.client.Compression;
import io.feige.client.Durability;
import io.feige.client.FeigeException;
import io.feige.client.Header;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.Receipt;
import io.feige.protocol.error.Stored;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.jmeter.samplers.SampleResult;
import org.jspecify.annotations.Nullable;

/**
 * Publishes, and waits until it is confirmed. A sample is one message, or several that are sent
 * together.
 */
public final class PublishSampler extends FeigeSampler {
  private static final long serialVersionUID = 1;
  private static final int NOBODY = -1;

  private String topic = "";
  private String key = "";
  private int bodyBytes = 128;
  private String bodyText = "";
  private String durability = "REPLICATED";
  private String compression = "NONE";
  private int messages = 1;
  private int delay;

  private transient int user = NOBODY;
  private transient int stream;
  private final transient Map<String, AtomicInteger> sequences = new HashMap<>();

  /** Made by JMeter. */
  public PublishSampler() {}

  @Override
  SampleResult sample(OpenConnection open, SampleResult result) {
    if (messages < 1) {
      throw new IllegalArgumentException("there is no message in a sample of " + messages);
    }
    if (user == NOBODY) {
      user = open.newUser();
      stream = open.account().newStream();
    }
    Producer producer = open.producer(user, publishing());
    byte[] body = body();
    result.setSentBytes((long) body.length * messages);
    result.setBytes((long) body.length * messages);
    result.sampleStart();
    try {
      Receipt receipt =
          messages == 1
              ? publish(open.account(), producer, body)
              : publishTogether(open.account(), producer, body);
      result.sampleEnd();
      return succeeded(result, words(receipt));
    } catch (FeigeException e) {
      result.sampleEnd();
      return failed(result, e.code().name(), e.getMessage());
    }
  }

  private Receipt publish(Account account, Producer producer, byte[] body) {
    Stamp stamp = account.stamp(stream, nextSequence());
    try {
      Receipt receipt = producer.publish(message(body, stamp));
      account.topic(topic).confirmed(stamp);
      return receipt;
    } catch (FeigeException e) {
      account.topic(topic).failed(e.stored() == Stored.UNKNOWN);
      throw e;
    }
  }

  /** The receipt of the last; what one of them met is thrown when all are over. */
  private Receipt publishTogether(Account account, Producer producer, byte[] body) {
    List<CompletableFuture<Receipt>> sent = new ArrayList<>(messages);
    for (int i = 0; i < messages; i++) {
      Stamp stamp = account.stamp(stream, nextSequence());
      sent.add(
          producer
              .publishAsync(message(body, stamp))
              .whenComplete((receipt, failure) -> note(account.topic(topic), stamp, failure)));
    }
    FeigeException met = null;
    for (CompletableFuture<Receipt> one : sent) {
      Throwable failure = one.handle((receipt, thrown) -> thrown).join();
      met = failure == null ? met : known(failure);
    }
    if (met != null) {
      throw met;
    }
    return sent.get(sent.size() - 1).join();
  }

  /** By topic, because the account has a set of them for each. */
  private int nextSequence() {
    return sequences.computeIfAbsent(topic, unused -> new AtomicInteger()).getAndIncrement();
  }

  private static void note(Account.TopicAccount account, Stamp stamp, @Nullable Throwable failure) {
    if (failure == null) {
      account.confirmed(stamp);
    } else {
      account.failed(known(failure).stored() == Stored.UNKNOWN);
    }
  }

  private static FeigeException known(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause instanceof FeigeException known) {
      return known;
    }
    throw new IllegalStateException(cause);
  }

  private OpenConnection.Publishing publishing() {
    if (topic.isEmpty()) {
      throw new IllegalArgumentException("the sampler has no topic");
    }
    return new OpenConnection.Publishing(
        topic,
        Durability.valueOf(durability.toUpperCase(Locale.ROOT)),
        Compression.valueOf(compression.toUpperCase(Locale.ROOT)));
  }

  private Message message(byte[] body, Stamp stamp) {
    Header header = stamp.header();
    Message.Builder message = Message.builder().body(body).header(header.name(), header.value());
    if (!key.isEmpty()) {
      message.key(key);
    }
    if (delay > 0) {
      message.delay(Duration.ofMillis(delay));
    }
    return message.build();
  }

  private byte[] body() {
    if (!bodyText.isEmpty()) {
      return bodyText.getBytes(StandardCharsets.UTF_8);
    }
    byte[] random = new byte[bodyBytes];
    ThreadLocalRandom.current().nextBytes(random);
    return random;
  }

  private static String words(Receipt receipt) {
    return receipt.durability()
        + (receipt.hasOffset() ? ", " + receipt.pair() + " " + receipt.offset() : "");
  }

  /** The topic. */
  public String getTopic() {
    return topic;
  }

  /** Sets the topic. */
  public void setTopic(String value) {
    topic = value;
  }

  /** The key of each message; empty: none. */
  public String getKey() {
    return key;
  }

  /** Sets the key of each message. */
  public void setKey(String value) {
    key = value;
  }

  /** Bytes of a body that is random. */
  public int getBodyBytes() {
    return bodyBytes;
  }

  /** Sets the bytes of a random body. */
  public void setBodyBytes(int value) {
    bodyBytes = value;
  }

  /** The body; empty: a random one. */
  public String getBodyText() {
    return bodyText;
  }

  /** Sets the body. */
  public void setBodyText(String value) {
    bodyText = value;
  }

  /** When a message counts as confirmed. */
  public String getDurability() {
    return durability;
  }

  /** Sets when a message counts as confirmed: QUEUED, LOCAL, REPLICATED, STORED. */
  public void setDurability(String value) {
    durability = value;
  }

  /** How batches are compressed. */
  public String getCompression() {
    return compression;
  }

  /** Sets how batches are compressed: NONE, LZ4, ZSTD. */
  public void setCompression(String value) {
    compression = value;
  }

  /** Messages of a sample. */
  public int getMessages() {
    return messages;
  }

  /** Sets how many messages a sample sends together. */
  public void setMessages(int value) {
    messages = value;
  }

  /** Milliseconds after which it is delivered; 0: at once. */
  public int getDelay() {
    return delay;
  }

  /** Sets after how many milliseconds it is delivered. */
  public void setDelay(int value) {
    delay = value;
  }
}
